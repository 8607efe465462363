/** The faults of a chip, for tests and demonstrations. Each of them occurs with real documents. */
import { CHIP_ERROR_CODES, type ChipErrorCode, type ChipFailCause } from '../../chip-error.ts';

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

/** Reading ends with the error of the cause, or complete. */
type Described = Omit<FaultEntry, 'ends'> & Partial<Pick<FaultEntry, 'ends'>>;

const ENTRIES = [
  {
    name: 'field-lost',
    title: 'Phone slips away',
    description: 'The chip loses power once, after this many commands. It works again after a new contact.',
    value: { unit: 'COMMANDS', default: 12 },
    ends: 'READ_AFTER_NEW_CONTACT',
  },
  {
    name: 'field-gone',
    title: 'Document taken away',
    description: 'The chip stops responding after this many commands, and never responds again.',
    value: { unit: 'COMMANDS', default: 12 },
    cause: 'chip_lost',
  },
  {
    name: 'wrong-key',
    title: 'Key of another document',
    description: 'The MRZ and the card access number belong to another chip, as after a typing mistake.',
    cause: 'mrz_refused',
  },
  {
    name: 'password-blocked',
    title: 'Password blocked',
    description: 'The chip has blocked its password after too many failed attempts (6983).',
    cause: 'password_blocked',
  },
  {
    name: 'no-application',
    title: 'Bank card',
    description: 'A chip without the eMRTD application.',
    cause: 'application_missing',
  },
  {
    name: 'slow',
    title: 'Slow chip',
    description: 'Every command takes this many milliseconds.',
    value: { unit: 'MILLISECONDS', default: 60 },
  },
  {
    name: 'short-reads',
    title: 'Short reads',
    description: 'READ BINARY returns at most this many bytes, however many are requested.',
    value: { unit: 'BYTES', default: 100 },
  },
  {
    name: 'wrong-length',
    title: 'Exact lengths only',
    description: 'READ BINARY for more than this many bytes is refused with the right number (6Cxx).',
    value: { unit: 'BYTES', default: 160 },
  },
  {
    name: 'extended-length-refused',
    title: 'Extended length refused',
    description: 'EF.ATR/INFO announces extended lengths, but the chip refuses them (6700).',
  },
  {
    name: 'answers-in-parts',
    title: 'Response in parts',
    description: 'Responses of more than this many bytes arrive in parts, which GET RESPONSE fetches (61xx).',
    value: { unit: 'BYTES', default: 96 },
  },
  {
    name: 'bac-only',
    title: 'BAC only',
    description: 'A first-generation document, without EF.CardAccess.',
  },
  {
    name: 'pace-only',
    title: 'PACE only',
    description: 'A chip that refuses Basic Access Control.',
  },
  {
    name: 'pace-cam',
    title: 'PACE with Chip Authentication Mapping',
    description: 'The chip offers only this mapping, which also proves its key.',
  },
  {
    name: 'pace-unknown',
    title: 'Unknown PACE variant',
    description: 'EF.CardAccess offers only an unknown protocol, and the chip refuses Basic Access Control.',
    cause: 'pace_unsupported',
  },
  {
    name: 'access-closed',
    title: 'No access protocol',
    description: 'A chip without EF.CardAccess that also refuses Basic Access Control.',
    cause: 'bac_unsupported',
  },
  {
    name: 'pace-step-empty',
    title: 'PACE fails midway',
    description: 'The chip responds to a PACE step with an empty template.',
    cause: 'access_malformed',
  },
  {
    name: 'pace-key-invalid',
    title: 'Invalid public key',
    description: 'The public key that the chip sends in PACE is not a point on its curve.',
    cause: 'public_key_invalid',
  },
  {
    name: 'pace-token-wrong',
    title: 'Chip does not know the key',
    description: 'The chip’s token in the last step of PACE is wrong, as if the chip were guessing.',
    cause: 'pace_token_wrong',
  },
  {
    name: 'bac-proof-wrong',
    title: 'Guessed Basic Access Control',
    description: 'A first-generation document whose response to the reader’s proof is wrong.',
    cause: 'bac_response_wrong',
  },
  {
    name: 'wrong-mac',
    title: 'Altered response',
    description: 'The secured response with this number has a wrong checksum, in every contact.',
    value: { unit: 'COMMANDS', default: 4 },
    cause: 'checksum_wrong',
  },
  {
    name: 'keys-forgotten',
    title: 'Chip forgets its keys',
    description: 'After this many secured responses the chip refuses the channel (6988), in every contact.',
    value: { unit: 'COMMANDS', default: 4 },
    cause: 'secure_messaging_ended',
  },
  {
    name: 'read-refused',
    title: 'Reading refused',
    description: 'The READ BINARY with this number, and each one after it, is refused (6982).',
    value: { unit: 'COMMANDS', default: 4 },
    cause: 'security_status_not_satisfied',
  },
  {
    name: 'internal-error',
    title: 'Internal error',
    description: 'The READ BINARY with this number, and each one after it, fails without a reason (6F00).',
    value: { unit: 'COMMANDS', default: 4 },
    cause: 'chip_failure',
  },
  {
    name: 'gibberish',
    title: 'One-byte response',
    description: 'After this many commands a response is a single byte, which is not a valid response.',
    value: { unit: 'COMMANDS', default: 10 },
    cause: 'response_malformed',
  },
  {
    name: 'answers-endless',
    title: 'Endless response',
    description: 'After this many commands every response announces another part (61xx), and none is the last.',
    value: { unit: 'COMMANDS', default: 10 },
    cause: 'response_endless',
  },
  {
    name: 'file-padded',
    title: 'Padded file',
    description: 'Extra bytes follow DG2, as on chips whose files all have the same size.',
  },
  {
    name: 'file-endless',
    title: 'Oversized file',
    description: 'DG2 claims to be 16 MB long.',
    cause: 'file_too_long',
  },
  {
    name: 'file-cut-short',
    title: 'Truncated file',
    description: 'DG2 ends halfway, as after an interrupted personalisation.',
    cause: 'file_incomplete',
  },
  {
    name: 'file-garbage',
    title: 'Damaged file',
    description: 'EF.SOD holds bytes that are not a data object.',
    cause: 'file_malformed',
  },
  {
    name: 'com-missing',
    title: 'No EF.COM',
    description: 'The list of data groups is missing. Everything that matters is in EF.SOD.',
  },
  {
    name: 'portrait-missing',
    title: 'No portrait',
    description: 'EF.SOD lists DG2, but the chip does not have it.',
    cause: 'file_not_found',
  },
  {
    name: 'challenge-unanswered',
    title: 'No response to the challenge',
    description: 'The chip stops responding when asked for Active Authentication.',
    cause: 'active_authentication_lost',
  },
  {
    name: 'challenge-wrong',
    title: 'Wrong proof',
    description: 'The signature of Active Authentication is wrong. Only its verification reveals it.',
  },
  {
    name: 'chip-authentication-refused',
    title: 'Chip Authentication refused',
    description: 'The chip does not know the key that its DG14 names.',
    cause: 'chip_authentication_refused',
  },
] as const satisfies readonly Described[];

