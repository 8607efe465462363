/** The report: a line for each cell, the same bytes for the same contract and the same results. */
import type { Cell } from './cells.ts';

export interface Results {
  server: string;
  mock: string;
  sdk: string;
}

export type Row = Cell & Results;

const columns = ['server', 'mock', 'sdk'] as const;

/** What is no failure: an example that was met, or one that the operation can never answer, with the reason. */
const isFine = (result: string): boolean => result === 'ok' || result.startsWith('never: ');

export const failuresIn = (rows: Row[]): Row[] => rows.filter((row) => columns.some((column) => !isFine(row[column])));

export function reportOf(contract: string, rows: Row[]): string {
  const table = [
    ['operation', 'status', 'example', ...columns],
    ...rows.map(({ id, status, example, server, mock, sdk }) => [id, String(status), example, server, mock, sdk]),
  ];
  const widths = table[0]!.map((_, index) => Math.max(...table.map((row) => row[index]!.length)));
  const lines = table.map((row) =>
    row
      .map((text, index) => text.padEnd(widths[index]!))
      .join('  ')
      .trimEnd(),
  );
  return `contract ${contract}\n\n${lines.join('\n')}\n\n${summaryOf(rows)}\n`;
}

export function summaryOf(rows: Row[]): string {
  const operations = new Set(rows.map(({ id }) => id)).size;
  const count = (column: (typeof columns)[number]) =>
    `${column} ${rows.filter((row) => row[column] === 'ok').length} ok, ${rows.filter((row) => row[column].startsWith('never: ')).length} never, ${rows.filter((row) => !isFine(row[column])).length} failed`;
  return `${operations} operations, ${rows.length} cells: ${columns.map(count).join('; ')}.`;
}
