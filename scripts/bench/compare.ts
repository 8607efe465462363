/** `npm run bench`: the service, the yardstick and peers side by side, as ratios within one run. */

import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { responseValidator } from '../../server/http/contract.ts';
import { type Case, casesNamed, jobOf } from './cases.ts';
import { comparedFigures, keepFigures } from './figures.ts';
import { type Cell, inRounds, machine, median, pairedRatios, quantile, say, table, WrongAnswer } from './measure.ts';
import type { Job } from './processes/load.ts';
import { type Send, withLoad } from './processes.ts';
import { contestants, PROMISES, type Running, SERVICE, withServers, YARDSTICK } from './servers.ts';
import { type Prepared, prepare, serviceKind } from './service.ts';

export interface CompareOptions {
  rounds: number;
  /** Multiplies the requests of a round and the prepared sessions. */
  scale: number;
  cases?: string[] | undefined;
  only?: string[] | undefined;
  /** Says what became dearer since the figures were last kept. */
  is_compared?: boolean | undefined;
  /** Keeps the figures for later runs. */
  is_kept?: boolean | undefined;
}

const FIGURES = ['cpu_us', 'per_second', 'p50_ms', 'p99_ms', 'bytes'] as const;

/** One round of one server. `cpu_us` and `bytes` are per request; `cpu_us` is the user and system time of all its threads. */
type Sample = Record<(typeof FIGURES)[number], number>;
type Samples = Map<Running, Sample[]>;

const WARM_UP = 2;

export async function compare({ rounds, scale, only, ...options }: CompareOptions): Promise<string> {
  const [cases, servers] = [casesNamed(options.cases), contestants(only)];
  const amount = (most: number, least: number) => Math.min(most, Math.max(least, Math.round(most * scale)));
  const prepared = await prepare({ open: amount(1000, 50), approved: amount(8, 2) });
  const lines = await withLoad((send) =>
    withServers(servers, prepared, async (running) => {
      await checkAnswers(running, prepared, cases);
      const measured: Line[] = [];
      for (const each of cases) {
        say(`${each.title} …`);
        const job = (server: Running) => jobOf(each, prepared, server, Math.max(20, Math.round(each.requests * scale)));
        const take = (server: Running) => sample(server, send, job(server), each.status);
        measured.push(...linesOf(each, await inRounds(running, { rounds, warm_up: WARM_UP }, take)));
      }
      return measured;
    }),
  );
  prepared.service.remove();
  const head = `${machine()}\n${serviceKind()}; ${rounds} rounds, ratios to node:http by hand in the same round`;
  const own = lines.filter(({ server }) => server === SERVICE);
  const figures = Object.fromEntries(own.map((line) => [line.case, Number(median(line.cpu).toFixed(3))]));
  const compared = options.is_compared ? `\n${comparedFigures(figures)}` : '';
  if (options.is_kept) keepFigures(figures);
  return `${head}\n\n${tableOf(lines)}${compared}`;
}

async function sample(server: Running, send: Send, job: Job, status: number): Promise<Sample> {
  const before = await server.usage();
  const { wall_ms, latencies_ms, bytes } = await send(job, status);
  const after = await server.usage();
  return {
    cpu_us: (after.cpu_us - before.cpu_us) / job.requests,
    per_second: (job.requests / wall_ms) * 1000,
    p50_ms: quantile(latencies_ms, 0.5),
    p99_ms: quantile(latencies_ms, 0.99),
    bytes: bytes / job.requests,
  };
}

interface Line extends Sample {
  case: string;
  server: string;
  promises: string;
  cpu: number[];
  throughput: number;
  goals: string;
}

function linesOf({ name, goal }: Case, samples: Samples): Line[] {
  const all = (figure: keyof Sample, own: readonly Sample[]) => own.map((one) => one[figure]);
  const of = (server: string) => [...samples].find(([known]) => known.name === server)?.[1];
  const ratios = (figure: keyof Sample, own: Sample[], by: string) =>
    pairedRatios(all(figure, own), all(figure, of(by)!));
  return [...samples].map(([server, own]) => {
    const figures = Object.fromEntries(FIGURES.map((figure) => [figure, median(all(figure, own))])) as Sample;
    const rivals = Object.entries(server.name === SERVICE ? goal : {}).filter(([rival]) => of(rival));
    const missed = rivals
      .map(([rival, most]) => ({ rival, most, cpu: median(ratios('cpu_us', own, rival)) }))
      .filter(({ cpu, most }) => cpu > most)
      .map(({ rival, most, cpu }) => `MISSED: ${cpu.toFixed(2)} × ${rival}, ≤ ${most}`);
    return {
      ...{ case: name, server: server.name, promises: server.promises },
      ...{ cpu: ratios('cpu_us', own, YARDSTICK), throughput: median(ratios('per_second', own, YARDSTICK)) },
      ...figures,
      goals: rivals.length > 0 ? missed.join('; ') || 'met' : '',
    };
  });
}