/** The name of a fault; status words are those of ISO/IEC 7816-4, 5.6. */
export type FaultName = (typeof ENTRIES)[number]['name'];

/** What can go wrong between a reader and a chip of Doc 9303-10, in the order in which people encounter it. */
export const FAULTS: readonly (FaultEntry & { name: FaultName })[] = ENTRIES.map(
  (entry: Described & { name: FaultName }) => ({
    ...entry,
    ends: entry.ends ?? (entry.cause ? CHIP_ERROR_CODES[entry.cause] : 'READ'),
  }),
);

/** A fault, with its value where it has one. Its status words are those of ISO/IEC 7816-4, 5.6. */
export interface Fault {
  name: FaultName;
  value?: number;
}

/** Parses `field-lost` or `field-lost:20`. @throws RangeError that lists the available faults. */
export function parseFault(text: string): Fault {
  const [name, value, ...more] = text.split(':');
  const entry = FAULTS.find((fault) => fault.name === name);
  if (!entry)
    throw new RangeError(`Unknown fault "${name}". The faults are ${FAULTS.map((fault) => fault.name).join(', ')}.`);
  if (value === undefined) return { name: entry.name };
  if (!entry.value || more.length > 0 || !/^[1-9]\d{0,5}$/.test(value))
    throw new RangeError(`${entry.name} takes ${entry.value ? 'a whole number after its colon' : 'no number'}.`);
  return { name: entry.name, value: Number(value) };
}
