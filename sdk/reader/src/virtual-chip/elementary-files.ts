/** The files of the chip: those that are freely readable, and those of the eMRTD application (Doc 9303-10, 3 and 4). */
import { tlv } from '../tlv/tlv.ts';
import type { ChipProfile } from './chip-profile.ts';
import type { ChipContents } from './contents.ts';

export type Directory = 'MASTER_FILE' | 'APPLICATION';

export interface ElementaryFile {
  id: number;
  short_id: number;
  content: Uint8Array;
  /** Fingerprints and iris images are never returned: they require Terminal Authentication. */
  readable: 'ALWAYS' | 'AFTER_ACCESS' | 'AFTER_PACE' | 'NEVER';
}

/** The eMRTD application, LDS1 (Doc 9303-10, 3.3). */
export const APPLICATION_ID = Uint8Array.of(0xa0, 0, 0, 0x02, 0x47, 0x10, 0x01);

export const filesOf = (
  files: ChipContents['files'],
  profile: ChipProfile,
): Record<Directory, readonly ElementaryFile[]> => ({
  MASTER_FILE: masterFiles(profile),
  APPLICATION: profile.application ? applicationFiles(files) : [],
});

function masterFiles(profile: ChipProfile): ElementaryFile[] {
  const file = (
    id: number,
    short_id: number,
    content: Uint8Array | undefined,
    readable: ElementaryFile['readable'] = 'ALWAYS',
  ): ElementaryFile[] => (content ? [{ id, short_id, content, readable }] : []);
  return [
    ...file(0x011c, 0x1c, profile.card_access),
    ...file(0x011d, 0x1d, profile.card_security, 'AFTER_PACE'),
    ...file(0x2f00, 0x1e, tlv(0x61, tlv(0x4f, profile.application ? APPLICATION_ID : BANK_CARD))),
    ...file(0x2f01, 0x01, profile.extended_length ? atrInfo(profile) : undefined),
  ];
}

/** The application of a bank card, which somebody could place on the reader instead of a document. */
const BANK_CARD = Uint8Array.of(0xa0, 0, 0, 0, 0x04, 0x10, 0x10);

/** Chaining, extended lengths, and the maximum lengths of commands and responses (ISO/IEC 7816-4, 12.7.1). */
function atrInfo({ longest_command, longest_response }: ChipProfile): Uint8Array {
  const capabilities = tlv(0x47, Uint8Array.of(0x81, 0x01, 0xe0));
  const lengths = [longest_command, longest_response].map((bytes) =>
    tlv(0x02, Uint8Array.of((bytes >> 8) & 0xff, bytes & 0xff)),
  );
  return new Uint8Array([...capabilities, ...tlv(0x7f66, ...lengths)]);
}

function applicationFiles(files: ChipContents['files']): ElementaryFile[] {
  return Object.entries(files).map(([name, content]) => {
    const group = name.startsWith('dg') ? Number(name.slice(2)) : undefined;
    const short_id = group ?? (name === 'com' ? 0x1e : 0x1d);
    return {
      id: 0x0100 | short_id,
      short_id,
      content,
      readable: group === 3 || group === 4 ? 'NEVER' : 'AFTER_ACCESS',
    };
  });
}