const HEAD =
  'case | server | promises | CPU/raw | (min–max) | req/s /raw | CPU µs | req/s | p50 ms | p99 ms | bytes | goals';

function tableOf(lines: readonly Line[]): string {
  const rows = lines.map(({ cpu, ...line }): Cell[] => [
    ...[line.case, line.server, line.promises, median(cpu)],
    `(${Math.min(...cpu).toFixed(2)}–${Math.max(...cpu).toFixed(2)})`,
    ...[line.throughput, ...FIGURES.map((figure) => line[figure]), line.goals],
  ]);
  const letters = Object.entries(PROMISES).map(([letter, promise]) => `${letter}  ${promise}\n`);
  return `${table(HEAD, rows)}
All authenticate, count each call against a shared limit, keep a log of requests, and sync what they write. Beyond that:
${letters.join('')}`;
}

/**
 * Before anything is timed, every server must respond to every case as the contract says, count it against a rate limit and write
 * the calls with a valid API key to its request log, so that no server wins by leaving out work.
 * @throws WrongAnswer with everything that is wrong.
 */
async function checkAnswers(running: readonly Running[], prepared: Prepared, cases: readonly Case[]): Promise<void> {
  const wrong: string[] = [];
  for (const server of running)
    for (const each of cases) {
      const [first, second] = [await ask(each, prepared, server), await ask(each, prepared, server)];
      const validate = responseValidator(each.operation, each.status)!;
      const complain = (text: string) => wrong.push(`${server.name} ${each.name}: ${text}`);
      if (first.status !== each.status) complain(`status ${first.status}`);
      else if (!validate(first.body))
        for (const { instancePath, message } of validate.errors ?? []) complain(`${instancePath} ${message}`);
      if (!(first.remaining > second.remaining)) complain('a call does not count against a rate limit');
      if (first.is_logged && !(await areLogged(server, [first.request_id, second.request_id])))
        complain('not in the request log');
    }
  if (wrong.length > 0) throw new WrongAnswer(`These responses are wrong, so nothing was timed:\n${wrong.join('\n')}`);
}

async function ask(each: Case, prepared: Prepared, server: Running) {
  const { path, headers, bodies } = jobOf(each, prepared, server);
  const response = await fetch(server.base + path, { method: 'POST', headers, body: bodies[0]! });
  return {
    status: response.status,
    body: (await response.json()) as unknown,
    remaining: Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]),
    request_id: response.headers.get('x-request-id'),
    /** Only calls with a valid API key are logged. */
    is_logged: headers['authorization']!.startsWith('Basic') && each.status !== 401,
  };
}

const LOGGED_WITHIN_MS = 20_000;

async function areLogged({ database_file }: Running, ids: (string | null)[]): Promise<boolean> {
  const db = new Database(database_file, { readonly: true });
  const find = db.prepare('select 1 from api_requests where request_id in (?, ?)');
  const deadline = Date.now() + LOGGED_WITHIN_MS;
  while (find.all(ids).length < ids.length && Date.now() < deadline) await pause(100);
  const found = find.all(ids).length;
  db.close();
  return found === ids.length;
}

const FACTOR = 2;

export async function profile(name: string, file: string, options: { scale: number; server?: string | undefined }) {
  const [measured] = casesNamed([name]);
  const { server = SERVICE, scale } = options;
  const servers = contestants([server]);
  const prepared = await prepare({ open: 1000, approved: 8 });
  const requests = Math.round(measured!.requests * scale * FACTOR);
  const taken = await withLoad((send) =>
    withServers(servers, prepared, async (running) => {
      const { port, startProfile, endProfile } = running.find((one) => one.name === server)!;
      const all = () => send(jobOf(measured!, prepared, { port }, requests), measured!.status);
      say(`Warming up with ${requests} requests, then profiling as many …`);
      await all();
      await startProfile();
      await all();
      return endProfile();
    }),
  );
  prepared.service.remove();
  writeFileSync(file, JSON.stringify(taken));
  return `${measured!.title}, ${server}: ${requests} requests. Open ${file} in the Performance panel of Chrome's developer tools.\n`;
}
