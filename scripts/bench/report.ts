/** The table of ratios, and whether the service reached its goals. */
import type { Case } from './cases.ts';
import { CONTESTANTS, PROMISES, SERVICE, YARDSTICK } from './contestants.ts';
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
  /** For the service: its CPU per request by that of others in the same round. */
  goals?: { server: string; most: number; cpu: Spread; met: boolean }[];
}

export function linesOf(cases: readonly Case[], samples: Samples): Line[] {
  return cases.flatMap(({ name, goal }) => {
    const byServer = samples[name] ?? {};
    const by = (figure: keyof Sample, own: readonly Sample[], server: string) =>
      spread(pairedRatios(all(own, figure), all(byServer[server] ?? [], figure)));
    return Object.entries(byServer).map(([server, own]) => {
      const cpu = by('cpu_us_per_request', own, YARDSTICK);
      const throughput = by('requests_per_second', own, YARDSTICK);
      const medians = Object.fromEntries(FIGURES.map((figure) => [figure, median(all(own, figure))])) as Medians;
      const others = server === SERVICE ? Object.entries(goal).filter(([other]) => byServer[other]) : [];
      const goals = others.map(([other, most]) => {
        const cpu = by('cpu_us_per_request', own, other);
        return { server: other, most, cpu, met: cpu.median <= most };
      });
      return { case: name, server, cpu, throughput, ...medians, ...(goals.length > 0 && { goals }) };
    });
  });
}

type Medians = Pick<Line, (typeof FIGURES)[number]>;
const FIGURES = ['cpu_us_per_request', 'requests_per_second', 'p50_ms', 'p99_ms', 'bytes_per_answer'] as const;

const all = (samples: readonly Sample[], figure: keyof Sample) => samples.map((sample) => sample[figure]);

const HEAD = [
  'case',
  'server',
  'promises',
  'CPU/raw',
  '(min–max)',
  'req/s /raw',
  'CPU µs',
  'req/s',
  'p50 ms',
  'p99 ms',
  'bytes',
  'goals',
];

export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map((line) => [
    line.case,
    line.server,
    CONTESTANTS.find(({ name }) => name === line.server)!.promises,
    line.cpu.median.toFixed(2),
    `(${line.cpu.min.toFixed(2)}–${line.cpu.max.toFixed(2)})`,
    line.throughput.median.toFixed(2),
    line.cpu_us_per_request.toFixed(0),
    line.requests_per_second.toFixed(0),
    line.p50_ms.toFixed(2),
    line.p99_ms.toFixed(2),
    line.bytes_per_answer.toFixed(0),
    line.goals ? verdictOf(line.goals) : '',
  ]);
  const signs = Object.entries(PROMISES).map(([sign, promise]) => `${sign}  ${promise}`);
  return `${columns([HEAD, ...rows], 3)}\nAll authenticate, count each call against a shared limit, keep a log of requests, and sync what they write. Beyond that:\n${signs.join('\n')}\n`;
}

function verdictOf(goals: NonNullable<Line['goals']>): string {
  const missed = goals.filter(({ met }) => !met);
  if (missed.length === 0) return 'met';
  return `MISSED: ${missed.map(({ server, most, cpu }) => `${cpu.median.toFixed(2)} × ${server}, ≤ ${most}`).join('; ')}`;
}

export const verdict = (goal: number, met: boolean): string => `≤ ${goal} ${met ? 'met' : 'MISSED'}`;

/** Rows as text in columns: the first two from the left, figures from the right. */
export function columns(rows: readonly (readonly string[])[], left = 2): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const cell = (text: string, column: number) =>
    column < left ? text.padEnd(widths[column]!) : text.padStart(widths[column]!);
  return `${rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n')}\n`;
}
