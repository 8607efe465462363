/** What the spending cap allows and when we notify the account. However sessions finish, they never exceed the cap. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approve, enabled, setBilling } from '../support/server/billing.ts';
import { createReceiver } from '../support/server/receiver.ts';
import { teammate } from '../support/server/team.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

/** Each of the account's sessions costs $0.10. */
async function capped(spending_cap: string, credit = 0): Promise<Account & { id: number }> {
  const account = await world.freshAccount();
  await enabled(world, account);
  const { bearer } = account;
  const { id } = await world.succeed('billing.change_spending_cap', { spending_cap }, { bearer });
  await setBilling(server, id, { credit });
  return { ...account, id };
}

const create = ({ basic }: Account, options = {}) => server.call('session.create', options, { basic });
const billing = ({ bearer }: Account) => world.succeed('billing.self', {}, { bearer });

test('sessions are created up to the spending cap and not beyond, also concurrently, and the bill stays within it', async () => {
  const account = await capped('0.20', 250_000);
  const made = await Promise.all(Array.from({ length: 12 }, () => create(account)));
  const created = made.flatMap(({ status, body }) => (status === 200 ? [body] : []));
  // $0.25 of credit and $0.20 of the cap are enough for four.
  expect(created).toHaveLength(4);
  for (const { status, body } of made)
    if (status !== 200) expect({ status, body }).toMatchObject({ status: 403, body: { code: 'spending_cap_reached' } });
  expect(await billing(account)).toMatchObject({ cycle_cost: '0.00', spending_cap: '0.20', reserved_cost: '0.15' });

  expect(await create(account, { specimen: true })).toMatchObject({ status: 200 });
  await world.succeed('session.abort', { id: created[0]!.id }, { basic: account.basic });
  const next = await create(account);
  expect(next.status).toBe(200);
  for (const { token } of [...created.slice(1), next.body]) await world.read('genuine', token);
  expect(await billing(account)).toMatchObject({ credit: '0.00', cycle_cost: '0.15', reserved_cost: '0.00' });
  const { subtotal } = await world.succeed('billing.preview', {}, { bearer: account.bearer });
  expect(subtotal).toBe('0.15');
  expect(await create(account)).toMatchObject({ status: 403 });

  await world.succeed('billing.change_spending_cap', { spending_cap: null }, { bearer: account.bearer });
  expect(await create(account)).toMatchObject({ status: 200 });
  expect(await billing(account)).not.toHaveProperty('spending_cap');
});

test('a spending cap of zero still allows the credit to be used', async () => {
  const account = await capped('0.00', 100_000);
  expect((await create(account)).status).toBe(200);
  expect((await create(account)).body).toMatchObject({ code: 'spending_cap_reached' });
});

test('owners and billing users get one email each at 50%, at 80% and at the spending cap, and nobody else does', async () => {
  const account = await capped('1.00');
  const payer = await teammate(world, account, 'billing');
  const developer = await teammate(world, account, 'developer');
  const told = async (email: string) => {
    const mails = await server.mailbox(email);
    return mails
      .map(({ subject }) => subject)
      .filter((subject) => subject.includes('spending cap'))
      .sort();
  };
  const spend = (sessions: number) =>
    Promise.all(Array.from({ length: sessions }, () => approve(server, account.id, 1)));
  await spend(4);
  expect(await told(account.email)).toEqual([]);
  await spend(3);
  expect(await told(account.email)).toEqual([expect.stringMatching(/ used 50% of its spending cap$/)]);
  await spend(3);
  const all = [/ reached its spending cap$/, / used 50% of/, / used 80% of/].map((subject) =>
    expect.stringMatching(subject),
  );
  expect(await told(account.email)).toEqual(all);
  expect(await told(payer.email)).toEqual(all);
  expect(await told(developer.email)).toEqual([]);
  await approve(server, account.id, 1);
  expect(await told(account.email)).toHaveLength(3);

  // A higher cap has its own thresholds. Thresholds already reached when the cap is set are shown on the screen, not emailed.
  await world.succeed('billing.change_spending_cap', { spending_cap: '2.00' }, { bearer: account.bearer });
  await spend(4);
  expect(await told(account.email)).toHaveLength(3);
  await spend(1);
  expect((await told(account.email)).filter((subject) => subject.includes('80%'))).toHaveLength(2);
  expect(await told(account.email)).toHaveLength(4);
});

test('the next billing cycle starts from zero with the same spending cap', async () => {
  const account = await capped('0.30');
  await approve(server, account.id, 3);
  expect((await create(account)).body).toMatchObject({ code: 'spending_cap_reached' });
  await server.advance('P32D');
  expect((await create(account)).status).toBe(200);
  await approve(server, account.id, 2);
  const { email, password } = account;
  const { access_token: bearer } = await world.succeed('password.authenticate', { email, password });
  expect(await world.succeed('billing.self', {}, { bearer })).toMatchObject({
    cycle_cost: '0.20',
    spending_cap: '0.30',
    reserved_cost: '0.10',
  });
  await eventually(
    async () => (await world.succeed('bill.list', {}, { bearer })).bills[0]?.subtotal === '0.30',
    'the bill of the cycle before',
  );
});

test('an endpoint is notified once in each billing cycle when documents that are read bring the account near its cap', async () => {
  const account = await capped('0.50');
  await using receiver = await createReceiver();
  const endpoint = { url: receiver.url, event_types: ['account.spending_cap_near' as const] };
  await world.succeed('callback_endpoint.create', endpoint, { bearer: account.bearer });
  const told = () => receiver.received.map(({ raw }) => JSON.parse(raw).data);
  for (const cycles of [1, 2]) {
    if (cycles > 1) await server.advance('P32D');
    const made = await Promise.all(Array.from({ length: 5 }, () => create(account)));
    await Promise.all(made.map(({ body }) => world.read('genuine', body.token)));
    await eventually(async () => told().length >= cycles, 'the event');
  }
  const near = { spending_cap: '0.50', cycle_cost: '0.40' };
  expect(told()).toMatchObject([near, near]);
  expect(new Set(told().map(({ cycle_start }) => cycle_start)).size).toBe(2);
});
