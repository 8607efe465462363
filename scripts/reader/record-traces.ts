/**
 * Records readings of a virtual chip, for developers of a reader in another language: `web/public/reader-traces.json`. Keys and
 * random bytes come from fixed seeds. The tests replay the committed recording.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openChip } from '@sigill/reader';
import { type ChipAccess, chipContentsOf, createVirtualChip, seededRandom } from '@sigill/reader/virtual-chip';
import { root } from '../../openapi/contract/contract.ts';
import { specimenBundle } from '../../server/specimen/specimens.ts';

export interface ReaderTrace {
  name: string;
  access: { mrz: string } | { can: string };
  /** Random bytes that the reader uses, in order. */
  random: string[];
  exchanges: { command: string; response: string }[];
  files: { dg1: string };
  challenge: string;
  aa_signature: string;
}

const curve = { agreement: 'ECDH', parameter_id: 13, cipher: 'AES-128' } as const;
const ways: Record<string, Partial<ChipAccess>> = {
  bac: { bac: true, pace: [] },
  'pace-gm-mrz': { bac: false, pace: [{ mapping: 'GM', ...curve }] },
  'pace-gm-can': { bac: false, pace: [{ mapping: 'GM', ...curve }], can: '350172' },
  'pace-im-mrz': { bac: false, pace: [{ mapping: 'IM', ...curve }] },
};

async function record(name: string, access: Partial<ChipAccess>): Promise<ReaderTrace> {
  const contents = chipContentsOf(specimenBundle('genuine', new Date('2026-01-01')));
  const chip = createVirtualChip(contents, { access, random: seededRandom(`chip of ${name}`) });
  const key = access.can ? { can: access.can } : { mrz: new TextDecoder().decode(contents.files.dg1!.subarray(5)) };
  const bytes = seededRandom(`reader of ${name}`);
  const random: string[] = [];
  const drawn = (length: number) => {
    const next = bytes(length);
    random.push(hex(next));
    return next;
  };
  const open = await openChip(chip.transmit, { access: key, random: drawn });
  const dg1 = await open.readFile('dg1');
  const challenge = seededRandom(`service of ${name}`)(8);
  const aa_signature = await open.internalAuthenticate(challenge);
  return {
    name,
    access: key,
    random,
    exchanges: chip.exchanges.map(({ command, response }) => ({ command: hex(command), response: hex(response) })),
    files: { dg1: hex(dg1) },
    challenge: hex(challenge),
    aa_signature: hex(aa_signature),
  };
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();

if (import.meta.main) {
  const traces: ReaderTrace[] = [];
  for (const [name, access] of Object.entries(ways)) traces.push(await record(name, access));
  writeFileSync(join(root, 'web/public/reader-traces.json'), `${JSON.stringify({ traces }, null, 2)}\n`);
}
