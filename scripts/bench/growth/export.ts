/** `npm run bench -- export`: what it costs the server, and everybody else, when an account takes all of its sessions as one file. */
import { basic, bearer } from '../api.ts';
import { type LoadProcess, startLoadProcess } from '../load.ts';
import { machine } from '../machine.ts';
import type { Job, Load } from '../processes/load.ts';
import { say } from '../progress.ts';
import { columns, verdict } from '../report.ts';
import { median, quantile } from '../statistics.ts';
import type { Dialect } from './dialect.ts';
import { onEngines } from './engines.ts';
import { type Grown, grow } from './installation.ts';
import type { Postgres } from './postgres.ts';

/** How much slower a bystander may be, and how much memory the server may take on. */
const GOALS = { bystander: 2, mib: 100 };
const FORMATS = ['csv', 'json'] as const;
/** Calls of the bystander before the exports, and in one go meanwhile. */
const CALLS = 1_000;
const AT_ONCE = 50;
const WATCH_MS = 100;
const MIB = 1024 * 1024;

export interface ExportOptions {
  sessions: number;
  engines: string[];
  rounds: number;
}

interface Taken {
  seconds: number;
  mib: number;
  /** The memory that the server took on meanwhile. */
  grew_mib: number;
  cpu_us: number;
  idle_ms: number;
  busy_ms: number;
}

export async function exportAll({ sessions, engines, rounds }: ExportOptions): Promise<string> {
  const tables = await onEngines(engines, (dialect, postgres) => measureEngine(dialect, sessions, rounds, postgres));
  return [`${machine()}; ${rounds} rounds, ${sessions} sessions of one account\n`, ...tables].join('\n');
}

async function measureEngine(dialect: Dialect, sessions: number, rounds: number, postgres?: Postgres): Promise<string> {
  const grown = await grow(sessions, dialect, { database_url: await postgres?.create('sessions'), alone: true });
  const [bystander, taker] = [startLoadProcess(), startLoadProcess()];
  try {
    const rows: string[][] = [];
    await bystander.send(stateJob(grown, CALLS), 200);
    for (const format of FORMATS) {
      const taken: Taken[] = [];
      for (let round = 0; round < rounds; round++) {
        say(`${dialect.name}: ${format.toUpperCase()}, round ${round + 1} of ${rounds} …`);
        taken.push(await takeAll(grown, format, bystander, taker));
      }
      rows.push(rowOf(format, sessions, taken));
    }
    return columns([[dialect.name, 'MiB', 's', 'CPU µs a session', 'RSS +MiB', 'goal', ...STATES, 'goal'], ...rows], 1);
  } finally {
    bystander.stop();
    taker.stop();
    await grown.remove();
  }
}

const STATES = ['state p95 ms', 'meanwhile', '×'];

function rowOf(format: string, sessions: number, taken: Taken[]): string[] {
  const of = (figure: (one: Taken) => number) => median(taken.map(figure));
  const [slower, grew] = [of(({ busy_ms, idle_ms }) => busy_ms / idle_ms), of(({ grew_mib }) => grew_mib)];
  return [
    format,
    of(({ mib }) => mib).toFixed(0),
    of(({ seconds }) => seconds).toFixed(0),
    of(({ cpu_us }) => cpu_us / sessions).toFixed(1),
    grew.toFixed(0),
    verdict(GOALS.mib, grew <= GOALS.mib),
    of(({ idle_ms }) => idle_ms).toFixed(2),
    of(({ busy_ms }) => busy_ms).toFixed(2),
    slower.toFixed(2),
    verdict(GOALS.bystander, slower <= GOALS.bystander),
  ];
}

/** One export, and a bystander who asks for states one after the other, before it and until it has ended. */
async function takeAll(grown: Grown, format: string, bystander: LoadProcess, taker: LoadProcess): Promise<Taken> {
  const idle = await bystander.send(stateJob(grown, CALLS), 200);
  const before = await grown.server.usage();
  let file: Load | undefined;
  const taking = taker.send(exportJob(grown, format), 200).then((load) => {
    file = load;
  });
  let most = before.rss_bytes;
  const watch = setInterval(async () => {
    most = Math.max(most, (await grown.server.usage()).rss_bytes);
  }, WATCH_MS);
  const latencies: number[] = [];
  try {
    while (!file) {
      const { latencies_ms } = await bystander.send(stateJob(grown, AT_ONCE), 200);
      if (!file) latencies.push(...latencies_ms);
    }
  } finally {
    clearInterval(watch);
  }
  await taking;
  const { cpu_us } = await grown.server.usage();
  return {
    seconds: file!.wall_ms / 1000,
    mib: file!.bytes / MIB,
    grew_mib: (most - before.rss_bytes) / MIB,
    cpu_us: cpu_us - before.cpu_us,
    idle_ms: quantile(idle.latencies_ms, 0.95),
    busy_ms: quantile(latencies, 0.95),
  };
}

const stateJob = ({ server, key, ids }: Grown, requests: number): Job => ({
  port: server.port,
  path: '/api/v1/session.state',
  headers: { authorization: basic(key), 'content-type': 'application/json' },
  bodies: ids.map((id) => JSON.stringify({ id })),
  requests,
  connections: 1,
});

const exportJob = ({ server, access_token }: Grown, format: string): Job => ({
  port: server.port,
  path: '/api/v1/session.export',
  headers: { authorization: bearer(access_token), 'content-type': 'application/json' },
  bodies: [JSON.stringify({ format })],
  requests: 1,
  connections: 1,
});
