/** SIGKILL at random moments under load: no acknowledged write may be lost. */
import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/database.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { times } from '../support/runs/trials.ts';
import { type Call, createCaller } from '../support/server/call.ts';
import { verifiedAccount } from '../support/server/newcomers.ts';

const CLIENTS = 8;
const KILLS = times(2);
/** The average number of sessions acknowledged before the next kill, however slow the machine is. */
const CREATES = 100;

interface Client {
  basic: { public_key: string; secret: string };
  bearer: string;
}

interface Request {
  client: Client;
  key: string;
}

interface Acknowledged extends Request {
  id: number;
  token: string;
}

const acknowledged: Acknowledged[] = [];
/** Requests that got no response: they may have had their effect, or not. */
const unanswered: Request[] = [];
let clients: Client[] = [];
let onAcknowledged = () => {};
let service: ServerProcess;
let call: Call;

beforeAll(async () => {
  // All readers share one address, and would share its rate limit, so each sends a different address in a header.
  service = await createServerProcess({ TRUSTED_PROXIES: '1' });
  call = createCaller(service.base);
  await service.start();
  clients = await Promise.all(Array.from({ length: CLIENTS }, signUp));
});
afterAll(() => service?.remove());

async function signUp(): Promise<Client> {
  const { basic, bearer } = await verifiedAccount(service.base);
  return { basic, bearer };
}

const create = ({ client, key }: Request) =>
  call('session.create', { reference: key }, { basic: client.basic }, { 'Idempotency-Key': key });

async function createUntilKilled(client: Client, stop: () => boolean): Promise<void> {
  while (!stop()) {
    const request = { client, key: randomUUID() };
    try {
      const { status, body, text } = await create(request);
      if (status !== 200) throw new Error(`session.create returned ${status}: ${text}`, { cause: 'answer' });
      acknowledged.push({ ...request, id: body.id, token: body.token });
      onAcknowledged();
    } catch (error) {
      if (error instanceof Error && error.cause === 'answer') throw error;
      unanswered.push(request);
      return;
    }
  }
}

function acknowledgements(count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const enough = acknowledged.length + count;
  onAcknowledged = () => acknowledged.length >= enough && resolve();
  return promise;
}

async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item);
    }),
  );
}

describe('SIGKILL under load', () => {
  test(`${CLIENTS} clients create sessions while the server is killed ${KILLS} times`, {
    timeout: 600_000,
  }, async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      let killed = false;
      const some = acknowledgements(randomInt(CREATES / 2, CREATES * 1.5));
      const clientsAtWork = clients.map((client) => createUntilKilled(client, () => killed));
      // A client ends before the kill only if it got a wrong response.
      await Promise.race([some, Promise.all(clientsAtWork)]);
      // Waits a random time, so that the kill does not always come at the moment of a response.
      await new Promise((resolve) => setTimeout(resolve, randomInt(20)));
      await service.end('SIGKILL');
      killed = true;
      await Promise.all(clientsAtWork);
      await service.start();
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual((KILLS * CREATES) / 2);
    expect(unanswered.length).toBeGreaterThan(0);
    expect(new Set(acknowledged.map(({ id }) => id)).size).toBe(acknowledged.length);
  });

  test('every acknowledged session is there, for its account and for its token', async () => {
    await inBatches(acknowledged, async ({ client, id, token }) => {
      expect(await call('session.state', { id }, { basic: client.basic })).toMatchObject({
        status: 200,
        body: { state: 'CREATED' },
      });
      expect(
        await call('reader.open', { token }, {}, { 'X-Forwarded-For': `10.0.${id % 250}.${id % 199}` }),
      ).toMatchObject({ status: 200, body: { state: 'CREATED' } });
    });
  });

  test('a retry under the key of an acknowledged call returns the same response', async () => {
    await inBatches(acknowledged.slice(-50), async (request) => {
      const { status, body } = await create(request);
      expect([status, body.id, body.token]).toEqual([200, request.id, request.token]);
    });
  });

  test('a retry under the key of a call without a response leaves one session', async () => {
    await inBatches(unanswered, async (request) => {
      const first = await create(request);
      expect(first.status).toBe(200);
      expect((await create(request)).text).toBe(first.text);
      const { body } = await call('session.list', { reference: request.key }, { basic: request.client.basic });
      expect(body.sessions.map(({ id }) => id)).toEqual([first.body.id]);
    });
  });

  test('usage counts each session once', async () => {
    for (const client of clients) {
      const mine = [...acknowledged, ...unanswered].filter((request) => request.client === client).length;
      const { body } = await call('dashboard.usage', {}, { bearer: client.bearer });
      expect(body.last_30_days).toBe(mine);
    }
  });

  test('the database is intact', async () => {
    expect(await service.end('SIGTERM')).toBe(0);
    const { db, close } = openDatabase({ file: join(service.folder, 'sigill.db') });
    const rows = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(db)).rows;
    expect(await rows('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(await rows('pragma foreign_key_check')).toEqual([]);
    expect(await rows('select count(*) as n from sessions')).toEqual([{ n: acknowledged.length + unanswered.length }]);
    await close();
    expect(service.stderr).toBe('');
  });
});

describe('the durability settings of the database', () => {
  test('write the log ahead, and leave its sync to the service', async () => {
    const { db, close } = openDatabase({ file: join(service.folder, 'sigill.db') });
    const pragma = async (name: string) =>
      Object.values((await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db)).rows[0]!)[0];
    expect(await pragma('journal_mode')).toBe('wal');
    // 1 is NORMAL, which is enough: the service syncs the log itself (sync.test.ts).
    expect(await pragma('synchronous')).toBe(1);
    expect(await pragma('secure_delete')).toBe(1);
    expect(await pragma('foreign_keys')).toBe(1);
    await close();
  });
});
