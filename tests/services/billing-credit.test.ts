/** Each mailbox gets the free credit once, no credit is reserved twice, and a new account can owe only so much before it pays. */
// PostgreSQL in CI only: each of its tests has a database of its own.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeAccount, openBillingAccount } from '../../server/billing/account/billing.service.ts';
import { claimCredit } from '../../server/billing/account/free-credit.service.ts';
import { changeUsageLimit } from '../../server/billing/operator/account-terms.service.ts';
import { PLANS, SIGN_UP_CREDIT } from '../../server/billing/terms/plans.ts';
import { timestamp } from '../../server/core/clock.ts';
import { randomId } from '../../server/database/random-id.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { abortSession, createSession, getSession } from '../../server/sessions/session/session.service.ts';
import { createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

let world: ServiceWorld;
beforeEach(async () => {
  world = await createServiceWorld();
});
afterEach(() => world.close());

const price = PLANS.starter.unit_price;

async function newcomer(email: string) {
  const { ctx, deps } = world;
  const created = deps.clock.now();
  const [merchant_id, user_id] = [randomId(), randomId()];
  const about = { merchant_id, type: 'NATURAL', alias: email, locale: 'en', created: timestamp(created) } as const;
  await ctx.db
    .insertInto('merchants')
    .values({ id: merchant_id, billing_state: 'TRIAL', created: timestamp(created) })
    .execute();
  await inTransaction(ctx, (ctx) => openBillingAccount(ctx, { merchant_id, created }));
  await ctx.db
    .insertInto('users')
    .values({ ...about, id: user_id, email, email_key: `${user_id} ${email}`, email_verified: 0 })
    .execute();
  return {
    merchant_id,
    user_id,
    email,
    credit: async () => (await world.get({ merchant_id })).credit,
    async verify() {
      await ctx.db.updateTable('users').set({ email_verified: 1 }).where('id', '=', user_id).execute();
      await inTransaction(ctx, (ctx) => claimCredit(ctx, { merchant_id, user_id, email }));
    },
  };
}

const create = (merchant_id: number, options = {}) =>
  inTransaction(world.callOf(merchant_id), (ctx) => createSession(ctx, options));

describe('the free credit', () => {
  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['ada@example.com', 'ADA@Example.com'],
    ['ada@example.com', 'ada+test@example.com'],
    ['ada.lovelace@gmail.com', 'adalovelace@googlemail.com'],
    ['ada@example.com', 'a.d.a+1+2@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@example.com', '\uff41da@example.com'],
  ])('is given to %s and then not to %s', async (first, second) => {
    const one = await newcomer(first);
    await one.verify();
    expect(await one.credit()).toBe(SIGN_UP_CREDIT);
    const other = await newcomer(second);
    // Shows the full credit: before the code is entered, nobody can see whether the address had an account.
    expect(await other.credit()).toBe(SIGN_UP_CREDIT);
    await other.verify();
    expect(await other.credit()).toBe(0);
    await other.verify();
    expect(await one.credit()).toBe(SIGN_UP_CREDIT);
  });

  test.each([
    ['ada@example.com', 'ada@example.org'],
    ['ada@example.com', 'adam@example.com'],
    ['+ada@example.com', '+eve@example.com'],
  ])('is given to %s and to %s', async (first, second) => {
    for (const email of [first, second]) {
      const account = await newcomer(email);
      await account.verify();
      expect(await account.credit()).toBe(SIGN_UP_CREDIT);
    }
  });

  test('is given to one of two accounts that verify the same mailbox at once', async () => {
    const accounts = [await newcomer('ada@example.com'), await newcomer('a.da@example.com')];
    await Promise.all(accounts.map(({ verify }) => verify()));
    const credits = await Promise.all(accounts.map(({ credit }) => credit()));
    expect(credits.sort((a, b) => a - b)).toEqual([0, SIGN_UP_CREDIT]);
  });

  test('outlives the account only as a keyed hash', async () => {
    await (await newcomer('ada@example.com')).verify();
    const claims = await world.ctx.db.selectFrom('credit_claims').selectAll().execute();
    expect(claims).toHaveLength(1);
    expect(JSON.stringify(claims)).not.toContain('ada');
    expect(claims[0]!.address_hash).toMatch(/^[\w-]{43}$/);
  });

  test('stays with an account from before addresses were recorded, and is not given again', async () => {
    const old = await newcomer('ada@example.com');
    await world.ctx.db.updateTable('users').set({ email_verified: 1 }).where('id', '=', old.user_id).execute();
    await world.set(old, { credit: price * 3 });
    await create(old.merchant_id);
    expect(await world.get(old)).toMatchObject({ credit: price * 3, address_verified: expect.any(String) });
    const again = await newcomer('ada@example.com');
    await again.verify();
    expect(await again.credit()).toBe(0);
  });

  test('pays for no session before an address is verified, except specimen sessions', async () => {
    const account = await newcomer('ada@example.com');
    await expect(create(account.merchant_id)).rejects.toMatchObject({ status: 403, code: 'email_not_verified' });
    await create(account.merchant_id, { specimen: true });
    await account.verify();
    await create(account.merchant_id);
  });

  test('is reserved by open sessions', async () => {
    const account = await newcomer('ada@example.com');
    await account.verify();
    await world.set(account, { credit: price * 3 });
    const made = await Promise.allSettled(Array.from({ length: 8 }, () => create(account.merchant_id)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const result of made)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 403, code: 'credit_exhausted' });
    const shown = () => describeAccount(world.ctx, account.merchant_id);
    expect(await shown()).toMatchObject({ state: 'TRIAL', credit: '0.30', reserved_cost: '0.30', cycle_cost: '0.00' });
    const [first] = made.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const call = world.callOf(account.merchant_id);
    const session = await getSession(call, { id: first!.id });
    await inTransaction(call, (ctx) => abortSession(ctx, session));
    expect(await shown()).toMatchObject({ reserved_cost: '0.20' });
    await create(account.merchant_id);
    await expect(create(account.merchant_id)).rejects.toMatchObject({ code: 'credit_exhausted' });
  });
});

