import { checkDigit } from './check-digit.ts';
import { birthDate, expiryDate } from './dates.ts';
import { LAYOUTS, type Layout, MrzInvalid, type Range } from './layouts.ts';

/** The fields of a machine readable zone (Doc 9303-3, 4; 9303-4 to -6, 4.2.2). */
export interface Mrz {
  format: Layout['format'];
  document_code: string;
  /** As written, without fillers: `D`, `UTO`. */
  issuing_state: string;
  nationality: string;
  /** Either may be empty, when the holder has one name. */
  surname: string;
  given_names: string;
  /** Whether the name field is full, so that names may be missing or truncated. */
  names_truncated: boolean;
  document_number: string;
  /** YYMMDD as written, with fillers for unknown parts. */
  date_of_birth_field: string;
  /** The known part: `1974-08-12`, `1974-08` or `1974`. Absent when the year is unknown. */
  date_of_birth?: string;
  sex: 'MALE' | 'FEMALE' | 'UNSPECIFIED';
  /** Absent when the document has none. */
  expiry_date?: string;
  optional: string[];
}

/**
 * Parses an MRZ of size TD1, TD2 or TD3, without line breaks, and verifies every check digit (Doc 9303-3, 4.9). Two-digit years are
 * interpreted relative to `at`. Throws MrzInvalid.
 */
export function parseMrz(text: string, at: Date): Mrz {
  const layout = LAYOUTS.find(({ length }) => length === text.length);
  if (!layout) throw new MrzInvalid(`length ${text.length}`);
  if (!/^[A-Z0-9<]+$/.test(text)) throw new MrzInvalid('characters');
  const field = ([from, to]: Range) => text.slice(from, to);

  const number = documentNumber(text, layout);
  const birth = field(layout.date_of_birth);
  const expiry = field(layout.expiry_date);
  verify('date of birth', birth, text[layout.date_of_birth[1]]);
  verify('date of expiry', expiry, text[layout.expiry_date[1]]);
  if (layout.optional_check !== undefined)
    verifyOptional(layout.optional.map(field).join(''), text[layout.optional_check]);
  verify('composite', layout.composite.map(field).join(''), text[layout.composite_check]);

  const code = field(layout.document_code);
  if (!/^[A-Z][A-Z0-9<]$/.test(code)) throw new MrzInvalid('document code');
  const date_of_birth = birthDate(birth, at);
  const expiry_date = expiryDate(expiry, at);
  return {
    format: layout.format,
    document_code: code.replace('<', ''),
    issuing_state: stateCode(field(layout.issuing_state), 'issuing State'),
    nationality: stateCode(field(layout.nationality), 'nationality'),
    ...names(field(layout.names)),
    document_number: number.document_number,
    date_of_birth_field: birth,
    ...(date_of_birth && { date_of_birth }),
    sex: sex(text[layout.sex]),
    ...(expiry_date && { expiry_date }),
    optional: [number.optional, ...layout.optional.slice(1).map(field)]
      .map(withoutFillers)
      .filter((value) => value !== ''),
  };
}

/**
 * A number of more than nine characters continues in the optional data: the check digit is a filler, and the optional data begin with
 * the rest of the number, its check digit and a filler (Doc 9303-5, 4.2.2.1 note j).
 */
function documentNumber(text: string, layout: Layout): { document_number: string; optional: string } {
  const principal = text.slice(...layout.document_number);
  const check = text[layout.document_number[1]];
  const optional = text.slice(...(layout.optional[0] ?? [0, 0]));
  const end = optional.indexOf('<');
  const isLong = check === '<' && layout.format !== 'TD3' && !principal.includes('<') && end !== 0;
  if (!isLong) {
    verify('document number', principal, check);
    return { document_number: required(withoutFillers(principal), 'document number'), optional };
  }
  const rest = end < 0 ? optional : optional.slice(0, end);
  const document_number = principal + rest.slice(0, -1);
  verify('document number', document_number, rest.at(-1));
  return { document_number, optional: end < 0 ? '' : optional.slice(end + 1) };
}

function verify(name: string, data: string, digit: string | undefined): void {
  if (digit !== checkDigit(data)) throw new MrzInvalid(`check digit of ${name}`);
}

/** Without optional data the check digit may be a filler (Doc 9303-4, 4.2.2.2). */
function verifyOptional(data: string, digit: string | undefined): void {
  if (digit === '<' && /^<*$/.test(data)) return;
  verify('optional data', data, digit);
}

function stateCode(field: string, name: string): string {
  if (!/^[A-Z]{1,3}<{0,2}$/.test(field)) throw new MrzInvalid(name);
  return field.replaceAll('<', '');
}

function names(field: string): Pick<Mrz, 'surname' | 'given_names' | 'names_truncated'> {
  if (/\d/.test(field)) throw new MrzInvalid('names');
  const [primary = '', ...secondary] = field.replace(/(?<!<)<+$/, '').split('<<');
  const [surname, given_names] = [primary, secondary.join('<')].map(withoutFillers) as [string, string];
  required(surname || given_names, 'names');
  return { surname, given_names, names_truncated: !field.endsWith('<') };
}

function sex(letter: string | undefined): Mrz['sex'] {
  if (letter === 'M') return 'MALE';
  if (letter === 'F') return 'FEMALE';
  if (letter === '<' || letter === 'X') return 'UNSPECIFIED';
  throw new MrzInvalid('sex');
}

function required(value: string, name: string): string {
  if (!value) throw new MrzInvalid(`${name} is empty`);
  return value;
}

const withoutFillers = (text: string) => text.replace(/<+/g, ' ').trim();
