/**
 * PostgreSQL becomes unavailable under load: it is restarted, crashes, ends its connections, or is behind a network that drops
 * everything. Two processes survive this, lose nothing that they acknowledged, respond with 503 and Retry-After, and recover
 * automatically. `TRIALS=4` does each kind of restart eight times, with the network away for a minute.
 */
// CI only: it takes the database away for minutes.
// SQLite only: it starts a PostgreSQL of its own.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../server/test-service/free-port.ts';
import { parseExposition } from '../support/outside/exposition.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { createStallingProxy, type StallingProxy } from '../support/process/stalling-proxy.ts';
import { times } from '../support/runs/trials.ts';
import { type Call, createCaller } from '../support/server/call.ts';
import { verifiedAccount } from '../support/server/newcomers.ts';
import { type Postgres, startPostgres } from '../support/server/postgres.ts';
import { eventually } from '../support/server/test-server.ts';

const CLIENTS = 6;
const ROUNDS = times(2);
const STALL_MS = times(15) * 1000;
/** How many sessions the clients' credit pays for: more than a fast machine can create. */
const ENOUGH = 100_000;
/** The promises: how long a call waits for a database that does not respond, and how long a load balancer's check waits. */
const PATIENCE_MS = 10_000;
const READINESS_PATIENCE_MS = 3000;

let postgres: Postgres;
let proxy: StallingProxy;
let servers: ServerProcess[] = [];
let calls: Call[] = [];
let metrics_port: string;
let basic: { public_key: string; secret: string };

beforeAll(async () => {
  postgres = await startPostgres(() => ['synchronous_commit=on']);
  proxy = await createStallingProxy(postgres.port);
  const environment = { DATABASE_URL: through(proxy.port), RATE_LIMITS: 'off', DATABASE_POOL_SIZE: '4' };
  metrics_port = String(await freePort());
  const first = await createServerProcess({ ...environment, METRICS_PORT: metrics_port });
  servers = [first, await createServerProcess({ ...environment, DATA_DIR: first.folder })];
  for (const server of servers) await server.start();
  calls = servers.map(({ base }) => createCaller(base));
  ({ basic } = await verifiedAccount(first.base));
  await query('update billing_accounts set credit = unit_price * $1', ENOUGH);
});
afterAll(async () => {
  for (const server of servers) await server.remove();
  await proxy?.close();
  await postgres?.stop();
});

function through(port: number): string {
  const url = new URL(postgres.url);
  url.port = String(port);
  return url.href;
}

async function query(text: string, ...values: unknown[]) {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  return client.query(text, values).finally(() => client.end());
}

const terminateAll = () =>
  query(
    `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );

/** The sessions' ids by idempotency key; undefined until the service acknowledges the session. */
interface Load {
  asked: Map<string, number | undefined>;
  /** The number of responses by status, and by whether they said how long to wait. */
  answers: Record<string, number>;
  end(): Promise<void>;
}

function startLoad(): Load {
  const asked: Load['asked'] = new Map();
  const answers: Load['answers'] = {};
  const count = (answer: string) => {
    answers[answer] = (answers[answer] ?? 0) + 1;
  };
  let ending = false;

  const tell = async (work: Promise<{ status: number; headers: Headers }>) =>
    count(
      await within(PATIENCE_MS, work).then(
        ({ status, headers }) =>
          status === 503 ? `503 after ${Number(headers.get('retry-after')) > 0 ? 'n' : '?'} s` : `${status}`,
        (error: Error) => String(error.cause ?? error.message),
      ),
    );

  async function client(number: number): Promise<void> {
    for (let turn = number; !ending; turn++) {
      const call = calls[turn % calls.length]!;
      const key = randomUUID();
      asked.set(key, undefined);
      const creating = call('session.create', { reference: key }, { basic }, { 'Idempotency-Key': key });
      void creating.then(
        ({ status, body }) => status === 200 && asked.set(key, body.id),
        () => {},
      );
      await tell(creating);
      const id = asked.get(key);
      await tell(id === undefined ? call('session.list', {}, { basic }) : call('session.get', { id }, { basic }));
      await pause(20);
    }
  }

  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
  return {
    asked,
    answers,
    async end() {
      ending = true;
      await Promise.all(clients);
    },
  };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = AbortSignal.timeout(ms);
  return Promise.race([
    work,
    new Promise<never>((_, reject) => late.addEventListener('abort', () => reject(new Error(`none in ${ms} ms`)))),
  ]);
}

/** Waits until this many sessions are acknowledged, however slow the machine is. */
const hasServed = ({ asked }: Load, count = 10) =>
  eventually(async () => [...asked.values()].filter((id) => id !== undefined).length >= count, 'sessions');

const readiness = async ({ base }: ServerProcess) =>
  (await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(READINESS_PATIENCE_MS) })).status;

/** Monitoring must not stall with the database. */
const scrape = async () =>
  parseExposition(
    await (
      await fetch(`http://127.0.0.1:${metrics_port}/metrics`, { signal: AbortSignal.timeout(READINESS_PATIENCE_MS) })
    ).text(),
  );

const allReady = () =>
  eventually(
    async () =>
      (await Promise.all(servers.map((server) => readiness(server).catch(() => 0)))).every((status) => status === 200),
    'both processes to be ready again',
  );

