/** `npm run bench -- chip`: the engine by itself; then genuine documents are submitted by many at once, while somebody asks for a state. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Specimen } from '../../sdk/reader/src/specimen/specimen.ts';
import { freePort } from '../../server/test-service/free-port.ts';
import { signChallenge } from '../../tests/support/reader/sign-challenge.ts';
import { type Api, basic, createApi, type Key } from './api.ts';
import { engine } from './engine/engine.ts';
import { type LoadProcess, startLoadProcess } from './load.ts';
import { machine } from './machine.ts';
import { here } from './paths.ts';
import { newServiceData, signUp, withPreparingService } from './prepare.ts';
import type { Job } from './processes/load.ts';
import type { RawCost } from './processes/raw-chip.ts';
import { say } from './progress.ts';
import { columns, verdict } from './report.ts';
import type { ServerProcess } from './server-process.ts';
import { serviceKind, startService } from './service.ts';
import { quantile } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { UsageError } from './usage-error.ts';

const GOALS = { slower: 2, submission_p95_ms: 300, efficiency: 0.7 };
/** Its portrait is JPEG 2000, as those of most passports are. */
const SPECIMEN = 'id-card';
const CLIENTS = 16;
/** The free credit of a new account pays for all of them. */
const SUBMISSIONS = { warm_up: 32, probed: 96, alone: 96 };
const PROBES = 300;
const PROBE_PAUSE_MS = 5;

interface Submission {
  headers: Record<string, string>;
  body: string;
}

interface Measured {
  idle_p95_ms: number;
  loaded_p95_ms: number;
  submission_p95_ms: number;
  /** Server CPU for one submission, and what its signatures and its portrait cost by themselves. */
  cpu_ms: number;
  raw: RawCost;
  per_second: number;
}

interface Options {
  rounds: number;
  scale: number;
  only: string[] | undefined;
}

const PARTS = ['engine', 'service'];

export async function chip({ only = PARTS, ...options }: Options): Promise<string> {
  const unknown = only.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) throw new UsageError(`There is no part "${unknown}": ${PARTS.join(', ')}`);
  const texts = [machine()];
  if (only.includes('engine')) texts.push(await engine(options));
  if (only.includes('service')) texts.push(await service());
  return texts.join('\n');
}

async function service(): Promise<string> {
  const folder = temporaryFolder();
  const data = newServiceData(folder.path);
  const load = startLoadProcess();
  const prober = startLoadProcess();
  try {
    const key = await withPreparingService(data, async (api) => (await signUp(api)).key);
    const server = await startService(data, await freePort());
    try {
      return textOf(await measure(server, key, load, prober));
    } finally {
      await server.stop();
    }
  } finally {
    load.stop();
    prober.stop();
    folder.remove();
  }
}

async function measure(server: ServerProcess, key: Key, load: LoadProcess, prober: LoadProcess): Promise<Measured> {
  const base = `http://127.0.0.1:${server.port}`;
  const api = createApi(base);
  const bundle = (await (await fetch(`${base}/specimens/${SPECIMEN}.json`)).json()) as Specimen;
  const { id } = await api('session.create', {}, { authorization: basic(key) });
  const prepareJob = async (count: number) => submissionJob(server.port, await submissions(api, key, bundle, count));
  const probe = (requests: number) => prober.send(probeJob(server.port, key, id, requests), 200);

  say('Warming up …');
  await load.send(await prepareJob(SUBMISSIONS.warm_up), 200);
  await probe(PROBES);
  const probed = await prepareJob(SUBMISSIONS.probed);
  const alone = await prepareJob(SUBMISSIONS.alone);
  say('Asking for a state while nothing else happens …');
  const idle = await probe(PROBES);
  say(`Asking for a state while ${CLIENTS} clients submit …`);
  const loaded = await probedWhile(load.send(probed, 200), () => probe(10));
  say(`${CLIENTS} clients submit …`);
  const before = await server.usage();
  const { wall_ms, latencies_ms } = await load.send(alone, 200);
  const after = await server.usage();
  say('The signatures and the portrait by themselves …');
  return {
    idle_p95_ms: quantile(idle.latencies_ms, 0.95),
    loaded_p95_ms: quantile(loaded, 0.95),
    submission_p95_ms: quantile(latencies_ms, 0.95),
    cpu_ms: (after.cpu_us - before.cpu_us) / 1000 / alone.requests,
    raw: await rawCost(bundle),
    per_second: (alone.requests / wall_ms) * 1000,
  };
}

