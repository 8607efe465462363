/** `npm run bench -- start`: how long until a server answers, and how much memory it holds. */
import { setTimeout as pause } from 'node:timers/promises';
import { CASES, type Case, caseNamed } from './cases.ts';
import { type Contestant, chosen, SERVICE, YARDSTICK } from './contestants.ts';
import { installPeers } from './install-peers.ts';
import { jobOf, type LoadProcess, startLoadProcess } from './load.ts';
import { machine } from './machine.ts';
import { type Prepared, prepare } from './prepare.ts';
import { say } from './progress.ts';
import { columns, verdict } from './report.ts';
import { type Running, startAll, stopAll } from './rounds.ts';
import { serviceKind } from './service.ts';
import { median, pairedRatios, rotated, spread } from './statistics.ts';

const GOALS = { start: 1.6, idle_mib: 120, after: 1.5 };
const IDLE_MS = 5000;
const MIB = 1024 * 1024;

export interface StartOptions {
  rounds: number;
  only?: string[] | undefined;
  /** Also measures memory after this many requests of each case. */
  memory_requests?: number | undefined;
  cases?: string[] | undefined;
}

interface Started {
  ready_ms: number[];
  call_ms: number[];
}

export async function start({ rounds, only, memory_requests, cases: wanted }: StartOptions): Promise<string> {
  const cases = wanted?.map(caseNamed) ?? CASES;
  const contestants = chosen(only);
  if (contestants.some(({ is_peer }) => is_peer)) installPeers('peers');
  say('Preparing an account with sessions …');
  const prepared = await prepare({ open: 100, approved: 4 });
  try {
    const times = await measureStarts(contestants, prepared, rounds);
    const running = await startAll(contestants, prepared);
    try {
      const idle = await idleMemory(running);
      const head = `${machine()}\nservice: ${serviceKind()}; ${rounds} starts each\n\n`;
      const tables = [head, startTable(times), '\n', idleTable(idle)];
      if (memory_requests)
        tables.push('\n', await memoryTable(running, prepared, { cases, requests: memory_requests, idle }));
      return tables.join('');
    } finally {
      await stopAll(running);
    }
  } finally {
    prepared.remove();
  }
}

async function measureStarts(
  contestants: readonly Contestant[],
  prepared: Prepared,
  rounds: number,
): Promise<Map<string, Started>> {
  const times = new Map(contestants.map(({ name }) => [name, { ready_ms: [], call_ms: [] } as Started]));
  const state = caseNamed('state');
  // The first start of each is not counted: it reads the files from the disk.
  for (let round = -1; round < rounds; round++) {
    say(round < 0 ? 'Starting each once …' : `Start ${round + 1} of ${rounds} …`);
    for (const contestant of rotated(contestants, Math.max(round, 0))) {
      const { ready_ms, call_ms } = await oneStart(contestant, prepared, state);
      if (round < 0) continue;
      times.get(contestant.name)!.ready_ms.push(ready_ms);
      times.get(contestant.name)!.call_ms.push(call_ms);
    }
  }
  return times;
}

/** `call_ms` is until the first call of the API was answered, which comes after the health check. */
async function oneStart(contestant: Contestant, prepared: Prepared, state: Case) {
  const server = await contestant.start(prepared);
  const began = performance.now();
  const { path, headers, bodies } = jobOf(state, prepared, server.port);
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method: 'POST', headers, body: bodies[0]! });
  await response.arrayBuffer();
  const call_ms = server.ready_ms + performance.now() - began;
  await server.stop();
  if (response.status !== state.status) throw new Error(`${contestant.name} answered ${response.status}`);
  return { ready_ms: server.ready_ms, call_ms };
}

async function idleMemory(running: readonly Running[]): Promise<Map<string, number>> {
  say(`Waiting ${IDLE_MS / 1000} s …`);
  await pause(IDLE_MS);
  return rssOf(running);
}

async function rssOf(running: readonly Running[]): Promise<Map<string, number>> {
  const entries = running.map(async ({ contestant, server }) => {
    return [contestant.name, (await server.usage()).rss_bytes / MIB] as const;
  });
  return new Map(await Promise.all(entries));
}

function startTable(times: Map<string, Started>): string {
  const raw = times.get(YARDSTICK)!;
  const rows = [...times].map(([name, { ready_ms, call_ms }]) => {
    const ready = spread(pairedRatios(ready_ms, raw.ready_ms));
    const called = spread(pairedRatios(call_ms, raw.call_ms));
    const met = Math.max(ready.median, called.median) <= GOALS.start;
    return [
      name,
      median(ready_ms).toFixed(0),
      `${ready.median.toFixed(2)} (${ready.min.toFixed(2)}–${ready.max.toFixed(2)})`,
      median(call_ms).toFixed(0),
      `${called.median.toFixed(2)} (${called.min.toFixed(2)}–${called.max.toFixed(2)})`,
      name === SERVICE ? verdict(GOALS.start, met) : '',
    ];
  });
  return columns([['start', '/healthz ms', '/raw', 'first call ms', '/raw', 'goal'], ...rows], 1);
}

function idleTable(idle: Map<string, number>): string {
  const rows = [...idle].map(([name, mib]) => [
    name,
    mib.toFixed(0),
    name === SERVICE ? verdict(GOALS.idle_mib, mib <= GOALS.idle_mib) : '',
  ]);
  return columns([[`memory after ${IDLE_MS / 1000} s`, 'RSS MiB', 'goal'], ...rows], 1);
}

/** The requests of one case after the other, without a new start between them. */
async function memoryTable(
  running: readonly Running[],
  prepared: Prepared,
  { cases, requests, idle }: { cases: readonly Case[]; requests: number; idle: Map<string, number> },
): Promise<string> {
  const load = startLoadProcess();
  const rows: string[][] = [];
  try {
    for (const measured of cases) {
      say(`${requests} requests: ${measured.title} …`);
      for (const { server } of running) await sendAll(load, measured, prepared, server.port, requests);
      const after = await rssOf(running);
      for (const [name, mib] of after) {
        const factor = mib / idle.get(name)!;
        const goal = name === SERVICE ? verdict(GOALS.after, factor <= GOALS.after) : '';
        say(`${name}: ${mib.toFixed(0)} MiB`);
        rows.push([measured.name, name, mib.toFixed(0), factor.toFixed(2), goal]);
      }
    }
  } finally {
    load.stop();
  }
  return columns([[`after ${requests} of each`, 'server', 'RSS MiB', '/idle', 'goal'], ...rows]);
}

/** In parts, so that the process that sends does not keep so many latencies at once. */
async function sendAll(load: LoadProcess, measured: Case, prepared: Prepared, port: number, requests: number) {
  const PART = 10_000;
  for (let sent = 0; sent < requests; sent += PART)
    await load.send(jobOf(measured, prepared, port, Math.min(PART, requests - sent)), measured.status);
}
