/** The faults of a chip, for tests and demonstrations. Each of them occurs with real documents. */
import type { ChipErrorCode, ChipFailCause } from '../../chip-error.ts';

/** A deviation of a chip from Doc 9303-10 and 9303-11, or an event that affects it. */
export interface FaultEntry {
  name: string;
  title: string;
  /** What happens. */
  description: string;
  /** The unit of `value`, if the fault has one, and its default. */
  value?: { unit: 'COMMANDS' | 'BYTES' | 'MILLISECONDS'; default: number };
  /** How reading ends: complete, complete after a new contact, or with this error. */
  ends: 'READ' | 'READ_AFTER_NEW_CONTACT' | ChipErrorCode;
  /** The exact cause of that error. */
  cause?: ChipFailCause;
}

/** What can go wrong between a reader and a chip of Doc 9303-10, in the order in which people encounter it. */
export const FAULTS = [
  {
    name: 'field-lost',
    title: 'Phone slips away',
    description: 'The chip loses power after so many commands, once. It works again after a new contact.',
    value: { unit: 'COMMANDS', default: 12 },
    ends: 'READ_AFTER_NEW_CONTACT',
  },
  {
    name: 'field-gone',
    title: 'Document taken away',
    description: 'The chip stops answering after so many commands, and never answers again.',
    value: { unit: 'COMMANDS', default: 12 },
    ends: 'CHIP_LOST',
    cause: 'chip_lost',
  },
  {
    name: 'wrong-key',
    title: 'Key of another document',
    description: 'The MRZ and the card access number are not those of this chip, as after a typing mistake.',
    ends: 'ACCESS_DENIED',
    cause: 'mrz_refused',
  },
  {
    name: 'password-blocked',
    title: 'Number blocked',
    description: 'The chip has blocked its password after too many wrong tries (6983).',
    ends: 'ACCESS_DENIED',
    cause: 'password_blocked',
  },
  {
    name: 'no-application',
    title: 'Bank card',
    description: 'A chip without the eMRTD application.',
    ends: 'NOT_A_DOCUMENT',
    cause: 'application_missing',
  },
  {
    name: 'slow',
    title: 'Slow chip',
    description: 'Every command takes so many milliseconds.',
    value: { unit: 'MILLISECONDS', default: 60 },
    ends: 'READ',
  },
  {
    name: 'short-reads',
    title: 'Short reads',
    description: 'READ BINARY gives at most so many bytes, however many are asked for.',
    value: { unit: 'BYTES', default: 100 },
    ends: 'READ',
  },
  {
    name: 'wrong-length',
    title: 'Exact lengths only',
    description: 'READ BINARY for more than so many bytes is refused with the right number (6Cxx).',
    value: { unit: 'BYTES', default: 160 },
    ends: 'READ',
  },
  {
    name: 'extended-length-refused',
    title: 'Extended length refused',
    description: 'EF.ATR/INFO promises extended lengths, and the chip refuses them (6700).',
    ends: 'READ',
  },
  {
    name: 'answers-in-parts',
    title: 'Answers in parts',
    description: 'Answers of more than so many bytes come in parts, which GET RESPONSE fetches (61xx).',
    value: { unit: 'BYTES', default: 96 },
    ends: 'READ',
  },
  {
    name: 'bac-only',
    title: 'BAC only',
    description: 'A document of the first generation, without EF.CardAccess.',
    ends: 'READ',
  },
  {
    name: 'pace-only',
    title: 'PACE only',
    description: 'A chip that refuses Basic Access Control.',
    ends: 'READ',
  },
  {
    name: 'pace-cam',
    title: 'PACE with Chip Authentication Mapping',
    description: 'The chip offers this way only, and discloses in it what proves its key.',
    ends: 'READ',
  },
  {
    name: 'pace-unknown',
    title: 'Unknown way of PACE',
    description: 'EF.CardAccess offers nothing but a protocol that nobody knows, and Basic Access Control is refused.',
    ends: 'ACCESS_UNSUPPORTED',
    cause: 'pace_unsupported',
  },
  {
    name: 'access-closed',
    title: 'No way in',
    description: 'A chip without EF.CardAccess that refuses Basic Access Control too.',
    ends: 'ACCESS_UNSUPPORTED',
    cause: 'bac_unsupported',
  },
  {
    name: 'pace-step-empty',
    title: 'PACE breaks off',
    description: 'The chip answers a step of PACE without what belongs into it.',
    ends: 'MALFORMED',
    cause: 'access_malformed',
  },
  {
    name: 'pace-key-invalid',
    title: 'Impossible public key',
    description: 'The public key that the chip sends in PACE is no point of its curve.',
    ends: 'MALFORMED',
    cause: 'public_key_invalid',
  },
  {
    name: 'pace-token-wrong',
    title: 'Chip does not know the key',
    description: 'The token with which the chip ends PACE is wrong, as from a chip that guesses.',
    ends: 'SECURE_MESSAGING_FAILED',
    cause: 'pace_token_wrong',
  },
  {
    name: 'bac-proof-wrong',
    title: 'Guessed Basic Access Control',
    description: 'A document of the first generation whose answer to the reader’s proof is wrong.',
    ends: 'SECURE_MESSAGING_FAILED',
    cause: 'bac_response_wrong',
  },
  {
    name: 'wrong-mac',
    title: 'Changed answer',
    description: 'The secured answer with this number has a wrong checksum, in every contact.',
    value: { unit: 'COMMANDS', default: 4 },
    ends: 'SECURE_MESSAGING_FAILED',
    cause: 'checksum_wrong',
  },
  {
    name: 'keys-forgotten',
    title: 'Chip forgets its keys',
    description: 'After so many secured answers the chip refuses the channel (6988), in every contact.',
    value: { unit: 'COMMANDS', default: 4 },
    ends: 'SECURE_MESSAGING_FAILED',
    cause: 'secure_messaging_ended',
  },
  {
    name: 'read-refused',
    title: 'Reading refused',
    description: 'READ BINARY with this number is refused (6982), and each one after it.',
    value: { unit: 'COMMANDS', default: 4 },
    ends: 'FILE_UNREADABLE',
    cause: 'security_status_not_satisfied',
  },
  {
    name: 'internal-error',
    title: 'Chip in trouble',
    description: 'READ BINARY with this number, and each one after it, ends without a diagnosis (6F00).',
    value: { unit: 'COMMANDS', default: 4 },
    ends: 'FILE_UNREADABLE',
    cause: 'chip_failure',
  },
  {
    name: 'gibberish',
    title: 'Answer of one byte',
    description: 'After so many commands an answer is a single byte, which is none.',
    value: { unit: 'COMMANDS', default: 10 },
    ends: 'MALFORMED',
    cause: 'response_malformed',
  },
  {
    name: 'answers-endless',
    title: 'Answer without end',
    description: 'After so many commands every answer announces another part (61xx), and none is the last.',
    value: { unit: 'COMMANDS', default: 10 },
    ends: 'MALFORMED',
    cause: 'response_endless',
  },
  {
    name: 'file-padded',
    title: 'File longer than it says',
    description: 'DG2 is followed by bytes that do not belong to it, as on chips whose files have one size.',
    ends: 'READ',
  },
  {
    name: 'file-endless',
    title: 'File without end',
    description: 'DG2 says that it is 16 MB long.',
    ends: 'FILE_UNREADABLE',
    cause: 'file_too_long',
  },
  {
    name: 'file-cut-short',
    title: 'File cut short',
    description: 'DG2 ends in its middle, as after an interrupted personalisation.',
    ends: 'FILE_UNREADABLE',
    cause: 'file_incomplete',
  },
  {
    name: 'file-garbage',
    title: 'Damaged file',
    description: 'EF.SOD holds bytes that are no data object.',
    ends: 'MALFORMED',
    cause: 'file_malformed',
  },
  {
    name: 'com-missing',
    title: 'No EF.COM',
    description: 'The list of data groups is missing. Everything that matters is in EF.SOD.',
    ends: 'READ',
  },
  {
    name: 'portrait-missing',
    title: 'No portrait',
    description: 'EF.SOD lists DG2, and the chip does not have it.',
    ends: 'FILE_UNREADABLE',
    cause: 'file_not_found',
  },
  {
    name: 'challenge-unanswered',
    title: 'Challenge never answered',
    description: 'The chip falls silent when it is to prove itself with Active Authentication.',
    ends: 'CHIP_LOST',
    cause: 'active_authentication_lost',
  },
  {
    name: 'challenge-wrong',
    title: 'Wrong proof',
    description: 'The answer of Active Authentication is not the right one. Only who verifies it can tell.',
    ends: 'READ',
  },
  {
    name: 'chip-authentication-refused',
    title: 'Chip Authentication refused',
    description: 'The chip does not know the key that its DG14 names.',
    ends: 'FILE_UNREADABLE',
    cause: 'chip_authentication_refused',
  },
] as const satisfies readonly FaultEntry[];

/** The name of a fault; status words are those of ISO/IEC 7816-4, 5.6. */
export type FaultName = (typeof FAULTS)[number]['name'];

/** A fault, with its value where it has one. Its status words are those of ISO/IEC 7816-4, 5.6. */
export interface Fault {
  name: FaultName;
  value?: number;
}

/** Parses `field-lost` or `field-lost:20`. @throws RangeError that lists the available faults. */
export function parseFault(text: string): Fault {
  const [name, value, ...more] = text.split(':');
  const entry: FaultEntry | undefined = FAULTS.find((fault) => fault.name === name);
  if (!entry)
    throw new RangeError(`There is no fault "${name}". There are ${FAULTS.map((fault) => fault.name).join(', ')}.`);
  if (value === undefined) return { name: entry.name as FaultName };
  if (!entry.value || more.length > 0 || !/^[1-9]\d{0,5}$/.test(value))
    throw new RangeError(`${entry.name} takes ${entry.value ? 'a whole number after its colon' : 'no number'}.`);
  return { name: entry.name as FaultName, value: Number(value) };
}
