/** `npm run bench -- growth`: what more and more sessions do to the calls and queries that everybody makes. */
import { startLoadProcess } from '../load.ts';
import { machine } from '../machine.ts';
import { say } from '../progress.ts';
import { columns, verdict } from '../report.ts';
import { median, pairedRatios, rotated } from '../statistics.ts';
import { growthCalls } from './calls.ts';
import type { Dialect } from './dialect.ts';
import { onEngines } from './engines.ts';
import { type Grown, grow } from './installation.ts';
import { claimMs } from './outbox.ts';
import type { Postgres } from './postgres.ts';

export interface GrowthOptions {
  sizes: number[];
  engines: string[];
  rounds: number;
}

const CLAIM = { name: 'claim of the outbox', goal: 1.5 };

/** The median of each round in milliseconds, by what was measured and by size; and the processor time of an answer, where it has a goal. */
type Times = Map<
  string,
  { goal: number; bySize: Map<number, number[]>; cpu?: { goal_ms: number; bySize: Map<number, number[]> } }
>;

export async function growth({ sizes, engines, rounds }: GrowthOptions): Promise<string> {
  const tables = await onEngines(engines, async (dialect, postgres) => {
    const times = await measureEngine(dialect, sizes, rounds, postgres);
    return [`\n${dialect.name}\n`, tableOf(sizes, times), `\n${dialect.name}\n`, cpuTableOf(sizes, times)].join('');
  });
  return [`${machine()}; ${rounds} rounds\n`, ...tables].join('');
}

async function measureEngine(dialect: Dialect, sizes: number[], rounds: number, postgres?: Postgres): Promise<Times> {
  const grown: Grown[] = [];
  const load = startLoadProcess();
  try {
    for (const size of sizes)
      grown.push(await grow(size, dialect, { database_url: await postgres?.create(`sessions_${size}`) }));
    return await measureRounds(grown, rounds, load);
  } finally {
    load.stop();
    for (const { remove } of grown) await remove();
  }
}

async function measureRounds(
  grown: readonly Grown[],
  rounds: number,
  load: ReturnType<typeof startLoadProcess>,
): Promise<Times> {
  const times: Times = new Map();
  const note = (name: string, goal: number, { sessions }: Grown, ms: number) => {
    const entry = times.get(name) ?? { goal, bySize: new Map<number, number[]>() };
    times.set(name, entry);
    entry.bySize.set(sessions, [...(entry.bySize.get(sessions) ?? []), ms]);
  };
  const noteCpu = (name: string, goal_ms: number, { sessions }: Grown, ms: number) => {
    const entry = times.get(name)!;
    entry.cpu ??= { goal_ms, bySize: new Map() };
    entry.cpu.bySize.set(sessions, [...(entry.cpu.bySize.get(sessions) ?? []), ms]);
  };
  for (let round = -1; round < rounds; round++) {
    say(round < 0 ? 'Warming up …' : `Round ${round + 1} of ${rounds} …`);
    const order = rotated(grown, Math.max(round, 0));
    for (const { name, goal, cpu_goal_ms, requests, job } of growthCalls())
      for (const each of order) {
        const before = cpu_goal_ms && (await each.server.usage());
        const { latencies_ms } = await load.send(job(each), 200);
        if (round < 0) continue;
        note(name, goal, each, median(latencies_ms));
        if (before) {
          const { cpu_us } = await each.server.usage();
          noteCpu(name, cpu_goal_ms!, each, (cpu_us - before.cpu_us) / requests / 1000);
        }
      }
    for (const each of order) {
      const ms = await claimMs(each.db);
      if (round >= 0) note(CLAIM.name, CLAIM.goal, each, ms);
    }
  }
  return times;
}

function tableOf(sizes: number[], times: Times): string {
  const [smallest = 0, ...larger] = sizes;
  const head = ['p50', `${smallest}, ms`, ...larger.map((size) => `× at ${size}`), 'goal'];
  const rows = [...times].map(([name, { goal, bySize }]) => {
    const base = bySize.get(smallest)!;
    const factors = larger.map((size) => median(pairedRatios(bySize.get(size)!, base)));
    const met = factors.every((factor) => factor <= goal);
    return [name, median(base).toFixed(2), ...factors.map((factor) => factor.toFixed(2)), verdict(goal, met)];
  });
  return columns([head, ...rows], 1);
}

/** What an answer costs the server, with all its threads. On PostgreSQL the database computes in processes of its own. */
function cpuTableOf(sizes: number[], times: Times): string {
  const head = ['CPU of the server per answer', ...sizes.map((size) => `${size}, ms`), 'goal'];
  const rows = [...times].flatMap(([name, { cpu }]) => {
    if (!cpu) return [];
    const ms = sizes.map((size) => median(cpu.bySize.get(size)!));
    return [
      [
        name,
        ...ms.map((each) => each.toFixed(2)),
        verdict(
          cpu.goal_ms,
          ms.every((each) => each <= cpu.goal_ms),
        ),
      ],
    ];
  });
  return columns([head, ...rows], 1);
}