/** Nothing acknowledged is lost, and refused calls can be retried under their key without taking effect twice. */
async function expectKept({ asked }: Load): Promise<void> {
  const { rows } = await query('select id, reference from sessions where reference = any($1)', [...asked.keys()]);
  const stored = new Map(rows.map(({ id, reference }) => [reference, Number(id)]));
  const acknowledged = [...asked].filter(([, id]) => id !== undefined);
  expect(acknowledged).not.toEqual([]);
  expect(acknowledged.filter(([key, id]) => stored.get(key) !== id)).toEqual([]);
  for (const [key, id] of asked) {
    if (id !== undefined) continue;
    const { status, body } = await calls[0]!(
      'session.create',
      { reference: key },
      { basic },
      { 'Idempotency-Key': key },
    );
    expect([status, stored.get(key) ?? body.id]).toEqual([200, body.id]);
  }
  const { rows: counted } = await query('select count(*)::int as n from sessions where reference = any($1)', [
    ...asked.keys(),
  ]);
  expect(counted).toEqual([{ n: asked.size }]);
}

function expectOnlyGoodAnswers({ answers }: Load): void {
  expect(Object.keys(answers).toSorted()).toEqual(['200', '503 after n s']);
}

const pids = () => servers.map(({ pid, exitCode }) => [pid, exitCode]);

describe('during a database outage under load', () => {
  test('a process has no more connections than it was given', async () => {
    const load = startLoad();
    await hasServed(load);
    const { rows } = await query(
      `select count(*)::int as n from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    await load.end();
    expect(rows[0].n).toBeGreaterThan(1);
    expect(rows[0].n).toBeLessThanOrEqual(4 * servers.length);
  });

  test(`PostgreSQL is restarted, crashed and cut off ${3 * ROUNDS} times, and nothing but time is lost`, async () => {
    const before = pids();
    const load = startLoad();
    for (let round = 0; round < ROUNDS; round++) {
      for (const outage of [() => postgres.restart('fast'), () => postgres.restart('immediate'), terminateAll]) {
        await pause(500);
        await outage();
        await allReady();
      }
    }
    await load.end();
    console.info(`${3 * ROUNDS} outages`, load.answers);
    expect(pids()).toEqual(before);
    expectOnlyGoodAnswers(load);
    await expectKept(load);
  });

  test(`the network passes nothing for ${STALL_MS / 1000} s: every call gets a response, and new connections work immediately`, async () => {
    const before = pids();
    const load = startLoad();
    await hasServed(load);
    proxy.stall();
    const healthy = async () =>
      (await Promise.all(servers.map(({ base }) => fetch(`${base}/healthz`)))).map(({ status }) => status);
    // Responses are cached for a second.
    await pause(1000);
    for (const until = performance.now() + STALL_MS; performance.now() < until; await pause(500)) {
      expect(await Promise.all(servers.map(readiness))).toEqual([503, 503]);
      expect(await healthy()).toEqual([200, 200]);
      // One of the four connections listens for wake-ups and is not counted.
      const { value } = await scrape();
      expect([value('sigill_database_up'), value('db_client_connection_max')]).toEqual([0, 3]);
    }
    // The last measurement of the queues is too old to be shown, and calls wait for connections.
    const { find, value } = await scrape();
    expect(find('sigill_queue_depth')).toEqual([]);
    expect(value('db_client_connection_pending_requests')).toBeGreaterThan(0);
    // A query outside the API must fail in the same way.
    const keys = await fetch(`${servers[0]!.base}/.well-known/jwks.json`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    expect([keys.status, Number(keys.headers.get('retry-after')) > 0]).toEqual([503, true]);
    proxy.heal();
    await allReady();
    await load.end();
    console.info(`${STALL_MS / 1000} s without a network`, load.answers);
    expect(pids()).toEqual(before);
    expectOnlyGoodAnswers(load);
    await expectKept(load);
    const recovered = await scrape();
    expect([recovered.value('sigill_database_up'), recovered.find('sigill_queue_depth').length]).toEqual([1, 6]);
    const served = startLoad();
    await hasServed(served);
    await served.end();
    expect(Object.keys(served.answers)).toEqual(['200']);
  });
});

test('an unforeseen defect ends the process, but drained, and with a line that says why', async () => {
  const server = servers[1]!;
  await server.end();
  server.environment['NODE_OPTIONS'] = `--import=${import.meta.dirname}/../support/process/throw-on-signal.mjs`;
  server.environment['DRAIN_SECONDS'] = '1';
  await server.start();
  await query('update users set email_verified = 1');
  const waiting = calls[1]!('callback.listen', { wait_seconds: 20 }, { basic });
  await pause(300);
  expect(await server.end('SIGUSR2')).toBe(1);
  expect((await waiting).status).toBe(200);
  const line = server.stdout.split('\n').find((one) => one.includes('nobody foresaw'));
  expect(JSON.parse(line!)).toMatchObject({
    level: 60,
    msg: expect.stringContaining('the process is exiting'),
    err: { message: 'a defect that nobody foresaw' },
  });
  expect(server.stderr).not.toMatch(/^\s+at /m);
});
