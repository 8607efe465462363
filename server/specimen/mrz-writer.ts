/** Writes a machine readable zone: TD3 for passports, TD1 for cards (ICAO 9303-4, 9303-5). */

export interface MrzFields {
  /** At most two letters, such as P or I. */
  document_code: string;
  issuing_state: string;
  surname: string;
  given_names: string;
  document_number: string;
  nationality: string;
  /** YYYY-MM-DD. */
  date_of_birth: string;
  /** M, F or empty. */
  sex: string;
  expiry_date: string;
  optional_data?: string;
}

export function writeTd3(fields: MrzFields): string {
  const names = field(nameOf(fields), 39);
  const number = checked(field(fields.document_number, 9));
  const birth = checked(sixDigits(fields.date_of_birth));
  const expiry = checked(sixDigits(fields.expiry_date));
  const optional = checked(field(fields.optional_data ?? '', 14));
  const composite = checkDigit(number + birth + expiry + optional);
  const sex = fields.sex || '<';
  return [
    `${field(fields.document_code, 2)}${field(fields.issuing_state, 3)}${names}`,
    `${number}${field(fields.nationality, 3)}${birth}${sex}${expiry}${optional}${composite}`,
  ].join('');
}

export function writeTd1(fields: MrzFields): string {
  const number = checked(field(fields.document_number, 9));
  const birth = checked(sixDigits(fields.date_of_birth));
  const expiry = checked(sixDigits(fields.expiry_date));
  const [upper, lower] = [field(fields.optional_data ?? '', 15), field('', 11)];
  const composite = checkDigit(number + upper + birth + expiry + lower);
  return [
    `${field(fields.document_code, 2)}${field(fields.issuing_state, 3)}${number}${upper}`,
    `${birth}${fields.sex || '<'}${expiry}${field(fields.nationality, 3)}${lower}${composite}`,
    field(nameOf(fields), 30),
  ].join('');
}

/** Transliteration of the national characters that the specimens use (9303-3, section 6). */
const TRANSLITERATION: Record<string, string> = { Å: 'AA', Ä: 'AE', Ö: 'OE', É: 'E', "'": '' };

const transliterate = (name: string): string =>
  [...name.toUpperCase()]
    .map((letter) => TRANSLITERATION[letter] ?? letter)
    .join('')
    .replaceAll(/[ -]/g, '<');

const nameOf = ({ surname, given_names }: MrzFields) => `${transliterate(surname)}<<${transliterate(given_names)}`;
const field = (text: string, length: number) => text.padEnd(length, '<').slice(0, length);
const sixDigits = (date: string) => date.replaceAll('-', '').slice(2);
const checked = (text: string) => text + checkDigit(text);

/** Weights 7, 3, 1; digits have their own value, A to Z are 10 to 35, and the filler is 0 (9303-3, 4.9). */
function checkDigit(text: string): string {
  const weights = [7, 3, 1];
  const sum = [...text].reduce((total, letter, index) => total + digitValue(letter) * weights[index % 3]!, 0);
  return String(sum % 10);
}

const digitValue = (letter: string) => (letter === '<' ? 0 : Number.parseInt(letter, 36));
