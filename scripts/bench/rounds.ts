/** Measures in rounds: in each, every server gets the same requests, in another order. */
import type { Case } from './cases.ts';
import type { Contestant, MeasuredServer } from './contestants.ts';
import { jobOf, type LoadProcess } from './load.ts';
import type { Prepared } from './prepare.ts';
import { say } from './progress.ts';
import type { ServerProcess } from './server-process.ts';
import { quantile, rotated } from './statistics.ts';

export interface Running {
  contestant: Contestant;
  server: MeasuredServer;
}

/** One round of one server. */
export interface Sample {
  /** User and system time of the server with all its threads. */
  cpu_us_per_request: number;
  requests_per_second: number;
  p50_ms: number;
  p99_ms: number;
  bytes_per_answer: number;
}

/** The samples of a server by case, in the order of the rounds. */
export type Samples = Record<string, Record<string, Sample[]>>;

export interface RoundOptions {
  cases: readonly Case[];
  rounds: number;
  /** Requests of a round by this factor. */
  scale: number;
}

/** Requests before the first round, in rounds: until then the engine compiles what runs often. */
const WARM_UP = 2;

export async function startAll(contestants: readonly Contestant[], prepared: Prepared): Promise<Running[]> {
  const running: Running[] = [];
  try {
    for (const contestant of contestants) {
      say(`Starting ${contestant.title} …`);
      running.push({ contestant, server: await contestant.start(prepared) });
    }
  } catch (error) {
    await stopAll(running);
    throw error;
  }
  return running;
}

export const stopAll = (running: readonly Running[]) => Promise.all(running.map(({ server }) => server.stop()));

export async function measureRounds(
  running: readonly Running[],
  prepared: Prepared,
  load: LoadProcess,
  { cases, rounds, scale }: RoundOptions,
): Promise<Samples> {
  const samples: Samples = {};
  for (const measured of cases) {
    const requests = Math.max(20, Math.round(measured.requests * scale));
    say(`${measured.title}: warming up …`);
    for (const { server } of running)
      await load.send(jobOf(measured, prepared, server.port, WARM_UP * requests), measured.status);
    const own: Record<string, Sample[]> = Object.fromEntries(running.map(({ contestant }) => [contestant.name, []]));
    samples[measured.name] = own;
    for (let round = 0; round < rounds; round++) {
      say(`${measured.title}: round ${round + 1} of ${rounds} …`);
      for (const { contestant, server } of rotated(running, round)) {
        const sample = await measure(server, load, measured, prepared, requests);
        own[contestant.name]!.push(sample);
      }
    }
  }
  return samples;
}

async function measure(
  server: ServerProcess,
  load: LoadProcess,
  measured: Case,
  prepared: Prepared,
  requests: number,
): Promise<Sample> {
  const before = await server.usage();
  const { wall_ms, latencies_ms, bytes } = await load.send(
    jobOf(measured, prepared, server.port, requests),
    measured.status,
  );
  const after = await server.usage();
  return {
    cpu_us_per_request: (after.cpu_us - before.cpu_us) / requests,
    requests_per_second: (requests / wall_ms) * 1000,
    p50_ms: quantile(latencies_ms, 0.5),
    p99_ms: quantile(latencies_ms, 0.99),
    bytes_per_answer: bytes / requests,
  };
}
