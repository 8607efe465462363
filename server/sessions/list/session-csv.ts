/** Sessions as lines of a table (RFC 4180), as spreadsheets open it. */
import type { SessionListItem } from '../../generated/operations.gen.ts';

const COLUMNS = [
  'id',
  'reference',
  'state',
  'failure_code',
  'document_country',
  'created',
  'initiated',
  'ended',
  'redacted',
  'expires',
  'specimen',
  'face_verification',
  'passport_only',
  'require_clone_protection',
  'locale',
  'refuse_weak',
] as const satisfies (keyof SessionListItem)[];

/** By it spreadsheets know UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

export const csvHeading = `${BYTE_ORDER_MARK}${COLUMNS.join(',')}\r\n`;

export const csvLine = (session: SessionListItem): string =>
  `${COLUMNS.map((column) => cell(session[column])).join(',')}\r\n`;

/** Spreadsheets take what begins like this for a formula, and run it. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function cell(value: string | number | boolean | undefined): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
