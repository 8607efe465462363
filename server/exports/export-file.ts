/** Writes rows to a file while they are being read. */

/** Spreadsheets recognize UTF-8 by it. */
const BYTE_ORDER_MARK = '\ufeff';

type Value = string | number | boolean | undefined;

export const csvHeading = (columns: readonly string[]): string => `${BYTE_ORDER_MARK}${columns.join(',')}\r\n`;

export const csvLine = (values: readonly Value[]): string => `${values.map(cell).join(',')}\r\n`;

/** Spreadsheets interpret cells that begin like this as formulas and run them. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Negative amounts are numbers, not formulas. */
const AMOUNT = /^-\d+\.\d+$/;

function cell(value: Value): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  const harmless = FORMULA.test(value) && !AMOUNT.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export type FileFormat = 'csv' | 'json';

export interface Table<Row> {
  /** What the rows are: the property of the JSON file, and the beginning of the file's name. */
  rows: string;
  columns: readonly (keyof Row & string)[];
}

/** Chunks of about this size are worth a separate write. */
const PART = 16_384;

export async function* partsOf<Row extends object>(
  format: FileFormat,
  { rows, columns }: Table<Row>,
  pages: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  yield format === 'csv' ? csvHeading(columns) : `{"${rows}":[`;
  let isFirst = true;
  let text = '';
  for await (const page of pages) {
    for (const row of page) {
      text +=
        format === 'csv'
          ? csvLine(columns.map((column) => row[column] as Value))
          : `${isFirst ? '' : ','}\n${JSON.stringify(row)}`;
      isFirst = false;
    }
    if (text.length < PART) continue;
    yield text;
    text = '';
  }
  if (format === 'json') text += '\n]}\n';
  if (text) yield text;
}
