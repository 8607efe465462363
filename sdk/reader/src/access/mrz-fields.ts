import { ChipError } from '../chip-error.ts';

/** The parts of the MRZ that open the chip: three fields, each with its check digit (Doc 9303-11, 4.3.2). Dates as YYMMDD, `<<<<<<` for none. */
export interface MrzFields {
  document_number: string;
  date_of_birth: string;
  date_of_expiry: string;
}

/** Why an access key cannot be right, found without a chip (Doc 9303-3, 4.9). */
export interface AccessKeyProblem {
  field: keyof MrzFields | 'mrz' | 'can';
  message: string;
}

/** The access key cannot open any chip: a check digit or the format is wrong (Doc 9303-3, 4.9). */
export class InvalidAccessKey extends ChipError {
  readonly problem: AccessKeyProblem;

  constructor(problem: AccessKeyProblem) {
    super('access_key_invalid', problem.message);
    this.problem = problem;
  }
}

const WEIGHTS = [7, 3, 1];
const LABELS: Record<keyof MrzFields, string> = {
  document_number: 'document number',
  date_of_birth: 'date of birth',
  date_of_expiry: 'date of expiry',
};

/** The check digit of a field (Doc 9303-3, 4.9). */
export function checkDigit(field: string): string {
  const sum = [...field].reduce((total, character, place) => total + numberOf(character) * WEIGHTS[place % 3]!, 0);
  return String(sum % 10);
}

const numberOf = (character: string) => (character === '<' ? 0 : Number.parseInt(character, 36));

/** The fields of an MRZ of any size, with or without line breaks (Doc 9303-4, -5 and -6). Throws InvalidAccessKey. */
export function readMrzFields(mrz: string): MrzFields {
  const text = mrz.replaceAll(/\s/g, '').toUpperCase();
  const place = PLACES[text.length];
  if (!place || !/^[A-Z0-9<]*$/.test(text))
    throw new InvalidAccessKey({
      field: 'mrz',
      message: 'A machine readable zone has 2 lines of 44 or 36 characters, or 3 of 30: letters, digits and <.',
    });
  const field = (start: number, length: number) => text.slice(start, start + length);
  const number = documentNumber(field(place.number, 10), place.optional ? field(...place.optional) : '');
  const fields = {
    document_number: number.value,
    date_of_birth: field(place.birth, 6),
    date_of_expiry: field(place.expiry, 6),
  };
  assertDigit('document_number', number.value, number.digit);
  assertDigit('date_of_birth', fields.date_of_birth, field(place.birth + 6, 1));
  assertDigit('date_of_expiry', fields.date_of_expiry, field(place.expiry + 6, 1));
  return fields;
}

/** Positions of the fields: TD3, TD2 and TD1 (Doc 9303-4, -6 and -5). A long document number continues in the optional data. */
const PLACES: Record<
  number,
  { number: number; birth: number; expiry: number; optional?: [start: number, length: number] }
> = {
  88: { number: 44, birth: 57, expiry: 65 },
  72: { number: 36, birth: 49, expiry: 57, optional: [64, 7] },
  90: { number: 5, birth: 30, expiry: 38, optional: [15, 15] },
};

function documentNumber(field: string, optional: string): { value: string; digit: string } {
  const digit = field[9]!;
  if (digit !== '<' || optional === '') return { value: field.slice(0, 9), digit };
  const rest = optional.split('<')[0]!;
  return rest.length < 2
    ? { value: field.slice(0, 9), digit }
    : { value: field.slice(0, 9) + rest.slice(0, -1), digit: rest.at(-1)! };
}

function assertDigit(field: keyof MrzFields, value: string, digit: string): void {
  if (checkDigit(value) === digit) return;
  throw new InvalidAccessKey({
    field,
    message: `The ${LABELS[field]} in the machine readable zone does not match its check digit. Check its characters.`,
  });
}

/** The MRZ information that keys are derived from (Doc 9303-11, 9.7.2). Throws InvalidAccessKey. */
export function mrzInformation({ document_number, date_of_birth, date_of_expiry }: MrzFields): string {
  const number = document_number.replaceAll(/\s/g, '').toUpperCase().padEnd(9, '<');
  assertForm('document_number', number, /^[A-Z0-9][A-Z0-9<]{8,21}$/, 'must have letters and digits only, at most 22');
  assertForm('date_of_birth', date_of_birth, /^[0-9<]{6}$/, 'must be in the form YYMMDD');
  // A document without an expiry date has fillers, and its key is derived from them.
  assertForm('date_of_expiry', date_of_expiry, /^([0-9]{6}|<{6})$/, 'must be in the form YYMMDD, or <<<<<< for none');
  return [number, date_of_birth, date_of_expiry].map((field) => field + checkDigit(field)).join('');
}

function assertForm(field: keyof MrzFields, value: string, form: RegExp, says: string): void {
  if (!form.test(value)) throw new InvalidAccessKey({ field, message: `The ${LABELS[field]} ${says}.` });
}
