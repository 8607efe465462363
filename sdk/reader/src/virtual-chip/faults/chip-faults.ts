/** The faults of a chip, for tests and demonstrations: accidents, quirks, defects and attacks. */
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
  cause?: ChipFailCause;
}

/** Without `ends`, reading ends with the error of the cause, or is complete if there is no cause. */
type Described = Omit<FaultEntry, 'ends'> & Partial<Pick<FaultEntry, 'ends'>>;

// biome-ignore format: a table.
const ENTRIES = [
  {
    name: 'field-lost', title: 'Phone slips away',
    value: { unit: 'COMMANDS', default: 12 }, ends: 'READ_AFTER_NEW_CONTACT',
    description: 'The chip loses power once, after this many commands. It works again after a new contact.',
  }, {
    name: 'field-gone', title: 'Document taken away', value: { unit: 'COMMANDS', default: 12 }, cause: 'chip_lost',
    description: 'The chip stops responding after this many commands, and never responds again.',
  }, {
    name: 'wrong-key', title: 'Key of another document', cause: 'mrz_refused',
    description: 'The MRZ and the card access number belong to another chip, as after a typing mistake.',
  }, {
    name: 'password-blocked', title: 'Password blocked', cause: 'password_blocked',
    description: 'The chip has blocked its password after too many failed attempts (6983).',
  }, {
    name: 'no-application', title: 'Bank card', cause: 'application_missing',
    description: 'A chip without the eMRTD application.',
  }, {
    name: 'slow', title: 'Slow chip', value: { unit: 'MILLISECONDS', default: 60 },
    description: 'Every command takes this many milliseconds.',
  }, {
    name: 'short-reads', title: 'Short reads', value: { unit: 'BYTES', default: 100 },
    description: 'READ BINARY returns at most this many bytes, however many are requested.',
  }, {
    name: 'wrong-length', title: 'Exact lengths only', value: { unit: 'BYTES', default: 160 },
    description: 'READ BINARY for more than this many bytes is refused with the right number (6Cxx).',
  }, {
    name: 'extended-length-refused', title: 'Extended length refused',
    description: 'EF.ATR/INFO announces extended lengths, but the chip refuses them (6700).',
  }, {
    name: 'answers-in-parts', title: 'Response in parts', value: { unit: 'BYTES', default: 96 },
    description: 'Responses of more than this many bytes arrive in parts, which GET RESPONSE fetches (61xx).',
  }, {
    name: 'bac-only', title: 'BAC only',
    description: 'A first-generation document, without EF.CardAccess.',
  }, {
    name: 'pace-only', title: 'PACE only',
    description: 'A chip that refuses Basic Access Control.',
  }, {
    name: 'pace-cam', title: 'PACE with Chip Authentication Mapping',
    description: 'The chip offers only this mapping, which also proves its key.',
  }, {
    name: 'pace-unknown', title: 'Unknown PACE variant', cause: 'pace_unsupported',
    description: 'EF.CardAccess offers only an unknown protocol, and the chip refuses Basic Access Control.',
  }, {
    name: 'access-closed', title: 'No access protocol', cause: 'bac_unsupported',
    description: 'A chip without EF.CardAccess that also refuses Basic Access Control.',
  }, {
    name: 'pace-breaks', title: 'PACE breaks off', ends: 'READ_AFTER_NEW_CONTACT',
    description: 'The chip ends PACE midway (6F00) and refuses everything (6883) until a new contact, on which BAC opens it.',
  }, {
    name: 'pace-step-empty', title: 'PACE fails midway', cause: 'access_malformed',
    description: 'The chip responds to a PACE step with an empty template.',
  }, {
    name: 'pace-key-invalid', title: 'Invalid public key', cause: 'public_key_invalid',
    description: 'The public key that the chip sends in PACE is not a point on its curve.',
  }, {
    name: 'pace-token-wrong', title: 'Chip does not know the key', cause: 'pace_token_wrong',
    description: 'The chip’s token in the last step of PACE is wrong, as if the chip were guessing.',
  }, {
    name: 'bac-proof-wrong', title: 'Guessed Basic Access Control', cause: 'bac_response_wrong',
    description: 'A first-generation document whose response to the reader’s proof is wrong.',
  }, {
    name: 'wrong-mac', title: 'Altered response', value: { unit: 'COMMANDS', default: 4 }, cause: 'checksum_wrong',
    description: 'The secured response with this number has a wrong checksum, in every contact.',
  }, {
    name: 'keys-forgotten', title: 'Chip forgets its keys',
    value: { unit: 'COMMANDS', default: 4 }, cause: 'secure_messaging_ended',
    description: 'After this many secured responses the chip refuses the channel (6988), in every contact.',
  }, {
    name: 'read-refused', title: 'Reading refused',
    value: { unit: 'COMMANDS', default: 4 }, cause: 'security_status_not_satisfied',
    description: 'The READ BINARY with this number, and each one after it, is refused (6982).',
  }, {
    name: 'internal-error', title: 'Internal error', value: { unit: 'COMMANDS', default: 4 }, cause: 'chip_failure',
    description: 'The READ BINARY with this number, and each one after it, fails without a reason (6F00).',
  }, {
    name: 'gibberish', title: 'One-byte response',
    value: { unit: 'COMMANDS', default: 10 }, cause: 'response_malformed',
    description: 'After this many commands a response is a single byte, which is not a valid response.',
  }, {
    name: 'answers-endless', title: 'Endless response',
    value: { unit: 'COMMANDS', default: 10 }, cause: 'response_endless',
    description: 'After this many commands every response announces another part (61xx), and none is the last.',
  }, {
    name: 'file-padded', title: 'Padded file',
    description: 'Extra bytes follow DG2, as on chips whose files all have the same size.',
  }, {
    name: 'file-endless', title: 'Oversized file', cause: 'file_too_long',
    description: 'DG2 claims to be 16 MB long.',
  }, {
    name: 'file-cut-short', title: 'Truncated file', cause: 'file_incomplete',
    description: 'DG2 ends halfway, as after an interrupted personalisation.',
  }, {
    name: 'file-garbage', title: 'Damaged file', cause: 'file_malformed',
    description: 'EF.SOD holds bytes that are not a data object.',
  }, {
    name: 'com-missing', title: 'No EF.COM',
    description: 'The list of data groups is missing. Everything that matters is in EF.SOD.',
  }, {
    name: 'portrait-missing', title: 'No portrait', cause: 'file_not_found',
    description: 'EF.SOD lists DG2, but the chip does not have it.',
  }, {
    name: 'challenge-unanswered', title: 'No response to the challenge', cause: 'active_authentication_lost',
    description: 'The chip stops responding when asked for Active Authentication.',
  }, {
    name: 'challenge-wrong', title: 'Wrong proof',
    description: 'The signature of Active Authentication is wrong. Only its verification reveals it.',
  }, {
    name: 'chip-authentication-refused', title: 'Chip Authentication refused', cause: 'chip_authentication_refused',
    description: 'The chip does not know the key that its DG14 names.',
  },
] as const satisfies readonly Described[];

/** The name of a fault. Status words in the descriptions are those of ISO/IEC 7816-4, 5.6. */
export type FaultName = (typeof ENTRIES)[number]['name'];

/** What can go wrong between a reader and a chip of Doc 9303-10, in the order in which people encounter it. */
export const FAULTS: readonly (FaultEntry & { name: FaultName })[] = ENTRIES.map(
  (entry: Described & { name: FaultName }) => ({
    ...entry,
    ends: entry.ends ?? (entry.cause ? CHIP_ERROR_CODES[entry.cause] : 'READ'),
  }),
);

/** A fault, with its value where it has one. Status words in the chip's responses are those of ISO/IEC 7816-4, 5.6. */
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
