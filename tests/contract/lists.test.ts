import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../sdk/client/src/client.ts';
import { User } from '../../sdk/client/src/generated/portal/sdk.gen.ts';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { operationIds } from '../support/contract/contract.ts';
import { addCard, billedAccount } from '../support/server/billing.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

type Item = Record<string, unknown>;

async function pagesOf(id: OperationId, body: Item, { bearer }: Pick<Account, 'bearer'>): Promise<Item[][]> {
  const pages: Item[][] = [];
  for (let cursor: string | undefined; ; ) {
    const answer = (await world.succeed(id, { ...body, ...(cursor && { cursor }) }, { bearer })) as Item;
    const { next_cursor, ...list } = answer;
    pages.push(Object.values(list)[0] as Item[]);
    if (next_cursor === undefined) return pages;
    cursor = next_cursor as string;
  }
}

const ids = (items: Item[]) => items.map(({ id }) => id);

test('users and keys are listed newest first', async () => {
  const account = await world.freshAccount();
  for (const name of ['a', 'b', 'c', 'd']) await world.succeed('user.create_service_user', { name }, account);
  const pages = await pagesOf('user.list', { limit: 2 }, account);
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 2]);
  const whole = (await world.succeed('user.list', {}, account)).users;
  expect(ids(pages.flat())).toEqual(ids(whole));
  const created = whole.map((user) => user.created);
  expect(created).toEqual(created.toSorted().toReversed());
});

test('the SDK iterates over all pages', async () => {
  const account = await world.freshAccount();
  for (const name of ['a', 'b', 'c']) await world.succeed('user.create_service_user', { name }, account);
  const authorize = (headers: Headers) => headers.set('authorization', `Bearer ${account.bearer}`);
  const user = new User(createClient({ baseUrl: server.base, authorize }));
  const walked = [];
  for await (const { id } of user.list({ limit: 2 })) walked.push(id);
  expect(walked).toEqual((await world.succeed('user.list', {}, account)).users.map(({ id }) => id));
});

test('payment methods are listed with the primary one first', async () => {
  const account = await world.freshAccount();
  const added = [];
  for (let card = 0; card < 3; card++) added.push(await addCard(world, account));
  const pages = await pagesOf('payment_method.list', { limit: 1 }, account);
  expect(pages.map(({ length }) => length)).toEqual([1, 1, 1]);
  expect(ids(pages.flat())).toEqual([added[0], added[2], added[1]]);
  expect(pages.flat().map(({ primary }) => primary)).toEqual([true, false, false]);
});

test('bills and their transactions are listed', async () => {
  const { caller, bill_id } = await billedAccount(world);
  const whole = (await world.succeed('bill.list', {}, caller)).bills;
  expect(ids((await pagesOf('bill.list', { limit: 1 }, caller)).flat())).toEqual(ids(whole));
  for (const id of ['transaction.list', 'payment_method.list'] as const) {
    const all = (await pagesOf(id, { bill_id }, caller)).flat();
    expect((await pagesOf(id, { bill_id, limit: 1 }, caller)).flat()).toEqual(all);
  }
});

test('bills created at the same time are listed by their cycle', async () => {
  const { caller, bill_id } = await billedAccount(world);
  const { db } = server.ctx;
  const bill = await db.selectFrom('bills').selectAll().where('id', '=', bill_id).executeTakeFirstOrThrow();
  const cycles = ['2020-01-01', '2020-02-01', '2020-03-01', '2020-04-01'];
  for (const [index, cycle_start] of cycles.entries())
    await db
      .insertInto('bills')
      .values({ ...bill, id: 1000 + index, number: `INV-2020-00000${index}`, cycle_start })
      .execute();
  const pages = await pagesOf('bill.list', { limit: 2 }, caller);
  expect(pages.flat().map(({ cycle_start }) => cycle_start)).toEqual([bill.cycle_start, ...cycles.toReversed()]);
});

test.each(operationIds.filter((id) => id.endsWith('.list')))('%s refuses a cursor of another list', async (id) => {
  const { caller, bill_id } = await billedAccount(world);
  const { id: session_id } = await world.succeed('session.create', {}, { basic: caller.basic });
  const body = id === 'transaction.list' ? { bill_id } : id === 'session_note.list' ? { session_id } : {};
  for (const cursor of ['bm9uZQ', Buffer.from('0|x|1').toString('base64url')]) {
    const { status } = await server.call(id, { ...body, cursor }, caller);
    expect(status).toBe(404);
  }
});
