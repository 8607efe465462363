/** `npm run bench -- chip`: the engine alone, and then many clients submitting genuine documents while a probe calls `session.state`. */
import { createPrivateKey, type JsonWebKey, sign } from 'node:crypto';
import { resolve } from 'node:path';
import type { Specimen } from '@sigill/reader/specimen';
import { engine } from './engine.ts';
import { atMost, chosen, inRounds, machine, median, pairedRatios, quantile, root, say, table } from './measure.ts';
import type { Job } from './processes/load.ts';
import { type Send, type ServerProcess, withLoad } from './processes.ts';
import {
  type Account,
  basic,
  canSchedule,
  createApi,
  jobFor,
  newService,
  serviceKind,
  signUp,
  specimenOf,
  startService,
  times,
} from './service.ts';

const GOALS = { slower: 2, submission_p95_ms: 300 };
/** The portrait of this specimen is JPEG 2000, as in most passports. */
const SPECIMEN = 'id-card';
const CLIENTS = 16;
const SUBMISSIONS = { probed: 96, alone: 96 };
const PROBES = 300;
const PROBE_PAUSE_MS = 5;

const PARTS = [{ name: 'engine' as const }, { name: 'service' as const }];

interface Options {
  rounds: number;
  scale: number;
  only: string[] | undefined;
  /** The folder of another version of the project, to be measured in the same rounds. */
  before: string | undefined;
}

export async function chip(options: Options): Promise<string> {
  const texts = [machine()];
  for (const { name } of chosen('part', PARTS, options.only))
    texts.push(name === 'engine' ? await engine(options) : await submissions(options));
  return texts.join('\n');
}

async function submissions({ rounds, before }: Options): Promise<string> {
  const folders = before === undefined ? [root] : [root, resolve(before)];
  const servers = await Promise.all(folders.map(startVersion));
  try {
    say(`${CLIENTS} clients submit in each round …`);
    const samples = await withLoad((submit) =>
      withLoad((send) => inRounds(servers, { rounds, warm_up: 1 }, (server) => measureRound(server, submit, send))),
    );
    const [now, earlier] = servers.map((server) => samples.get(server)!);
    const rowOf = (title: string, part: keyof Sample, goal?: number) => {
      const [value, other] = [now!, earlier].map((rounds) => rounds?.map((sample) => sample[part]));
      return [
        title,
        median(value!),
        goal === undefined ? '' : atMost(goal, median(value!)),
        ...(other ? [median(other), median(pairedRatios(value!, other))] : []),
      ];
    };
    return `${kindOf(servers)}; specimen ${SPECIMEN}; medians of ${rounds} rounds\n\n${table(
      before === undefined ? 'chip | | goal' : 'chip | | goal | before | by before',
      [
        rowOf('p95 of session.state, idle, ms', 'idle_ms'),
        rowOf(`p95 of session.state, ${CLIENTS} clients submit, ms`, 'loaded_ms'),
        rowOf('loaded by idle', 'slower', GOALS.slower),
        rowOf(`p95 of reader.submit, ${CLIENTS} clients, ms`, 'submission_ms', GOALS.submission_p95_ms),
        rowOf('submissions per second', 'per_second'),
        rowOf('server CPU of a submission, ms', 'cpu_ms'),
      ],
    )}`;
  } finally {
    for (const { server, service } of servers) {
      await server.stop();
      service.remove();
    }
  }
}

type Version = Awaited<ReturnType<typeof startVersion>>;

async function startVersion(folder: string) {
  const service = newService();
  const server = await startService(service, folder, { isScheduled: true });
  return { folder, service, server, bundle: await specimenOf(server, SPECIMEN) };
}

const kindOf = (servers: Version[]) =>
  `${servers.map(({ folder }) => serviceKind(folder)).join('; before: ')}; ${canSchedule ? 'scheduled as in the unit' : 'normal scheduling'}`;

type Sample = Awaited<ReturnType<typeof measureRound>>;

async function measureRound({ service, server, bundle }: Version, submit: Send, send: Send) {
  const api = createApi(server.base);
  const { key } = await signUp(api, service);
  const { id } = await api('session.create', {}, { authorization: basic(key) });
  const probe = async (requests: number) =>
    (await send(jobFor(server, 'session.state', basic(key), [{ id }], { requests, pause_ms: PROBE_PAUSE_MS })))
      .latencies_ms;
  const probed = await submissionJob(server, key, bundle, SUBMISSIONS.probed);
  const alone = await submissionJob(server, key, bundle, SUBMISSIONS.alone);
  const idle = await probe(PROBES);
  let isOver = false;
  const work = submit(probed).finally(() => {
    isOver = true;
  });
  const loaded: number[] = [];
  while (!isOver) loaded.push(...(await probe(10)));
  await work;
  const before = await server.usage();
  const { wall_ms, latencies_ms } = await submit(alone);
  const [idle_ms, loaded_ms] = [quantile(idle, 0.95), quantile(loaded, 0.95)];
  return {
    ...{ idle_ms, loaded_ms, slower: loaded_ms / idle_ms },
    submission_ms: quantile(latencies_ms, 0.95),
    per_second: (alone.requests / wall_ms) * 1000,
    cpu_ms: ((await server.usage()).cpu_us - before.cpu_us) / 1000 / alone.requests,
  };
}

async function submissionJob(
  server: ServerProcess,
  key: Account['key'],
  bundle: Specimen,
  count: number,
): Promise<Job> {
  const api = createApi(server.base);
  const chipKey = createPrivateKey({ key: bundle.aa!.private_key_jwk as JsonWebKey, format: 'jwk' });
  const prepared = await times(count, async () => {
    const { token } = await api('session.create', {}, { authorization: basic(key) });
    const { reader_key } = await api('reader.start', { token, platform: 'CLI', app_version: '1.0.0' });
    const { challenge } = await api('reader.challenge', { token, reader_key });
    const signature = sign('sha256', Buffer.from(challenge, 'base64'), { key: chipKey, dsaEncoding: 'ieee-p1363' });
    const body = { challenge, files: bundle.files, aa_signature: signature.toString('base64') };
    return { body, headers: { 'session-token': token, 'reader-key': reader_key } };
  });
  const headers_of = prepared.map(({ headers }) => headers);
  const bodies = prepared.map(({ body }) => body);
  return jobFor(server, 'reader.submit', '', bodies, { headers_of, connections: CLIENTS });
}
