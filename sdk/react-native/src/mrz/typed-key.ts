import type { MrzKey } from './key-of-mrz.ts';

/** Which field is wrong. */
export type TypedProblem = keyof MrzKey | 'can';

export interface TypedFields {
  document_number: string;
  /** Day, month and year, with any separator or none: `31/12/1985`. */
  date_of_birth: string;
  /** A dash for a document without an expiry date. */
  date_of_expiry: string;
}

/** The fields in the form of the zone, or the first invalid one. */
export function keyOfFields(fields: TypedFields): { key: MrzKey } | { problem: TypedProblem } {
  const document_number = fields.document_number.toUpperCase().replace(/[\s-]/g, '');
  if (!/^[A-Z0-9]{5,22}$/.test(document_number)) return { problem: 'document_number' };
  const date_of_birth = dateOf(fields.date_of_birth);
  if (!date_of_birth) return { problem: 'date_of_birth' };
  const date_of_expiry = NO_DATE.test(fields.date_of_expiry) ? '<<<<<<' : dateOf(fields.date_of_expiry);
  if (!date_of_expiry) return { problem: 'date_of_expiry' };
  return { key: { document_number, date_of_birth, date_of_expiry } };
}

/** Six digits, printed on the front of identity cards. */
export function keyOfCan(text: string): { key: { can: string } } | { problem: TypedProblem } {
  const can = text.replace(/\s/g, '');
  return /^\d{6}$/.test(can) ? { key: { can } } : { problem: 'can' };
}

const NO_DATE = /^\s*[-–—]+\s*$/;

/** @returns YYMMDD, or undefined for a day that does not exist. */
function dateOf(text: string): string | undefined {
  const [, day, month, year] = /^\s*(\d{1,2})\D?(\d{1,2})\D?(\d{4})\s*$/.exec(text) ?? [];
  if (!day || !month || !year) return undefined;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  return [year.slice(2), month.padStart(2, '0'), day.padStart(2, '0')].join('');
}

const CENTURY = 100;
/** How many years ahead an expiry date can be. A date of birth is never ahead. */
const LONGEST_VALIDITY_YEARS = 20;

/**
 * A date of the machine readable zone, YYMMDD, as people type it: `31/12/1985`. Empty if the day or the month of birth is unknown, and
 * a dash for a document without an expiry date.
 */
export function printedDate(text: string, lies: 'PAST' | 'FUTURE', today = new Date()): string {
  const year = Number(text.slice(0, 2));
  const last = today.getUTCFullYear() + (lies === 'FUTURE' ? LONGEST_VALIDITY_YEARS : 0);
  if (lies === 'FUTURE' && text === '<<<<<<') return '-';
  const full = last - ((((last - year) % CENTURY) + CENTURY) % CENTURY);
  return text.includes('<') ? '' : `${text.slice(4, 6)}/${text.slice(2, 4)}/${full}`;
}
