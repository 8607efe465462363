import { mkdtempDisposableSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../sdk/cli/src/command.ts';

/** A server gave a wrong response, so nothing was timed. */
export class WrongAnswer extends Error {}

export const root = join(import.meta.dirname, '../..');
export const here = import.meta.dirname;

export const say = (text: string): void => void process.stderr.write(`\x1b[2m[bench]\x1b[0m ${text}\n`);

export const machine = (): string =>
  `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, load ${loadavg()[0]!.toFixed(1)}`;

/** @throws UsageError with the names that exist. */
export function chosen<T extends { name: string }>(kind: string, all: readonly T[], names?: string[]): T[] {
  const unknown = names?.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined)
    throw new UsageError(`There is no ${kind} "${unknown}": ${all.map(({ name }) => name).join(', ')}`);
  return all.filter(({ name }) => names?.includes(name) ?? true);
}

/** The value below which `share` (0 to 1) of the values lie, interpolated between its neighbours. @throws for no values. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('A quantile needs at least one value');
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)]!;
  return below + (sorted[Math.ceil(place)]! - below) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Each of `values` divided by the one of `by` from the same round, so that changes in the machine's speed cancel out. */
export function pairedRatios(values: readonly number[], by: readonly number[]): number[] {
  if (values.length !== by.length) throw new Error(`${values.length} values cannot be paired with ${by.length}`);
  return values.map((value, round) => value / by[round]!);
}

export function rotated<T>(items: readonly T[], round: number): T[] {
  const from = Math.floor(round / 2) % Math.max(items.length, 1);
  const order = [...items.slice(from), ...items.slice(0, from)];
  return round % 2 === 0 ? order : order.reverse();
}

/** Measures every item in every round, in varying orders. The first `warm_up` rounds are not counted. */
export async function inRounds<T, S>(
  items: readonly T[],
  { rounds, warm_up = 0 }: { rounds: number; warm_up?: number },
  measure: (item: T) => Promise<S> | S,
): Promise<Map<T, S[]>> {
  const samples = new Map<T, S[]>(items.map((item) => [item, []]));
  for (let round = -warm_up; round < rounds; round++) {
    for (const item of rotated(items, Math.max(round, 0))) {
      const sample = await measure(item);
      if (round >= 0) samples.get(item)!.push(sample);
    }
  }
  return samples;
}

export type Cell = string | number | undefined;

/** `heads` is all headings in one string, separated by `|`. */
export function table(heads: string, rows: readonly (readonly Cell[])[]): string {
  const head = heads.split('|').map((text) => text.trim());
  const texts = [head, ...rows].map((row) => head.map((_, column) => textOf(row[column])));
  const isFigure = head.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
  const widths = head.map((_, column) => Math.max(3, ...texts.map((row) => row[column]!.length)));
  const pad = (text: string, column: number) =>
    isFigure[column] ? text.padStart(widths[column]!) : text.padEnd(widths[column]!);
  const rule = widths.map((width, column) => (isFigure[column] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [texts[0]!.map(pad), rule, ...texts.slice(1).map((row) => row.map(pad))]
    .map((row) => `| ${row.join(' | ')} |\n`)
    .join('');
}

const textOf = (cell: Cell): string => {
  if (typeof cell !== 'number') return cell ?? '';
  return cell.toFixed(Number.isInteger(cell) || cell >= 100 ? 0 : cell >= 10 ? 1 : 2);
};

export const atMost = (most: number, value: number): string => `≤ ${most} ${value <= most ? 'met' : 'MISSED'}`;
export const atLeast = (least: number, value: number): string => `≥ ${least} ${value >= least ? 'met' : 'MISSED'}`;

/** A folder that is removed when the process ends, even if it is interrupted. */
export function temporaryFolder(): { path: string; remove(): void } {
  const { path, remove } = mkdtempDisposableSync(join(tmpdir(), 'sigill-bench-'));
  process.once('exit', remove);
  return { path, remove };
}
