/** On one PostgreSQL, some processes serve requests, and others work in the background. */
// CI only: it starts several processes, and waits until one is missed.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Status } from '../../openapi/facts/status.ts';
import { operate } from '../../server/operator/operator.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { createCaller } from '../support/server/call.ts';
import { verifiedAccount } from '../support/server/newcomers.ts';
import { type Postgres, startPostgres } from '../support/server/postgres.ts';
import { createReceiver } from '../support/server/receiver.ts';
import { eventually } from '../support/server/test-server.ts';

let postgres: Postgres;
let web: ServerProcess;
let worker: ServerProcess;
let receiver: Awaited<ReturnType<typeof createReceiver>>;
let email: string;
let basic: { public_key: string; secret: string };

beforeAll(async () => {
  postgres = await startPostgres();
  receiver = await createReceiver();
  web = await createServerProcess({ DATABASE_URL: postgres.url, ROLE: 'web' });
  worker = await createServerProcess({ ...web.environment, DATA_DIR: web.folder }, undefined, undefined, [
    '--role',
    'worker',
  ]);
  await web.start();
  ({ basic, email } = await verifiedAccount(web.base));
});
afterAll(async () => {
  await web?.remove();
  await worker?.remove();
  await receiver?.[Symbol.asyncDispose]();
  await postgres?.stop();
});

/** Creates and aborts a session, whose event the receiver should get. @returns the session's id. */
async function report(): Promise<number> {
  const call = createCaller(web.base);
  const { body } = await call('session.create', { callback_url: receiver.url }, { basic });
  expect((await call('session.abort', { id: body.id }, { basic })).status).toBe(200);
  return body.id;
}

const isReceived = (id: number) =>
  receiver.received.some(({ raw }) => (JSON.parse(raw) as { data: { id: number } }).data.id === id);

const statusOf = async (path: string, { base }: ServerProcess) => (await fetch(`${base}${path}`)).status;

async function states() {
  const { components } = (await (await fetch(`${web.base}/status.json`)).json()) as Status;
  return Object.fromEntries(components.map(({ name, state }) => [name, state]));
}

async function operator(...args: string[]): Promise<string> {
  const out: string[] = [];
  const write = (text: string) => void out.push(text);
  const environment = { DATA_DIR: web.folder, DATABASE_URL: postgres.url };
  await operate(args, { write, writeError: write, environment });
  return out.join('');
}

const operatorStatus = async (): Promise<string | undefined> =>
  (await operator('status')).split('\n').find((line) => line.startsWith('callbacks'));

async function listeners(): Promise<number> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client
    .query(
      `select count(*)::int as n from pg_stat_activity where query like 'listen %' or query like '%pg_notify(''sigill%'`,
    )
    .finally(() => client.end());
  return rows[0].n;
}

const OPERATIONAL = { callbacks: 'operational', mail: 'operational' };
const DOWN = { callbacks: 'down', mail: 'down' };

describe('processes with different roles', () => {
  let reported: number;

  test('without a worker requests are served, nothing is sent, and status page and operator learn why', async () => {
    reported = await report();
    expect(await statusOf('/readyz', web)).toBe(200);
    expect(await states()).toMatchObject({ api: 'operational', verification: 'operational', ...DOWN });
    expect(await operatorStatus()).toBe(
      'callbacks     down (no process with the role worker or all has run in the last few minutes)',
    );
    expect(receiver.received).toEqual([]);
  });

  test('a worker does the work of all, and responds only to health checks', async () => {
    await worker.start();
    await eventually(async () => isReceived(reported), 'the callback');
    expect(await Promise.all(['/healthz', '/readyz'].map((path) => statusOf(path, worker)))).toEqual([200, 200]);
    expect(
      await Promise.all(
        ['/', '/api/v1/trust.get', '/status.json', '/_local/', '/openapi.yaml'].map((path) => statusOf(path, worker)),
      ),
    ).toEqual([404, 404, 404, 404, 404]);
    await eventually(async () => (await states())['callbacks'] === 'operational', 'the status page to see the worker');
    expect(await states()).toMatchObject({ api: 'operational', ...OPERATIONAL });
    expect(await operatorStatus()).toBe('callbacks     operational');
    expect(worker.stdout).toContain('as a worker');
  });

  test('a worker hears of work immediately, also after the database was restarted, which ends no process', async () => {
    const before = [web.pid, worker.pid];
    // Without notifications, the worker would look only every 30 seconds.
    for (let event = 0; event < 3; event++) {
      const id = await report();
      await expect.poll(() => isReceived(id), { timeout: 10_000 }).toBe(true);
    }
    for (const mode of ['fast', 'immediate'] as const) {
      await postgres.restart(mode);
      await eventually(async () => (await statusOf('/readyz', web)) === 200, 'the database');
      await eventually(async () => (await listeners()) === 2, 'both processes to listen again');
      for (let event = 0; event < 3; event++) {
        const id = await report();
        await expect.poll(() => isReceived(id), { timeout: 10_000 }).toBe(true);
      }
    }
    expect([web.pid, worker.pid]).toEqual(before);
    expect([web.exitCode, worker.exitCode]).toEqual([null, null]);
  });

  test("an operator's command wakes the worker too", async () => {
    await worker.end();
    const id = await report();
    await operator('suspend', email, '--yes');
    await worker.start();
    await eventually(async () => (await listeners()) === 2, 'the worker to listen');
    expect(isReceived(id)).toBe(false);
    expect(await operator('resume', email, '--yes')).toContain('Done.');
    await expect.poll(() => isReceived(id), { timeout: 10_000 }).toBe(true);
  });

  test('a worker that ends tells its orchestrator first, and is missed after a few minutes', async () => {
    expect(await worker.end()).toBe(0);
    expect(await states()).toMatchObject(OPERATIONAL);
    await fetch(`${web.base}/_local/clock`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ advance: 'PT4M' }),
    });
    await eventually(async () => (await states())['callbacks'] === 'down', 'the status page to miss the worker');
    expect(await states()).toMatchObject({ api: 'operational', ...DOWN });
  });
});
