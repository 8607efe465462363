/** One contact with the document: reads what is still missing, starting with what is most likely to end the reading. */
import { isRefusal, unlessRefused } from '../chip-error.ts';
import type { FileName } from '../files/elementary-file.ts';
import type { OpenChip } from '../open-chip.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { groupsToRead } from './listed-files.ts';
import { type ReaderCall, refusalCode } from './service-calls.ts';
import type { SessionStep } from './steps.ts';

/** What the chip has returned so far. It outlives a contact, so that nothing is read twice. */
export interface Harvest {
  files: Map<FileName, Uint8Array>;
  durations_ms: Map<FileName, number>;
  /** The start of the file that was being read when the contact was lost. */
  begun: Map<FileName, Uint8Array>;
  /** Files that the chip refuses to return. The service decides what follows from that. */
  refused: Set<FileName>;
  challenge?: string;
  aa_signature?: Uint8Array;
  /** The status with which the chip refused to sign. */
  aa_refusal?: number;
  ca_response?: Uint8Array;
  /** Which proofs have already been requested, even if the chip does not support them. */
  asked: { active_authentication?: boolean; chip_authentication?: boolean };
}

export const emptyHarvest = (): Harvest => ({
  files: new Map(),
  durations_ms: new Map(),
  begun: new Map(),
  refused: new Set(),
  asked: {},
});

/** Call this after the challenge has expired: keeps the files, so that only the proofs are repeated. */
export function forgetProofs(harvest: Harvest): void {
  delete harvest.challenge;
  delete harvest.aa_signature;
  delete harvest.aa_refusal;
  delete harvest.ca_response;
  harvest.asked = {};
}

export interface Contact {
  chip: OpenChip;
  call: ReaderCall;
  device: { token: string; reader_key: string };
  harvest: Harvest;
  report: (step: SessionStep) => void;
}

/** The service accepts no document without these three files. */
const NEEDED: readonly FileName[] = ['sod', 'dg1', 'dg2'];

/** @throws ChipError, or the error of a failed call; what was read before stays in the harvest. */
export async function harvestFrom(contact: Contact): Promise<void> {
  const { harvest, report } = contact;
  await readAll(contact, ['com', 'sod']);
  await readAll(contact, groupsToRead(harvest.files.get('sod')!, harvest.files.get('com')));
  report({
    step: 'READ',
    file_bytes: Object.fromEntries([...harvest.files].map(([file, { length }]) => [file, length])),
  });
  await answerChallenge(contact);
  // Last, because afterwards the chip uses keys that only the service has.
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
      if (NEEDED.includes(file) || !isRefusal(error)) throw error;
      harvest.refused.add(file);
    }
  }
}

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
    // The clock may be set back in the meantime; the duration must not be negative.
    const duration_ms = Math.max(0, Date.now() - started);
    harvest.durations_ms.set(file, (harvest.durations_ms.get(file) ?? 0) + duration_ms);
  }
}

/** Active Authentication (ICAO Doc 9303-11, 6.1). The service requires a challenge even if the chip cannot sign one. */
async function answerChallenge({ chip, call, device, harvest, report }: Contact): Promise<void> {
  if (harvest.asked.active_authentication) return;
  if (!harvest.challenge) {
    const { challenge, expires } = await call('reader.challenge', device);
    harvest.challenge = challenge;
    report({ step: 'CHALLENGED', expires });
  }
  // The service judges a chip that does not prove itself, so a refusal is not an error here.
  if (harvest.files.has('dg15')) {
    try {
      harvest.aa_signature = await chip.internalAuthenticate(fromBase64(harvest.challenge));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (error.status_word !== undefined) harvest.aa_refusal = error.status_word;
    }
    report({ step: 'ANSWERED', active_authentication: harvest.aa_signature ? 'SIGNED' : 'FAILED' });
  } else report({ step: 'ANSWERED', active_authentication: 'NOT_SUPPORTED' });
  harvest.asked.active_authentication = true;
}

/** Chip Authentication (ICAO Doc 9303-11, 6.2). The service keeps the private key, so this reader only passes on messages. */
async function answerProbe({ chip, call, device, harvest, report }: Contact): Promise<void> {
  const dg14 = harvest.files.get('dg14');
  if (!dg14 || !offersChipAuthentication(dg14) || harvest.asked.chip_authentication) return;
  const request = await offered(call('reader.chip_authentication', { ...device, dg14: toBase64(dg14) }));
  if (request) {
    const { protocol, key_id, ephemeral_public_key, probe_apdu } = request;
    const answer = await unlessRefused(
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

/** The service refuses a DG14 that holds no Chip Authentication it supports. */
async function offered<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (refusalCode(error) === 'invalid_value') return undefined;
    throw error;
  }
}

/** id-PK and id-CA, the prefixes of the keys and protocols of Chip Authentication in DG14 (ICAO Doc 9303-11, 9.2.5 and 9.2.6). */
const ARCS = [1, 3].map((last) => [0x04, 0x00, 0x7f, 0x00, 0x07, 0x02, 0x02, last]);

/** The service parses DG14 itself and decides, so finding these bytes anywhere is enough. */
const offersChipAuthentication = (dg14: Uint8Array): boolean =>
  ARCS.some((arcs) => dg14.some((_, start) => arcs.every((byte, index) => dg14[start + index] === byte)));
