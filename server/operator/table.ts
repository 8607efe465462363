import { csvLine } from '../../openapi/facts/csv.ts';
import type { OutsideContext } from '../core/context.ts';
import { command, type Described, type OperatorCommand, print } from './command.ts';

type Row = Record<string, string>;

const CSV = {
  csv: { type: 'boolean', default: false, says: 'prints CSV, with a heading, for a spreadsheet' },
} as const satisfies Described;

interface Table<Own extends Described> {
  words?: string;
  summary: string;
  options?: Own;
  rows(ctx: OutsideContext, read: { words: string[]; values: Record<string, string | undefined> }): Promise<Row[]>;
}

export const table = <const Own extends Described>({ rows, options, ...definition }: Table<Own>): OperatorCommand =>
  command({
    ...definition,
    options: { ...options, ...CSV },
    async run(ctx, { words, values }, terminal) {
      // All other options of table commands are strings.
      const { csv, ...texts } = values as { csv: boolean } & Record<string, string | undefined>;
      const found = await rows(ctx, { words, values: texts });
      if (csv) terminal.write(csvOf(found));
      else print(terminal, found.length > 0 ? linesOf(found) : ['None yet.']);
      return 0;
    },
  });

const linesOf = (rows: Row[]): string[] => rows.map((row) => Object.values(row).join('  '));

const csvOf = ([first, ...more]: Row[]): string =>
  first === undefined ? '' : [Object.keys(first), ...[first, ...more].map(Object.values<string>)].map(csvLine).join('');
