/** Writes rows to a file while they are being read. */
import { csvHeading, csvLine } from '../../openapi/facts/csv.ts';

export type FileFormat = 'csv' | 'json';

export interface Table<Row> {
  /** What the rows are called: the property in a JSON file, and the beginning of the file's name. */
  rows: string;
  columns: readonly (keyof Row & string)[];
}

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
          ? csvLine(columns.map((column) => row[column]))
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
