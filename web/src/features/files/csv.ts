/** Spreadsheets recognize UTF-8 by it. */
const BYTE_ORDER_MARK = '\ufeff';

/** Spreadsheets interpret cells that begin like this as formulas and run them. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A table as the service exports it: RFC 4180, with the columns' names in the first line. */
export function csvOf<Row extends object>(columns: readonly (keyof Row & string)[], rows: Row[]): string {
  const lines = rows.map((row) => columns.map((column) => cell(row[column])));
  return BYTE_ORDER_MARK + [columns, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

function cell(value: unknown): string {
  if (value === undefined) return '';
  const text = String(value);
  const harmless = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
