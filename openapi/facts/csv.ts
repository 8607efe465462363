/** Tables for spreadsheets (RFC 4180). */

const BYTE_ORDER_MARK = '\ufeff';

/** Spreadsheets interpret cells that begin like this as formulas and run them. Negative amounts are excluded, because they are numbers. */
const FORMULA = /^(?!-\d+\.\d+$)[=+\-@\t\r\n＝＋－＠]/;

export const csvHeading = (columns: readonly string[]): string => BYTE_ORDER_MARK + csvLine(columns);

export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

function cell(value: unknown): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
