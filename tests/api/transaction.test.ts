import { afterAll, beforeAll, expect, test } from 'vitest';
import { billedAccount } from '../support/server/billing.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

test('transaction.list shows what was paid for a bill, and how', async () => {
  const { caller, bill_id } = await billedAccount(world);
  const { payment_methods } = await world.succeed('payment_method.list', { bill_id }, caller);
  const { transactions } = await world.succeed('transaction.list', { bill_id }, caller);
  expect(transactions).toMatchObject([{ type: 'CHARGE', amount: '123.75', payment_method_id: payment_methods[0]!.id }]);
  expect((await world.call('transaction.list', { bill_id: bill_id + 1 }, caller)).status).toBe(404);
});
