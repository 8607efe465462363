/** `npm run bench -- start`: how long until a server responds, and how much memory it uses. */
import { setTimeout as pause } from 'node:timers/promises';
import { casesNamed, jobOf } from './cases.ts';
import { atMost, type Cell, inRounds, machine, median, pairedRatios, say, table } from './measure.ts';
import { withLoad } from './processes.ts';
import { contestants, type Running, SERVICE, startContestant, withServers, YARDSTICK } from './servers.ts';
import { type Prepared, prepare, serviceKind } from './service.ts';

const GOALS = { start: 1.6, idle_mib: 120, after: 1.5 };
const IDLE_MS = 5000;
const MIB = 1024 * 1024;
/** The first start of each server is not counted, because it reads the files from disk. */
const WARM_UP = 1;
/** Requests are sent in batches of this size, so that the sender keeps few latencies in memory. */
const PART = 10_000;

export interface StartOptions {
  rounds: number;
  only?: string[] | undefined;
  cases?: string[] | undefined;
  /** Also measures memory after this many requests of each case. */
  memory_requests?: number | undefined;
}

export async function start({ rounds, only, ...options }: StartOptions): Promise<string> {
  const servers = contestants(only);
  const prepared = await prepare({ open: 100, approved: 4 });
  const starts = await startTable(servers, prepared, rounds);
  const memory = await withServers(servers, prepared, (running) => memoryTables(running, prepared, options));
  prepared.service.remove();
  return `${machine()}\n${serviceKind()}; ${rounds} starts each\n\n${starts}\n${memory}`;
}

async function startTable(
  servers: ReturnType<typeof contestants>,
  prepared: Prepared,
  rounds: number,
): Promise<string> {
  const [state] = casesNamed(['state']);
  const samples = await inRounds(servers, { rounds, warm_up: WARM_UP }, async (contestant) => {
    say(`Starting ${contestant.title} …`);
    const server = await startContestant(contestant, prepared);
    const began = performance.now();
    const { path, headers, bodies } = jobOf(state!, prepared, server);
    const response = await fetch(server.base + path, { method: 'POST', headers, body: bodies[0]! });
    await response.arrayBuffer();
    // Counted from the start of the process: the first call follows the health check.
    const call_ms = server.ready_ms + performance.now() - began;
    await server.stop();
    if (response.status !== 200) throw new Error(`${contestant.name} responded with ${response.status}`);
    return { ready_ms: server.ready_ms, call_ms };
  });
  const all = [...samples];
  const [, raw] = all.find(([{ name }]) => name === YARDSTICK)!;
  const rows = all.map(([{ name }, own]): Cell[] => {
    const figures = (['ready_ms', 'call_ms'] as const).map((figure) => {
      const [values, by] = [own, raw].map((starts) => starts.map((one) => one[figure]));
      return [median(values!), median(pairedRatios(values!, by!))] as const;
    });
    const worst = Math.max(...figures.map(([, ratio]) => ratio));
    return [name, ...figures.flat(), name === SERVICE ? atMost(GOALS.start, worst) : ''];
  });
  return table('start | /healthz ms | /raw | first call ms | /raw | goal', rows);
}

async function memoryTables(
  running: readonly Running[],
  prepared: Prepared,
  { memory_requests: requests, cases }: Pick<StartOptions, 'memory_requests' | 'cases'>,
): Promise<string> {
  say(`Waiting ${IDLE_MS / 1000} s …`);
  await pause(IDLE_MS);
  const rss = async ({ usage }: Running) => (await usage()).rss_bytes / MIB;
  const idle = new Map<Running, number>();
  for (const server of running) idle.set(server, await rss(server));
  const ofService = (server: Running, text: string) => (server.name === SERVICE ? text : '');
  const resting = table(
    `memory after ${IDLE_MS / 1000} s | RSS MiB | goal`,
    [...idle].map(([server, mib]) => [server.name, mib, ofService(server, atMost(GOALS.idle_mib, mib))]),
  );
  if (!requests) return resting;
  const rows: Cell[][] = [];
  await withLoad(async (send) => {
    for (const each of casesNamed(cases)) {
      say(`${requests} requests: ${each.title} …`);
      for (const server of running) {
        for (let sent = 0; sent < requests; sent += PART)
          await send(jobOf(each, prepared, server, Math.min(PART, requests - sent)), each.status);
        const mib = await rss(server);
        const factor = mib / idle.get(server)!;
        rows.push([each.name, server.name, mib, factor, ofService(server, atMost(GOALS.after, factor))]);
      }
    }
  });
  return `${resting}\n${table(`after ${requests} of each | server | RSS MiB | /idle | goal`, rows)}`;
}