/** Probes until the work has ended. @returns all latencies. */
async function probedWhile(
  work: Promise<unknown>,
  probe: () => Promise<{ latencies_ms: number[] }>,
): Promise<number[]> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  const latencies: number[] = [];
  while (!isOver) latencies.push(...(await probe()).latencies_ms);
  await over;
  return latencies;
}

/** Sessions as they are when the reader has read the chip: all that is left is to submit. */
async function submissions(api: Api, key: Key, bundle: Specimen, count: number): Promise<Submission[]> {
  say(`Preparing ${count} documents …`);
  const made: Submission[] = [];
  for (let index = 0; index < count; index++) {
    const { token } = await api('session.create', {}, { authorization: basic(key) });
    const { reader_key } = await api('reader.start', { token, platform: 'CLI', app_version: '1.0.0' });
    const { challenge } = await api('reader.challenge', { token, reader_key });
    const aa_signature = bundle.aa && signChallenge(bundle.aa, challenge);
    const body = JSON.stringify({ challenge, files: bundle.files, ...(aa_signature && { aa_signature }) });
    made.push({ headers: { 'session-token': token, 'reader-key': reader_key }, body });
  }
  return made;
}

const submissionJob = (port: number, made: Submission[]): Job => ({
  port,
  path: '/api/v1/reader.submit',
  headers: { 'content-type': 'application/json' },
  bodies: made.map(({ body }) => body),
  headers_of: made.map(({ headers }) => headers),
  requests: made.length,
  connections: CLIENTS,
});

const probeJob = (port: number, key: Key, id: number, requests: number): Job => ({
  port,
  path: '/api/v1/session.state',
  headers: { authorization: basic(key), 'content-type': 'application/json' },
  bodies: [JSON.stringify({ id })],
  requests,
  connections: 1,
  pause_ms: PROBE_PAUSE_MS,
});

/** In a process of its own, so that nothing else is counted. */
function rawCost(bundle: Specimen): Promise<RawCost> {
  return new Promise((resolve, reject) => {
    const child = fork(join(here, 'processes/raw-chip.ts'));
    child.once('message', (cost) => resolve(cost as RawCost));
    child.once('exit', (code) => reject(new Error(`The raw cost was not measured: exit code ${code}`)));
    child.send(bundle.files);
  });
}

function textOf(measured: Measured): string {
  const { idle_p95_ms, loaded_p95_ms, submission_p95_ms, cpu_ms, raw, per_second } = measured;
  const slower = loaded_p95_ms / idle_p95_ms;
  const raw_ms = raw.signatures_ms + raw.portrait_ms;
  const efficiency = raw_ms / cpu_ms;
  const rows = [
    ['p95 of session.state, idle, ms', idle_p95_ms.toFixed(2), ''],
    [`p95 of session.state, ${CLIENTS} clients submit, ms`, loaded_p95_ms.toFixed(2), ''],
    ['loaded by idle', slower.toFixed(2), verdict(GOALS.slower, slower <= GOALS.slower)],
    [
      `p95 of reader.submit, ${CLIENTS} clients, ms`,
      submission_p95_ms.toFixed(0),
      `≤ ${GOALS.submission_p95_ms} ${submission_p95_ms <= GOALS.submission_p95_ms ? 'met' : 'MISSED'}`,
    ],
    ['submissions per second', per_second.toFixed(1), ''],
    ['submissions per second of one core', (1000 / cpu_ms).toFixed(1), ''],
    ['server CPU of a submission, ms', cpu_ms.toFixed(1), ''],
    ['its signatures by themselves, ms', raw.signatures_ms.toFixed(1), ''],
    ['its portrait by itself, ms', raw.portrait_ms.toFixed(1), ''],
    [
      'raw by server',
      efficiency.toFixed(2),
      `≥ ${GOALS.efficiency} ${efficiency >= GOALS.efficiency ? 'met' : 'MISSED'}`,
    ],
  ];
  return `service: ${serviceKind()}; specimen ${SPECIMEN}\n\n${columns([['chip', '', 'goal'], ...rows], 1)}`;
}
