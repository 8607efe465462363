/** The table of ratios, and whether the service reached its goals. */
import type { Case } from './cases.ts';
import { SERVICE, YARDSTICK } from './contestants.ts';
import type { Sample, Samples } from './rounds.ts';
import { median, pairedRatios, type Spread, spread } from './statistics.ts';

export interface Line {
  case: string;
  server: string;
  /** Server CPU per request, as ratio to the yardstick in the same round. */
  cpu: Spread;
  /** Requests per second, as ratio to the yardstick in the same round. */
  throughput: Spread;
  cpu_us_per_request: number;
  requests_per_second: number;
  p50_ms: number;
  p99_ms: number;
  bytes_per_answer: number;
  goal?: { cpu: number; met: boolean };
}

export function linesOf(cases: readonly Case[], samples: Samples): Line[] {
  return cases.flatMap(({ name, goal }) => {
    const byServer = samples[name] ?? {};
    const raw = byServer[YARDSTICK] ?? [];
    return Object.entries(byServer).map(([server, own]) => {
      const cpu = spread(pairedRatios(all(own, 'cpu_us_per_request'), all(raw, 'cpu_us_per_request')));
      const throughput = spread(pairedRatios(all(own, 'requests_per_second'), all(raw, 'requests_per_second')));
      const medians = Object.fromEntries(FIGURES.map((figure) => [figure, median(all(own, figure))])) as Medians;
      const judged = server === SERVICE && { goal: { cpu: goal.cpu, met: cpu.median <= goal.cpu } };
      return { case: name, server, cpu, throughput, ...medians, ...judged };
    });
  });
}

type Medians = Pick<Line, (typeof FIGURES)[number]>;
const FIGURES = ['cpu_us_per_request', 'requests_per_second', 'p50_ms', 'p99_ms', 'bytes_per_answer'] as const;

const all = (samples: readonly Sample[], figure: keyof Sample) => samples.map((sample) => sample[figure]);

const HEAD = [
  'case',
  'server',
  'CPU/raw',
  '(min–max)',
  'goal',
  'req/s /raw',
  'CPU µs',
  'req/s',
  'p50 ms',
  'p99 ms',
  'bytes',
];

export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map((line) => [
    line.case,
    line.server,
    line.cpu.median.toFixed(2),
    `(${line.cpu.min.toFixed(2)}–${line.cpu.max.toFixed(2)})`,
    line.goal ? verdict(line.goal.cpu, line.goal.met) : '',
    line.throughput.median.toFixed(2),
    line.cpu_us_per_request.toFixed(0),
    line.requests_per_second.toFixed(0),
    line.p50_ms.toFixed(2),
    line.p99_ms.toFixed(2),
    line.bytes_per_answer.toFixed(0),
  ]);
  return columns([HEAD, ...rows]);
}

export const verdict = (goal: number, met: boolean): string => `≤ ${goal} ${met ? 'met' : 'MISSED'}`;

/** Rows as text in columns: the first two from the left, figures from the right. */
export function columns(rows: readonly (readonly string[])[], left = 2): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const cell = (text: string, column: number) =>
    column < left ? text.padEnd(widths[column]!) : text.padStart(widths[column]!);
  return `${rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n')}\n`;
}
