/** What is done while the document lies at the reader: everything that is still missing, in the order that fails earliest. */
import { ChipError } from '../chip-error.ts';
import type { FileName } from '../files/file-name.ts';
import type { OpenChip } from '../open-chip.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { groupsToRead } from './listed-files.ts';
import { offersChipAuthentication } from './offers-chip-authentication.ts';
import { type ReaderCall, refusalCode } from './service-calls.ts';
import type { SessionStep } from './steps.ts';

/** What the chip has given so far. It outlives a contact, so that nothing is read twice. */
export interface Harvest {
  files: Map<FileName, Uint8Array>;
  /** How long the files took, over all contacts. */
  durations_ms: Map<FileName, number>;
  /** The beginning of the file at which the contact was lost. */
  begun: Map<FileName, Uint8Array>;
  /** Files that the chip does not give out. The service says what follows from that. */
  refused: Set<FileName>;
  challenge?: string;
  aa_signature?: Uint8Array;
  ca_response?: Uint8Array;
  /** That the chip was asked, and what it does not do. */
  asked: { active_authentication?: boolean; chip_authentication?: boolean };
}

export const emptyHarvest = (): Harvest => ({
  files: new Map(),
  durations_ms: new Map(),
  begun: new Map(),
  refused: new Set(),
  asked: {},
});

/** A challenge that the service no longer takes: the files stay, the proofs are made anew. */
export function forgetProofs(harvest: Harvest): void {
  delete harvest.challenge;
  delete harvest.aa_signature;
  delete harvest.ca_response;
  harvest.asked = {};
}

export interface Contact {
  chip: OpenChip;
  call: ReaderCall;
  /** Who asks, in every call. */
  device: { token: string; reader_key: string };
  harvest: Harvest;
  report: (step: SessionStep) => void;
}

/** Without them there is no document. The service takes one without the others. */
const NEEDED: readonly FileName[] = ['sod', 'dg1', 'dg2'];

/** @throws ChipError; what was read before stays in the harvest. */
export async function harvestFrom(contact: Contact): Promise<void> {
  const { harvest, report } = contact;
  await readAll(contact, ['com', 'sod']);
  await readAll(contact, groupsToRead(harvest.files.get('sod')!, harvest.files.get('com')));
  report({
    step: 'READ',
    file_bytes: Object.fromEntries([...harvest.files].map(([file, { length }]) => [file, length])),
  });
  await answerChallenge(contact);
  // The last, because the chip speaks under keys that only the service has from then on.
  await answerProbe(contact);
}

async function readAll(contact: Contact, files: FileName[]): Promise<void> {
  const { harvest } = contact;
  const missing = files.filter((file) => !harvest.files.has(file) && !harvest.refused.has(file));
  for (const [index, file] of missing.entries()) {
    const next = missing.slice(index + 1);
    try {
      harvest.files.set(file, await readOn(contact, file, next));
      harvest.begun.delete(file);
    } catch (error) {
      if (NEEDED.includes(file) || !isRefusedByChip(error)) throw error;
      harvest.refused.add(file);
    }
  }
}

/** From where an earlier contact left it. */
async function readOn({ chip, harvest, report }: Contact, file: FileName, next: FileName[]): Promise<Uint8Array> {
  const resumeFrom = harvest.begun.get(file);
  const started = Date.now();
  let here = resumeFrom;
  try {
    return await chip.readFile(file, {
      ...(resumeFrom && { resumeFrom }),
      onProgress(read, total, so_far) {
        here = so_far;
        report({ step: 'READING', file, read, total, next });
      },
    });
  } catch (error) {
    if (here) harvest.begun.set(file, here.slice());
    throw error;
  } finally {
    // A clock that is set meanwhile must not make it negative.
    const duration_ms = Math.max(0, Date.now() - started);
    harvest.durations_ms.set(file, (harvest.durations_ms.get(file) ?? 0) + duration_ms);
  }
}

/** Active Authentication (ICAO Doc 9303-11, 6.1). The service wants a challenge also where the chip cannot answer one. */
async function answerChallenge({ chip, call, device, harvest, report }: Contact): Promise<void> {
  if (harvest.asked.active_authentication) return;
  if (!harvest.challenge) {
    const { challenge, expires } = await call('reader.challenge', device);
    harvest.challenge = challenge;
    report({ step: 'CHALLENGED', expires });
  }
  if (harvest.files.has('dg15')) {
    const answer = await answerOrRefusal(chip.internalAuthenticate(fromBase64(harvest.challenge)));
    if (answer) harvest.aa_signature = answer;
    report({ step: 'ANSWERED', active_authentication: answer ? 'SIGNED' : 'FAILED' });
  } else report({ step: 'ANSWERED', active_authentication: 'NOT_SUPPORTED' });
  harvest.asked.active_authentication = true;
}

/** Chip Authentication (ICAO Doc 9303-11, 6.2), whose private key the service keeps: this reader only carries it to the chip. */
async function answerProbe({ chip, call, device, harvest, report }: Contact): Promise<void> {
  const dg14 = harvest.files.get('dg14');
  if (!dg14 || !offersChipAuthentication(dg14) || harvest.asked.chip_authentication) return;
  const request = await offered(call('reader.chip_authentication', { ...device, dg14: toBase64(dg14) }));
  if (request) {
    const { protocol, key_id, ephemeral_public_key, probe_apdu } = request;
    const answer = await answerOrRefusal(
      chip.chipAuthentication({
        protocol,
        ...(key_id !== undefined && { key_id }),
        ephemeral_public_key: fromBase64(ephemeral_public_key),
        probe_apdu: fromBase64(probe_apdu),
      }),
    );
    if (answer) harvest.ca_response = answer;
    report({ step: 'PROBED', protocol });
  }
  harvest.asked.chip_authentication = true;
}

/** A chip that does not prove itself is for the service to judge. */
async function answerOrRefusal(answer: Promise<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isRefusedByChip(error)) return undefined;
    throw error;
  }
}

/** The chip answered, and not with what was asked for. */
const isRefusedByChip = (error: unknown): boolean =>
  error instanceof ChipError && (error.code === 'FILE_UNREADABLE' || error.code === 'MALFORMED');

/** The service refuses a DG14 in which it finds no Chip Authentication that it supports. */
async function offered<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (refusalCode(error) === 'invalid_value') return undefined;
    throw error;
  }
}