describe('the usage limit before the first payment', () => {
  const refused = { status: 403, code: 'usage_limit_reached' };

  async function limited(usage_limit: number) {
    const customer = await world.customer();
    await world.set(customer, { credit: 0, usage_limit });
    return customer;
  }

  test('counts approved sessions, open sessions and open bills', async () => {
    const customer = await limited(price * 5);
    await world.approve(customer, 2);
    await create(customer.merchant_id);
    await create(customer.merchant_id);
    await create(customer.merchant_id);
    await expect(create(customer.merchant_id)).rejects.toMatchObject(refused);
    expect(await describeAccount(world.ctx, customer.merchant_id)).toMatchObject({
      usage_limit: '0.50',
      reserved_cost: '0.30',
      cycle_cost: '0.20',
    });
  });

  test('holds over midnight, when sessions count on two days', async () => {
    const customer = await limited(price);
    const call = world.callOf(customer.merchant_id);
    const [counted, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    world.at('2026-03-10T23:59:59.900Z');
    const before = inTransaction(call, async (ctx) => {
      await createSession(ctx, {});
      counted.resolve();
      await committing.promise;
    });
    await counted.promise;
    world.at('2026-03-11T00:00:00.100Z');
    const after = create(customer.merchant_id);
    // Long enough to create the second session, if that did not wait for the first.
    await Promise.race([after.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 300))]);
    committing.resolve();
    await before;
    await expect(after).rejects.toMatchObject(refused);
  });

  test('still counts a cycle that is over, before and after it is billed', async () => {
    const customer = await limited(price * 20);
    world.provider.decline(customer.card);
    await world.approve(customer, 20);
    await expect(create(customer.merchant_id)).rejects.toMatchObject(refused);
    world.days(31);
    await expect(create(customer.merchant_id)).rejects.toMatchObject(refused);
    await world.worker.run();
    expect(await world.bills(customer)).toMatchObject([{ state: 'OPEN' }]);
    await expect(create(customer.merchant_id)).rejects.toMatchObject(refused);
  });

  test('ends with the first payment', async () => {
    const customer = await limited(price * 20);
    await world.approve(customer, 20);
    world.days(31);
    await world.worker.run();
    expect(await world.bills(customer)).toMatchObject([{ state: 'PAID' }]);
    expect(await world.get(customer)).toMatchObject({ first_paid: expect.any(String) });
    await world.approve(customer, 30);
    await create(customer.merchant_id);
    expect(await describeAccount(world.ctx, customer.merchant_id)).not.toHaveProperty('usage_limit');
  });

  test('is announced at 80% and when it is reached, once each', async () => {
    const customer = await limited(price * 10);
    await world.approve(customer, 7);
    const told = async () => (await world.mails(customer.email)).filter((template) => template === 'usage_limit');
    expect(await told()).toHaveLength(0);
    await world.approve(customer, 2);
    expect(await told()).toHaveLength(1);
    await world.approve(customer, 3);
    expect(await told()).toHaveLength(2);
  });

  test('is what the configuration says for a new account, and none for one from before', async () => {
    expect((await world.get(await world.account())).usage_limit).toBe(200_000_000);
    const old = await world.customer();
    await world.set(old, { usage_limit: null, credit: 0 });
    await world.approve(old, 3000);
    await create(old.merchant_id);
  });

  test('is changed by an operator', async () => {
    const customer = await limited(price);
    await create(customer.merchant_id);
    await expect(create(customer.merchant_id)).rejects.toMatchObject(refused);
    const change = await changeUsageLimit(world.ctx, { merchant_id: customer.merchant_id, usage_limit: price * 2 });
    expect(change.summary.join(' ')).toContain('USD 0.20');
    await inTransaction(world.ctx, change.run);
    await create(customer.merchant_id);
    await expect(create(customer.merchant_id)).rejects.toMatchObject(refused);
  });
});
