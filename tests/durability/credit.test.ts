/** With two processes on one database, open sessions never reserve more free credit than there is. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerProcess, quickServer, type ServerProcess } from '../support/process/server-process.ts';
import { createCaller } from '../support/server/call.ts';
import { newcomers, verifiedAccount } from '../support/server/newcomers.ts';
import { createTestDatabase } from '../support/server/test-database.ts';

let servers: ServerProcess[] = [];
let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
  const environment = { RATE_LIMITS: 'off', ...(database && { DATABASE_URL: database.url }) };
  const first = await createServerProcess(environment, undefined, await quickServer());
  const second = await createServerProcess({ ...environment, DATA_DIR: first.folder }, undefined, await quickServer());
  servers = [first, second];
  for (const server of servers) await server.start();
});
afterAll(async () => {
  for (const server of servers) await server.remove();
  await database?.drop();
});

const calls = () => servers.map(({ base }) => createCaller(base));

test('260 sessions created at once on a credit for 250: 250 are, and the others are refused', async () => {
  const { basic, bearer } = await verifiedAccount(servers[0]!.base);
  // On PostgreSQL the calls wait for one row, and get 503 if that takes too long.
  const create = async (number: number) => {
    for (;;) {
      const answer = await calls()[number % 2]!('session.create', {}, { basic });
      if (answer.status !== 503) return answer;
    }
  };
  const made = await Promise.all(Array.from({ length: 260 }, (_, number) => create(number)));
  const counts = new Map<string, number>();
  for (const { status, body } of made) {
    const outcome = status === 200 ? '200' : `${status} ${(body as { code?: string }).code}`;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  expect(Object.fromEntries(counts)).toEqual({ '200': 250, '403 credit_exhausted': 10 });
  expect((await calls()[1]!('billing.self', {}, { bearer })).body).toMatchObject({
    credit: '25.00',
    reserved_cost: '25.00',
  });
  expect((await calls()[1]!('session.create', { specimen: true }, { basic })).status).toBe(200);
});

test('a deleted account leaves no second credit to its address, however it is written', async () => {
  const [here, there] = calls();
  const { email, bearer } = await verifiedAccount(servers[0]!.base);
  expect((await here!('merchant.delete', {}, { bearer })).status).toBe(200);
  const again = await verifiedAccount(servers[1]!.base, email.replace('@', '+again@').toUpperCase());
  expect((await there!('billing.self', {}, { bearer: again.bearer })).body).toMatchObject({ credit: '0.00' });
  expect((await there!('session.create', {}, { basic: again.basic })).body).toMatchObject({ code: 'credit_exhausted' });
  expect((await there!('session.create', { specimen: true }, { basic: again.basic })).status).toBe(200);

  // Before the code is entered, the full credit is shown, because a sign-up must not reveal whether the address had an account.
  const stranger = await newcomers(here!).account(email.replace('@', '+stranger@'));
  expect((await here!('billing.self', {}, { bearer: stranger.bearer })).body).toMatchObject({ credit: '25.00' });
  expect((await here!('session.create', {}, { basic: stranger.basic })).body).toMatchObject({
    code: 'email_not_verified',
  });
});
