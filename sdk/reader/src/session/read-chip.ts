/** Reads a chip in as many contacts as needed: after a lost contact, reading continues where it stopped. */

import type { AccessKey } from '../access/password.ts';
import type { Transmit } from '../apdu/exchange-apdus.ts';
import { ChipError } from '../chip-error.ts';
import type { OpenChip } from '../open-chip.ts';
import { type Harvest, harvestFrom } from './contact.ts';
import { endOf, ReadingAborted, unlessAborted } from './reading-failed.ts';
import type { ReaderCall } from './service-calls.ts';
import type { AskAgain, SessionStep } from './steps.ts';

export interface ChipReading {
  access: AccessKey;
  connect: (contact: { again: boolean }) => Promise<Transmit>;
  onAccessDenied?: AskAgain | undefined;
  open: (transmit: Transmit, access: AccessKey, way: Way) => Promise<OpenChip>;
  call: ReaderCall;
  device: { token: string; reader_key: string };
  harvest: Harvest;
  report: (step: SessionStep) => void;
  signal?: AbortSignal | undefined;
}

/** How to open the chip, after what earlier contacts have shown. */
interface Way {
  extended_length: boolean;
  bac_first: boolean;
}

/** The reading fails after this many contacts in a row without a new byte. */
const MOST_EMPTY_CONTACTS = 4;
/**
 * Some smart card readers drop commands with extended lengths. This looks like a lost chip or like interference. So short lengths
 * are used after more than TRUSTED_EMPTY_CONTACTS contacts in a row without a new byte, or after interference in a contact that
 * returned no more bytes than a short response holds.
 */
const TRUSTED_EMPTY_CONTACTS = 1;
const SHORT_ANSWER_BYTES = 256;
/** A person mistypes a few times; anyone who needs more attempts does not have the document. */
const MOST_KEYS = 5;
/**
 * A disturbed field causes a wrong checksum once, and a failing chip may open on another contact. A second time, somebody is
 * altering the messages, or the chip is broken.
 */
const MOST_DISTURBANCES = 2;

/**
 * @returns the key that opened the chip, for the next contact.
 * @throws ChipError, ReadingFailed or ReadingAborted; the error of a failed call
 */
export async function readChip({ access, ...reading }: ChipReading, again = false): Promise<AccessKey> {
  const { harvest, report } = reading;
  let key = access;
  let [empty, disturbances] = [0, 0];
  let are_long_answers_lost = false;
  let bac_first = false;
  for (let contact = 0; ; contact++) {
    const before = harvested(harvest);
    const transmit = await connected(reading, again || contact > 0);
    const extended_length = empty <= TRUSTED_EMPTY_CONTACTS && !are_long_answers_lost;
    let is_open = false;
    try {
      const { chip, opened_by } = await opened(
        reading,
        (access) => reading.open(transmit, access, { extended_length, bac_first }),
        key,
      );
      key = opened_by;
      is_open = true;
      report({ step: 'ACCESSED', access: chip.access });
      await unlessAborted(reading.signal, () => harvestFrom({ ...reading, chip }));
      return key;
    } catch (error) {
      if (!(error instanceof ChipError)) throw error;
      const has_aborted = !is_open && error.fail_cause === 'chip_failure';
      bac_first ||= has_aborted;
      const is_disturbed = error.code === 'SECURE_MESSAGING_FAILED' || has_aborted;
      if (is_disturbed && ++disturbances >= MOST_DISTURBANCES) throw error;
      if (error.code !== 'CHIP_LOST' && !is_disturbed) throw error;
      const bytes = harvested(harvest) - before;
      if (error.code === 'SECURE_MESSAGING_FAILED' && bytes <= SHORT_ANSWER_BYTES) are_long_answers_lost = true;
      empty = bytes > 0 ? 0 : empty + 1;
      if (empty >= MOST_EMPTY_CONTACTS) throw error;
      report({ step: 'LOST' });
    }
  }
}

async function connected({ connect, report, signal }: Omit<ChipReading, 'access'>, again: boolean): Promise<Transmit> {
  report({ step: 'WAITING', again });
  try {
    return await unlessAborted(signal, () => connect({ again }));
  } catch (error) {
    throw endOf(error, 'nfc_unavailable');
  }
}

/** Asks the person for the key again after a refusal, while the document stays on the reader. */
async function opened(
  { onAccessDenied, report, signal }: Omit<ChipReading, 'access'>,
  open: (access: AccessKey) => Promise<OpenChip>,
  access: AccessKey,
): Promise<{ chip: OpenChip; opened_by: AccessKey }> {
  let opened_by = access;
  for (let tries_left = MOST_KEYS - 1; ; tries_left--)
    try {
      return { chip: await unlessAborted(signal, () => open(opened_by)), opened_by };
    } catch (error) {
      const denied = error instanceof ChipError && error.code === 'ACCESS_DENIED';
      if (!denied || !onAccessDenied || tries_left === 0) throw error;
      report({ step: 'ACCESS_DENIED', tries_left });
      const corrected = await unlessAborted(signal, () => onAccessDenied({ tries_left }));
      if (!corrected) throw new ReadingAborted('The person did not correct the key');
      opened_by = corrected;
    }
}

const harvested = ({ files, begun }: Harvest): number =>
  [...files.values(), ...begun.values()].reduce((bytes, { length }) => bytes + length, 0);
