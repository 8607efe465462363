/** Sessions as CSV (RFC 4180), in the form that spreadsheets open correctly. */
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

/** Spreadsheets recognize UTF-8 by it. */
const BYTE_ORDER_MARK = '\ufeff';

export const csvHeading = `${BYTE_ORDER_MARK}${COLUMNS.join(',')}\r\n`;

export const csvLine = (session: SessionListItem): string =>
  `${COLUMNS.map((column) => cell(session[column])).join(',')}\r\n`;

/** Spreadsheets interpret cells that begin like this as formulas and run them. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function cell(value: string | number | boolean | undefined): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
