/** `npm run bench -- chip`: the engine alone, and then many clients submitting genuine documents while a probe calls `session.state`. */
import { createPrivateKey, type JsonWebKey, sign } from 'node:crypto';
import type { Specimen } from '@sigill/reader/specimen';
import { engine } from './engine.ts';
import { atMost, chosen, machine, quantile, say, table } from './measure.ts';
import type { Job } from './processes/load.ts';
import { type ServerProcess, withLoad } from './processes.ts';
import {
  type Account,
  basic,
  createApi,
  jobFor,
  newService,
  serviceKind,
  signUp,
  specimenOf,
  startService,
} from './service.ts';

const GOALS = { slower: 2, submission_p95_ms: 300 };
/** Its portrait is JPEG 2000, as in most passports. */
const SPECIMEN = 'id-card';
const CLIENTS = 16;
/** The free credit of a new account pays for all of them. */
const SUBMISSIONS = { warm_up: 32, probed: 96, alone: 96 };
const PROBES = 300;
const PROBE_PAUSE_MS = 5;

const PARTS = [{ name: 'engine' as const }, { name: 'service' as const }];

export async function chip(options: { rounds: number; scale: number; only: string[] | undefined }): Promise<string> {
  const texts = [machine()];
  for (const { name } of chosen('part', PARTS, options.only))
    texts.push(name === 'engine' ? await engine(options) : await submissions());
  return texts.join('\n');
}

async function submissions(): Promise<string> {
  const service = newService();
  const server = await startService(service);
  const api = createApi(server.base);
  const { key } = await signUp(api, service);
  const bundle = await specimenOf(server, SPECIMEN);
  const { id } = await api('session.create', {}, { authorization: basic(key) });
  const prepared = (count: number) => submissionJob(server, key, bundle, count);
  const asked = (requests: number) =>
    jobFor(server, 'session.state', basic(key), [{ id }], { requests, pause_ms: PROBE_PAUSE_MS });
  try {
    return await withLoad((submit) =>
      withLoad(async (send) => {
        const probe = async (requests: number) => (await send(asked(requests))).latencies_ms;
        say('Warming up …');
        await submit(await prepared(SUBMISSIONS.warm_up));
        await probe(PROBES);
        const [probed, alone] = [await prepared(SUBMISSIONS.probed), await prepared(SUBMISSIONS.alone)];
        const idle = await probe(PROBES);
        say(`${CLIENTS} clients submit …`);
        let isOver = false;
        const work = submit(probed).finally(() => {
          isOver = true;
        });
        const loaded: number[] = [];
        while (!isOver) loaded.push(...(await probe(10)));
        await work;
        const before = await server.usage();
        const { wall_ms, latencies_ms } = await submit(alone);
        const cpu_ms = ((await server.usage()).cpu_us - before.cpu_us) / 1000 / alone.requests;
        const slower = quantile(loaded, 0.95) / quantile(idle, 0.95);
        const submission = quantile(latencies_ms, 0.95);
        return `${serviceKind()}; specimen ${SPECIMEN}\n\n${table('chip | | goal', [
          ['p95 of session.state, idle, ms', quantile(idle, 0.95)],
          [`p95 of session.state, ${CLIENTS} clients submit, ms`, quantile(loaded, 0.95)],
          ['loaded by idle', slower, atMost(GOALS.slower, slower)],
          [`p95 of reader.submit, ${CLIENTS} clients, ms`, submission, atMost(GOALS.submission_p95_ms, submission)],
          ['submissions per second', (alone.requests / wall_ms) * 1000],
          ['server CPU of a submission, ms', cpu_ms],
        ])}`;
      }),
    );
  } finally {
    await server.stop();
    service.remove();
  }
}

/** Sessions whose chip has been read and only needs to be submitted. */
async function submissionJob(
  server: ServerProcess,
  key: Account['key'],
  bundle: Specimen,
  count: number,
): Promise<Job> {
  const api = createApi(server.base);
  say(`Preparing ${count} documents …`);
  const chipKey = createPrivateKey({ key: bundle.aa!.private_key_jwk as JsonWebKey, format: 'jwk' });
  const bodies: object[] = [];
  const headers_of: Record<string, string>[] = [];
  for (let index = 0; index < count; index++) {
    const { token } = await api('session.create', {}, { authorization: basic(key) });
    const { reader_key } = await api('reader.start', { token, platform: 'CLI', app_version: '1.0.0' });
    const { challenge } = await api('reader.challenge', { token, reader_key });
    const signature = sign('sha256', Buffer.from(challenge, 'base64'), { key: chipKey, dsaEncoding: 'ieee-p1363' });
    bodies.push({ challenge, files: bundle.files, aa_signature: signature.toString('base64') });
    headers_of.push({ 'session-token': token, 'reader-key': reader_key });
  }
  return jobFor(server, 'reader.submit', '', bodies, { headers_of, connections: CLIENTS });
}
