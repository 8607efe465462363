/**
 * Three web processes and two workers on one PostgreSQL, under every accident: processes are killed and paused, the database is
 * restarted and crashes, and one worker's clock is 20 seconds ahead. Nothing acknowledged is lost, every event arrives, each cycle
 * has one bill, limits hold, and the only error is 503 with Retry-After. `TRIALS=20` does this for ten minutes, and shows how much
 * memory the processes hold.
 */
// SQLite only: it starts a PostgreSQL of its own.
// CI only: it takes two minutes.
import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReaderCall } from '../../sdk/reader/src/session/service-calls.ts';
import { playSpecimen, type Specimen } from '../../sdk/reader/src/specimen/index.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { times } from '../support/runs/trials.ts';
import { addBillingDetails, CARDS, cardSetup } from '../support/server/billing.ts';
import { type Call, createCaller, expectSuccess } from '../support/server/call.ts';
import { verifiedAccount } from '../support/server/newcomers.ts';
import { type Postgres, startPostgres } from '../support/server/postgres.ts';
import { createReceiver } from '../support/server/receiver.ts';
import { eventually } from '../support/server/test-server.ts';
import type { World } from '../support/server/world.ts';

const SECONDS = times(30);
const PATIENCE_MS = 15_000;
const AHEAD_MS = 20_000;
const PAYERS = 4;
/** How many sessions the credit pays for: LIMIT for the limited account, ENOUGH for every other account. */
const LIMIT = 10;
const ENOUGH = 100_000;

type Client = Awaited<ReturnType<typeof verifiedAccount>>;

let postgres: Postgres;
let webs: ServerProcess[] = [];
let workers: ServerProcess[] = [];
let specimen: Specimen;
let receiver: Awaited<ReturnType<typeof createReceiver>>;

beforeAll(async () => {
  postgres = await startPostgres(() => ['synchronous_commit=on']);
  receiver = await createReceiver();
  const environment = { DATABASE_URL: postgres.url, RATE_LIMITS: 'off', DATABASE_POOL_SIZE: '5', ROLE: 'web' };
  const first = await createServerProcess(environment);
  const shared = { ...environment, DATA_DIR: first.folder };
  webs = [first, await createServerProcess(shared), await createServerProcess(shared)];
  const fast = `--import=${join(import.meta.dirname, '../support/process/ahead.mjs')}`;
  workers = [
    await createServerProcess({ ...shared, ROLE: 'worker' }),
    await createServerProcess({
      ...shared,
      ...{ ROLE: 'worker', NODE_OPTIONS: fast, CLOCK_AHEAD_MS: String(AHEAD_MS) },
    }),
  ];
  for (const server of [...webs, ...workers]) await server.start();
  specimen = (await (await fetch(`${first.base}/specimens/genuine.json`)).json()) as Specimen;
});
afterAll(async () => {
  for (const server of [...webs, ...workers]) await server.remove();
  await receiver?.[Symbol.asyncDispose]();
  await postgres?.stop();
});

async function query(text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  // An accident may break the connection after the query. An error of the query itself is thrown.
  client.on('error', () => {});
  await client.connect();
  return client
    .query(text, values)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** Counts responses by status. A missing response means that the process was killed or paused. */
const answers: Record<string, number> = {};
let turn = 0;

/** Like a load balancer: each call goes to the next process, and is retried on another one if it may be repeated. */
const call = (async (id, body, credentials, headers = {}) => {
  const keyed = { 'Idempotency-Key': randomUUID(), ...headers };
  for (let attempt = 1; ; attempt++) {
    const { base } = webs[turn++ % webs.length]!;
    const result = await within(PATIENCE_MS, createCaller(base)(id, body, credentials, keyed)).catch(() => undefined);
    const wait = Number(result?.headers.get('retry-after'));
    const name = result === undefined ? 'none' : result.status === 503 && wait > 0 ? '503 with a time' : result.status;
    answers[name] = (answers[name] ?? 0) + 1;
    const isOver =
      result !== undefined &&
      result.status !== 503 &&
      (result.body as { code?: string }).code !== 'idempotency_in_progress';
    if (isOver) return result;
    if (attempt === 200) throw new Error(`${id} got no response`);
    await pause(100);
  }
}) as Call;

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = pause(ms, undefined, { ref: false }).then(() => Promise.reject(new Error(`none in ${ms} ms`)));
  return Promise.race([work, late]);
}

const read = (token: string) =>
  playSpecimen({
    call: (async (id, body, headers) => {
      const { status, body: answer } = await call(id, body, {}, headers as Record<string, string>);
      if (status !== 200) throw Object.assign(new Error(id), { status, code: (answer as { code?: string }).code });
      return answer;
    }) as ReaderCall,
    ...{ specimen, access: { bac: true, pace: [] }, token, platform: 'CLI', app_version: '1.0.0' },
  });

