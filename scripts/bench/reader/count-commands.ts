/** Reads documents from a virtual chip, and counts what it was asked. */
import { type AccessKey, type FileName, type OpenChip, openChip } from '../../../sdk/reader/src/index.ts';
import { tlv } from '../../../sdk/reader/src/tlv/tlv.ts';
import {
  type ChipBundle,
  type ChipContents,
  chipContentsOf,
  createVirtualChip,
  type VirtualChip,
} from '../../../sdk/reader/src/virtual-chip/index.ts';
import { keyTo, type MeasuredDocument, type READINGS } from './documents.ts';

interface Traffic {
  commands: number;
  bytes: number;
}

export interface Counted {
  document: string;
  access: string;
  extended_length: boolean;
  opening: Traffic;
  files: (Traffic & { file: FileName; size: number })[];
  total: Traffic;
}

export async function countCommands(
  { specimen, key }: MeasuredDocument,
  bundle: ChipBundle,
  extended_length: boolean,
): Promise<Counted> {
  const contents = chipContentsOf(bundle);
  const { chip, open, opening } = await opened(contents, keyTo(contents, key), extended_length);
  const files: Counted['files'] = [];
  for (const [file, bytes] of Object.entries(contents.files) as [FileName, Uint8Array][])
    files.push({ file, size: bytes.length, ...(await during(chip, () => open.readFile(file))) });
  const { protocol, mapping } = open.access;
  const access = [protocol, mapping].filter(Boolean).join('-');
  return { document: specimen, access, extended_length, opening, files, total: traffic(chip) };
}

const MRZ = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<L898902C<3UTO6908061F9406236ZE184226B<<<<<14';

/** A portrait of that many bytes, whatever is in it. */
export async function countPortrait(size: number, { bac, pace, extended_length }: (typeof READINGS)[number]) {
  const dg1 = tlv(0x61, tlv(0x5f1f, Buffer.from(MRZ)));
  const contents: ChipContents = {
    files: { dg1, dg2: tlv(0x75, new Uint8Array(size)) },
    access: { bac, pace },
  };
  const { chip, open } = await opened(contents, { mrz: MRZ }, extended_length);
  return during(chip, () => open.readFile('dg2'));
}

async function opened(contents: ChipContents, access: AccessKey, extended_length: boolean) {
  const chip = createVirtualChip(contents, { extended_length });
  const open: OpenChip = await openChip(chip.transmit, { access });
  return { chip, open, opening: traffic(chip) };
}

async function during(chip: VirtualChip, work: () => Promise<unknown>): Promise<Traffic> {
  const before = traffic(chip);
  await work();
  const after = traffic(chip);
  return { commands: after.commands - before.commands, bytes: after.bytes - before.bytes };
}

const traffic = ({ exchanges }: VirtualChip): Traffic => ({
  commands: exchanges.length,
  bytes: exchanges.reduce((sum, { command, response }) => sum + command.length + response.length, 0),
});