interface Known {
  id: number;
  client: Client;
  state: 'CREATED' | 'ABORTED' | 'APPROVED';
}

const known: Known[] = [];
const asked = new Set<string>();
let ending = false;
let limited_id: number;

async function oneSession(client: Client): Promise<void> {
  const reference = randomUUID();
  const created = await call('session.create', { reference, callback_url: receiver.url }, { basic: client.basic });
  if (created.status === 403) return pause(200);
  const { id, token } = expectSuccess('session.create', created);
  asked.add(reference);
  const session: Known = { id, client, state: 'CREATED' };
  known.push(session);
  await call('session.state', { id }, { basic: client.basic });
  if (randomInt(3) === 0) {
    const { state } = expectSuccess('session.abort', await call('session.abort', { id }, { basic: client.basic }));
    session.state = state as Known['state'];
  } else if (randomInt(2) === 0) {
    const { state } = await read(token);
    if (state === 'APPROVED') session.state = 'APPROVED';
  }
}

async function work(client: Client): Promise<void> {
  while (!ending) await oneSession(client);
}

/** Each returns whether it happened. */
const accidents = {
  kill: async (server: ServerProcess) => {
    await server.end('SIGKILL');
    const isKilled = server.exitCode === 'SIGKILL';
    await pause(randomInt(1500));
    await server.start();
    return isKilled;
  },
  stop: async ({ pid }: ServerProcess) => {
    process.kill(pid!, 'SIGSTOP');
    await pause(500 + randomInt(4000));
    // proc_pid_stat(5): the state follows the name in parentheses.
    const isStopped = / T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').split(')')[1]!);
    process.kill(pid!, 'SIGCONT');
    return isStopped;
  },
  restart: () => restarted('fast'),
  crash: () => restarted('immediate'),
  cut: async () => {
    const ended = await query(
      `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    return ended.length > 0;
  },
};
type Accident = keyof typeof accidents;

async function restarted(mode: Parameters<Postgres['restart']>[0]): Promise<boolean> {
  const pid = () => readFileSync(join(postgres.folder, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0];
  const before = pid();
  await postgres.restart(mode);
  return pid() !== before;
}

async function isAhead(): Promise<boolean> {
  const soon = new Date(Date.now() + AHEAD_MS / 2).toISOString();
  return query('select 1 from callback_attempts where created > $1 limit 1', soon).then(
    (rows) => rows.length > 0,
    () => false,
  );
}

/** Shuffles the order in each round. @returns how often each accident happened. */
async function haveAccidents(): Promise<Partial<Record<Accident | 'ahead', number>>> {
  const had: Partial<Record<Accident | 'ahead', number>> = {};
  const count = (name: Accident | 'ahead', isSo: boolean) => {
    if (isSo) had[name] = (had[name] ?? 0) + 1;
  };
  const names = Object.keys(accidents) as Accident[];
  const until = performance.now() + SECONDS * 1000;
  while (performance.now() < until)
    for (const name of names.toSorted(() => randomInt(2) - 0.5)) {
      const all = [...webs, ...workers];
      count(name, await accidents[name](all[randomInt(all.length)]!));
      await pause(500 + randomInt(1500));
      count('ahead', await isAhead());
    }
  return had;
}

/** An account that pays by card. `endCycle` ends its cycle later, so that it is billed and charged while accidents happen. */
async function payer(): Promise<Client & { merchant_id: number }> {
  const client = await verifiedAccount(webs[0]!.base);
  const { bearer } = client;
  const world = {
    succeed: async (id: never, body: never, credentials: never) => expectSuccess(id, await call(id, body, credentials)),
    server: { base: webs[0]!.base },
  } as unknown as World;
  const setup_intent_id = await cardSetup(world, { bearer }, CARDS.good);
  expectSuccess('stripe.complete', await call('stripe.complete', { setup_intent_id }, { bearer }));
  await addBillingDetails(world, { bearer });
  expectSuccess('billing.enable', await call('billing.enable', {}, { bearer }));
  const { id } = expectSuccess('billing.self', await call('billing.self', {}, { bearer }));
  return { ...client, merchant_id: id };
}

const day = (months: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
};

/**
 * Moves the account's cycle into the past month, with its fee. The cycle itself is updated last, because a worker closes it as soon
 * as it is over.
 */
async function endCycle(merchant_id: number): Promise<void> {
  await query('update active_periods set started = $2 where merchant_id = $1', merchant_id, day(-1));
  await query(
    'update billing_accounts set monthly_commitment = 9900000, cycle_start = $2, cycle_end = $3, cycle_start_day = 1 where merchant_id = $1',
    ...[merchant_id, day(-1), day(0)],
  );
}

const memory = () =>
  [...webs, ...workers].map(({ pid }) =>
    Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024),
  );

test(`everything happens for ${SECONDS} s`, { timeout: SECONDS * 1000 + 300_000 }, async () => {
  const clients = [await verifiedAccount(webs[0]!.base), await verifiedAccount(webs[1]!.base)];
  const limited = await verifiedAccount(webs[2]!.base);
  ({ id: limited_id } = (await call('billing.self', {}, { bearer: limited.bearer })).body);
  await query('update billing_accounts set credit = unit_price * $1', ENOUGH);
  await query('update billing_accounts set credit = unit_price * $2 where merchant_id = $1', limited_id, LIMIT);
  const payers = await Promise.all(Array.from({ length: PAYERS }, payer));
  const before = memory();

  const clientsAtWork = [...clients, ...clients, limited, limited, limited].map(work);
  const bills = (async () => {
    for (const { merchant_id } of payers) {
      await pause((SECONDS * 700) / PAYERS);
      for (;;) {
        const done = await endCycle(merchant_id).then(...([() => true, () => false] as const));
        if (done) break;
        await pause(200);
      }
    }
  })();
  const had = await Promise.race([haveAccidents(), Promise.all(clientsAtWork).then(() => undefined)]);
  ending = true;
  await Promise.all([...clientsAtWork, bills]);
  console.info(had, answers, `${known.length} sessions`, { before, after: memory() });

  expect(Object.keys(had ?? {}).toSorted()).toEqual(['ahead', ...Object.keys(accidents)].toSorted());
  expect(Object.keys(answers).filter((name) => /^5/.test(name) && name !== '503 with a time')).toEqual([]);
  expect(known.length).toBeGreaterThan(SECONDS / 2);
});

test('nothing acknowledged is lost, and no session was created twice', async () => {
  const rows = await query('select id::float8 as id, state, reference from sessions');
  const stored = new Map(rows.map(({ id, state }) => [id, state]));
  expect(known.filter(({ id }) => !stored.has(id))).toEqual([]);
  expect(known.filter(({ id, state }) => state !== 'CREATED' && stored.get(id) !== state)).toEqual([]);
  const references = rows.map(({ reference }) => reference).filter((reference) => asked.has(reference as string));
  expect(references.length).toBe(new Set(references).size);
});

test('every submitted document gets its verdict, and every event arrives', async () => {
  // Makes everything due immediately, instead of waiting for the leases of killed processes and the delays between attempts.
  const hurry = () =>
    query(
      `update callbacks set next_attempt = '2020-01-01T00:00:00.000Z' where state = 'PENDING' and attempts_left > 0`,
    );
  await query(`update sessions set verification_due = '2020-01-01T00:00:00.000Z' where state = 'COMPLETED'`);
  await eventually(async () => {
    const [{ n } = {}] = await query(`select count(*)::int as n from sessions where state = 'COMPLETED'`);
    return n === 0;
  }, 'the verdicts');
  await hurry();
  await eventually(async () => {
    const [{ n } = {}] = await query(`select count(*)::int as n from callbacks where state = 'PENDING'`);
    return n === 0;
  }, 'the callbacks');
  const events = await query('select id, state from callbacks');
  expect(events.length).toBeGreaterThan(0);
  expect(events.filter(({ state }) => state !== 'DELIVERED')).toEqual([]);
  const received = new Map<unknown, number>();
  for (const { headers } of receiver.received)
    received.set(headers['webhook-id'], (received.get(headers['webhook-id']) ?? 0) + 1);
  expect(events.filter(({ id }) => !received.has(id))).toEqual([]);
  console.info(`${events.length} events, ${[...received.values()].filter((count) => count > 1).length} more than once`);
});

test('each cycle that ended has one bill, charged once', async () => {
  // Makes every charge due immediately, instead of waiting for the claim of a killed worker and the delays between attempts.
  const hurry = async () => {
    await query(
      `update bills set claimed_until = null, next_attempt = '2020-01-01T00:00:00.000Z' where state = 'OPEN'`,
    );
    await query(`update payment_attempts set created = '2020-01-01T00:00:00.000Z' where code is not null`);
  };
  await hurry();
  const hurrying = setInterval(() => void hurry(), 15_000);
  await eventually(
    async () => {
      const [{ n } = {}] = await query(`select count(*)::int as n from bills where state = 'PAID'`);
      return n === PAYERS;
    },
    'the bills to be paid',
    120_000,
  ).finally(() => clearInterval(hurrying));
  expect(await query('select merchant_id from bills')).toHaveLength(PAYERS);
  expect(await query('select bill_id from transactions')).toHaveLength(PAYERS);
});

test('the credit pays for no more sessions than it is for', async () => {
  const [{ open, approved } = {}] = await query(
    `select count(*) filter (where state in ('CREATED', 'INITIATED', 'COMPLETED'))::int as open,
      count(*) filter (where state = 'APPROVED')::int as approved from sessions
     where merchant_id = $1`,
    limited_id,
  );
  expect(Number(open) + Number(approved)).toBeLessThanOrEqual(LIMIT);
  expect(Number(approved)).toBeGreaterThan(0);
});
