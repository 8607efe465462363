/** Cycles and bills: exactly one bill per account and cycle, every approved session on exactly one bill, and correct sums. */
// PostgreSQL in CI only: it plays months of many accounts, each in a database of its own.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vatRates } from '../../openapi/facts/vat-rates.ts';
import { assertMayCreateSession, describeAccount } from '../../server/billing/account/billing.service.ts';
import { closeCycle } from '../../server/billing/bill/bill.service.ts';
import { amountDue, linesOf, totalsOf, type Usage } from '../../server/billing/bill/bill-amounts.ts';
import { findBalance } from '../../server/billing/ledger/balance.repository.ts';
import { insertBill } from '../../server/billing/ledger/bill.repository.ts';
import { changeCancellation, changePlan } from '../../server/billing/operator/account-terms.service.ts';
import { cycleOf, dayAfter, nextCycle } from '../../server/billing/terms/cycle.ts';
import { CENT, formatMoney, parseMoney } from '../../server/billing/terms/money.ts';
import { PLANS, SIGN_UP_CREDIT, type Terms } from '../../server/billing/terms/plans.ts';
import { randomId } from '../../server/database/random-id.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { isUniqueViolation } from '../../server/database/unique-violation.ts';
import { trials } from '../support/runs/trials.ts';
import { createBillingWorkers, createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

let world: ServiceWorld;
beforeAll(async () => {
  world = await createServiceWorld();
});
afterAll(() => world.close());

const price = PLANS.starter.unit_price;

describe('the lines of a bill', () => {
  const fee = ({ monthly_commitment }: Terms, days = 30) => ({ monthly_commitment, days, cycle_days: 30 });
  const shown = (usage: Usage[], owed = fee(PLANS.starter)) =>
    linesOf(usage, owed).map(({ name, quantity, total }) => `${quantity} ${name} ${formatMoney(total)}`);

  test('are the identities, the fee and the credit', () => {
    expect(shown([{ unit_price: price, quantity: 1200, credit: parseMoney('25.00') }])).toEqual([
      '1200 Verified identities 120.00',
      '1 Credit -25.00',
    ]);
    expect(shown([{ unit_price: 10_000, quantity: 33, credit: 0 }], fee(PLANS.standard))).toEqual([
      '33 Verified identities 0.33',
      '1 Service fee 99.00',
    ]);
    expect(shown([], fee(PLANS.standard))).toEqual(['1 Service fee 99.00']);
  });

  test('say for how many days the fee is owed, rounded once', () => {
    expect(linesOf([], fee(PLANS.standard, 12))).toEqual([
      {
        kind: 'SERVICE_FEE',
        name: 'Service fee',
        description: '12 of 30 days',
        quantity: 1,
        unit_price: parseMoney('39.60'),
        total: parseMoney('39.60'),
        days: 12,
        cycle_days: 30,
      },
    ]);
    // 10.05 × 1 ÷ 30 is 0.335.
    expect(shown([], fee({ unit_price: 0, monthly_commitment: parseMoney('10.05') }, 1))).toEqual([
      '1 Service fee 0.34',
    ]);
  });

  test('use no more credit than the total of the bill, although each was rounded down', () => {
    const parts = [4_000, 3_000].map((unit_price) => ({ unit_price, quantity: 1, credit: unit_price }));
    expect(totalsOf(linesOf(parts, fee(PLANS.starter)), 0)).toEqual({ subtotal: 0, vat: 0, total: 0 });
  });

  test('are empty without usage, and have no fee while billing is not enabled', () => {
    expect(shown([])).toEqual([]);
    expect(shown([], fee(PLANS.standard, 0))).toEqual([]);
  });

  test('add up: subtotal, VAT and total, each in whole cents, never below zero', () => {
    const usage = fc
      .record({
        unit_price: fc.integer({ min: 1, max: 2_000_000 }),
        quantity: fc.integer({ min: 1, max: 1_000_000 }),
        covered: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ unit_price, quantity, covered }) => ({
        unit_price,
        quantity,
        credit: Math.floor(unit_price * quantity * covered),
      }));
    fc.assert(
      fc.property(
        fc.array(usage, { maxLength: 3 }),
        fc.constantFrom(0, ...Object.values(vatRates).flatMap((rates) => rates.map(({ rate }) => parseMoney(rate)))),
        fc.integer({ min: 0, max: 500_000_000 }),
        fc.integer({ min: 0, max: 30 }),
        (used, rate, monthly_commitment, days) => {
          const lines = linesOf(used, fee({ unit_price: price, monthly_commitment }, days));
          const { subtotal, vat, total } = totalsOf(lines, rate);
          expect(subtotal).toBe(lines.reduce((sum, line) => sum + line.total, 0));
          expect(total).toBe(subtotal + vat);
          for (const amount of [subtotal, vat, total, ...lines.map((line) => line.total)])
            expect(Math.abs(amount % CENT)).toBe(0);
          expect(subtotal).toBeGreaterThanOrEqual(0);
          expect(Math.abs(vat - (subtotal * rate) / 1e6)).toBeLessThanOrEqual(CENT / 2 + 1);
        },
      ),
      trials(2000),
    );
  });
});

describe('the free credit', () => {
  test('is used first, and ends the trial when it is used up', async () => {
    const account = await world.account();
    await world.set(account, { credit: price * 2 });
    await world.approve(account, 2);
    expect((await world.get(account)).credit).toBe(0);
    await expect(world.act(account, assertMayCreateSession)).rejects.toMatchObject({
      status: 403,
      code: 'credit_exhausted',
    });
    await world.card(account);
    await world.enable(account);
    await world.act(account, assertMayCreateSession);
  });

  test('pays part of a session if it is not enough for all of it', async () => {
    const account = await world.customer();
    await world.set(account, { credit: price / 4 });
    await world.approve(account, 2);
    expect((await world.get(account)).credit).toBe(0);
    const rows = await world.ctx.db
      .selectFrom('billed_sessions')
      .select(['unit_price', 'credit'])
      .where('merchant_id', '=', account.merchant_id)
      .orderBy('credit', 'desc')
      .execute();
    expect(rows).toEqual([
      { unit_price: price, credit: price / 4 },
      { unit_price: price, credit: 0 },
    ]);
  });

  test('is spent once by many concurrent approvals', async () => {
    const account = await world.account();
    await world.set(account, { credit: price * 5 });
    await Promise.all(Array.from({ length: 12 }, () => world.approve(account)));
    const { credit, sessions } = await world.get(account);
    expect({ credit, sessions }).toEqual({ credit: 0, sessions: 12 });
    const { total } = await world.ctx.db
      .selectFrom('billed_sessions')
      .select(({ fn }) => fn.sum('credit').as('total'))
      .where('merchant_id', '=', account.merchant_id)
      .executeTakeFirstOrThrow();
    expect(Number(total)).toBe(price * 5);
  });

  test('cannot fall below zero, whatever is written', async () => {
    const account = await world.account();
    await expect(world.set(account, { credit: -1 })).rejects.toThrow();
  });
});

describe('a billing cycle', () => {
  test('is billed when it is over, not before', async () => {
    const account = await world.customer();
    await world.approve(account, 3);
    const { cycle_end } = await world.get(account);
    world.at(`${cycle_end}T00:00:00.000Z`);
    world.advance(-0.001);
    await world.worker.run();
    expect(await world.bills(account)).toEqual([]);
    world.advance(0.001);
    await world.worker.run();
    const [bill, ...others] = await world.bills(account);
    expect(others).toEqual([]);
    expect(bill).toMatchObject({ state: 'WAIVED', subtotal: 0, total: 0 });
    expect(bill!.lines.map(({ quantity, total }) => [quantity, total])).toEqual([
      [3, price * 3],
      [1, -price * 3],
    ]);
  });

  test('counts a session in the cycle in which it was approved', async () => {
    const account = await world.customer();
    await world.set(account, { credit: 0 });
    const { cycle_end } = await world.get(account);
    world.at(`${cycle_end}T00:00:00.000Z`);
    world.advance(-0.001);
    await world.approve(account, 2);
    world.advance(0.001);
    // The worker has not run yet.
    await world.approve(account, 5);
    await world.worker.run();
    expect((await world.bills(account)).map(({ lines }) => lines[0]!.quantity)).toEqual([2]);
    world.days(31);
    await world.worker.run();
    expect((await world.bills(account)).map(({ lines }) => lines[0]!.quantity)).toEqual([2, 5]);
  });

  test('accepts no more sessions once closed: a late one goes to the open cycle', async () => {
    const account = await world.customer();
    const { cycle_start } = await world.get(account);
    world.days(31);
    await world.worker.run();
    const { cycle_start: open } = await world.get(account);
    expect(open > cycle_start).toBe(true);
    // An approval that read the clock before midnight, but reached the account's row after the cycle was closed.
    world.at(`${open}T00:00:00.000Z`);
    world.advance(-0.001);
    await world.approve(account);
    const row = await world.ctx.db
      .selectFrom('billed_sessions')
      .select('cycle_start')
      .where('merchant_id', '=', account.merchant_id)
      .executeTakeFirstOrThrow();
    expect(row.cycle_start).toBe(open);
    world.days(2);
  });

  test('without lines has no bill', async () => {
    const account = await world.customer();
    world.days(62);
    await world.worker.run();
    expect(await world.bills(account)).toEqual([]);
    expect((await world.get(account)).cycle_end! > world.day()).toBe(true);
  });

  test('is closed once by many concurrent workers', async () => {
    const account = await world.customer();
    await world.set(account, { credit: 0, ...PLANS.standard });
    await world.approve(account, 7);
    world.days(93);
    const workers = Array.from({ length: 6 }, () => createBillingWorkers(world.ctx));
    await Promise.all(workers.map((worker) => worker.run()));
    const bills = await world.bills(account);
    expect(new Set(bills.map(({ cycle_start }) => cycle_start)).size).toBe(bills.length);
    expect(bills.length).toBe(3);
    expect(bills[0]!.lines.map(({ quantity }) => quantity)).toEqual([7, 1]);
  });

  test('has only one bill because the database enforces it', async () => {
    const account = await world.customer();
    await world.set(account, { ...PLANS.standard });
    world.days(31);
    await world.worker.run();
    const [{ lines: _, ...bill }] = (await world.bills(account)) as [Awaited<ReturnType<typeof world.bills>>[number]];
    const again = insertBill(world.ctx.db, { ...bill, id: randomId() });
    await expect(again.catch((error) => Promise.reject(isUniqueViolation(error)))).rejects.toBe(true);
  });

  test('stays open when the process dies before it is closed', async () => {
    const account = await world.customer();
    await world.set(account, { ...PLANS.standard });
    world.days(31);
    const dying = inTransaction(world.ctx, async (ctx) => {
      expect(await closeCycle(ctx, account.merchant_id)).toBe(true);
      throw new Error('killed');
    });
    await expect(dying).rejects.toThrow('killed');
    expect(await world.bills(account)).toEqual([]);
    await world.worker.run();
    expect(await world.bills(account)).toHaveLength(1);
  });
});

describe('billing terms', () => {
  test('change with the next cycle, for sessions and fee alike', async () => {
    const account = await world.customer();
    await world.set(account, { credit: 0 });
    const { cycle_end } = await world.get(account);
    const { unit_price: next_unit_price, monthly_commitment: next_monthly_commitment } = PLANS.standard;
    await world.set(account, { next_unit_price, next_monthly_commitment, next_from: cycle_end });
    await world.approve(account, 10);
    expect(await describeAccount(world.ctx, account.merchant_id)).toMatchObject({ unit_price: '0.10' });
    world.at(`${cycle_end}T00:00:01.000Z`);
    // The worker has not run yet.
    await world.approve(account, 10);
    expect(await describeAccount(world.ctx, account.merchant_id)).toMatchObject({
      unit_price: '0.01',
      monthly_commitment: '99.00',
    });
    world.days(31);
    await world.worker.run();
    const [first, second] = await world.bills(account);
    expect(first!.lines.map(({ total }) => formatMoney(total))).toEqual(['1.00']);
    expect(second!.lines.map(({ total }) => formatMoney(total))).toEqual(['0.10', '99.00']);
    expect(await world.get(account)).toMatchObject({ ...PLANS.standard, next_from: null });
  });

  test('that cost more start 30 days after they are announced at the earliest, unless the account has agreed', async () => {
    const { merchant_id, ...account } = await world.customer();
    const { cycle_end } = await world.get({ merchant_id, ...account });
    world.days(5);
    const { start: next, end: later } = nextCycle({ end: cycle_end! });
    const change = (terms: Terms, how: { from?: string; is_agreed?: boolean } = {}) =>
      changePlan(world.ctx, { merchant_id, terms, ...how });
    const startOf = async (plan: ReturnType<typeof change>) => /From (\S+),/.exec((await plan).summary.join())?.[1];
    const [dearer, cheaper] = [PLANS.standard, { ...PLANS.starter, unit_price: 1 }];
    const isTooEarly = `Higher prices need 30 days of notice: the earliest start is ${later}.`;
    await expect(change(dearer, { from: next })).rejects.toThrow(isTooEarly);
    expect(await startOf(change(dearer))).toBe(later);
    expect(await startOf(change(dearer, { from: next, is_agreed: true }))).toBe(next);
    expect(await startOf(change(cheaper))).toBe(next);
    await expect(change(cheaper, { from: dayAfter(new Date(next)) })).rejects.toThrow(
      'No cycle of this account starts',
    );
    expect((await change({ unit_price: 999_999_999_999, monthly_commitment: 0 })).warning).toContain('10 times');
    const { run } = await change(dearer);
    await inTransaction(world.ctx, run);
    const next_terms = { unit_price: '0.01', monthly_commitment: '99.00', from: later };
    expect(await describeAccount(world.ctx, merchant_id)).toMatchObject({ next_terms });
    // An account that was promised lower prices needs notice too, even if the new prices are not higher than the current ones.
    world.days(1);
    await inTransaction(world.ctx, (await change(cheaper)).run);
    await expect(change(PLANS.starter, { from: next })).rejects.toThrow('Higher prices need');
  });

  test('continue when billing is enabled after it was cancelled in the trial', async () => {
    const account = await world.account();
    const { run } = await changeCancellation(world.ctx, { merchant_id: account.merchant_id, cancels: true });
    await inTransaction(world.ctx, run);
    await world.card(account);
    await world.enable(account);
    world.days(62);
    await world.worker.run();
    expect(await world.get(account)).toMatchObject({ billing_state: 'ACTIVE', cancels: 0 });
  });

  test('end with the cycle in which billing was cancelled', async () => {
    const account = await world.customer();
    await world.set(account, { ...PLANS.standard, cancels: 1 });
    world.days(31);
    await world.worker.run();
    expect(await world.bills(account)).toHaveLength(1);
    expect(await world.get(account)).toMatchObject({
      billing_state: 'INACTIVE',
      inactive_reason: 'CANCELLED',
      cancels: 0,
    });
    expect(await world.mails(account.email)).toContain('billing_cancelled');
    world.days(62);
    await world.worker.run();
    expect(await world.bills(account)).toHaveLength(1);
    // Paying the last bill does not by itself make billing active again.
    expect((await world.get(account)).billing_state).toBe('INACTIVE');
  });
});

describe('the trial', () => {
  test('ends after 30 days, immediately for readers and permanently by the worker', async () => {
    const account = await world.account();
    world.advance(30 * 86_400 - 0.001);
    await world.act(account, assertMayCreateSession);
    world.advance(0.001);
    const refused = { code: 'billing_inactive' };
    await expect(world.act(account, assertMayCreateSession)).rejects.toMatchObject(refused);
    expect(await describeAccount(world.ctx, account.merchant_id)).toMatchObject({ state: 'INACTIVE' });
    await world.worker.run();
    expect(await world.get(account)).toMatchObject({ billing_state: 'INACTIVE', inactive_reason: 'TRIAL_OVER' });
    expect(await world.mails(account.email)).toEqual(['trial_ended']);
    await world.card(account);
    await world.enable(account);
    await world.act(account, assertMayCreateSession);
  });

  test('does not end for accounts that enabled billing before', async () => {
    const account = await world.customer();
    world.days(31);
    await world.worker.run();
    expect((await world.get(account)).billing_state).toBe('ACTIVE');
    expect(await world.mails(account.email)).not.toContain('trial_ended');
  });

  test('is not charged for; usage beyond the credit is, once billing is enabled', async () => {
    const account = await world.account();
    await world.set(account, { credit: 0 });
    await world.approve(account, 20);
    world.days(31);
    await world.worker.run();
    expect((await world.bills(account)).map(({ state, next_attempt }) => [state, next_attempt])).toEqual([
      ['OPEN', null],
    ]);
    await world.card(account);
    await world.worker.run();
    expect(await world.transactions(account)).toEqual([]);
    await world.enable(account);
    await world.worker.run();
    // No VAT, because the bill was issued before the account had a country.
    expect((await world.transactions(account)).map(({ amount }) => formatMoney(amount))).toEqual(['2.00']);
  });
});

describe('conservation of sessions and money', () => {
  type Step =
    | { do: 'approve'; count: number }
    | { do: 'wait'; seconds: number }
    | { do: 'work'; workers: number }
    | { do: 'die' }
    | { do: 'move'; country: string }
    | { do: 'plan'; plan: 'starter' | 'standard' };
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('approve' as const), count: fc.integer({ min: 1, max: 4 }) }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 40 * 86_400 }) }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('work' as const), workers: fc.integer({ min: 1, max: 3 }) }) },
    { weight: 1, arbitrary: fc.constant({ do: 'die' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('move' as const), country: fc.constantFrom('SE', 'FI', 'US', 'HU') }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('plan' as const),
        plan: fc.constantFrom('starter' as const, 'standard' as const),
      }),
    },
  );

  async function perform(account: Awaited<ReturnType<ServiceWorld['customer']>>, action: Step): Promise<number> {
    switch (action.do) {
      case 'approve':
        await world.approve(account, action.count);
        return action.count;
      case 'wait':
        world.advance(action.seconds);
        return 0;
      case 'work':
        await Promise.all(Array.from({ length: action.workers }, () => createBillingWorkers(world.ctx).run()));
        return 0;
      case 'die':
        await inTransaction(world.ctx, async (ctx) => {
          await closeCycle(ctx, account.merchant_id);
          throw new Error('killed');
        }).catch(() => {});
        return 0;
      case 'move':
        await world.move(account, { country: action.country });
        return 0;
      case 'plan': {
        const { cycle_end } = await world.get(account);
        const { unit_price, monthly_commitment } = PLANS[action.plan];
        await world.set(account, {
          next_unit_price: unit_price,
          next_monthly_commitment: monthly_commitment,
          next_from: cycle_end,
        });
        return 0;
      }
      default:
        return action satisfies never;
    }
  }

  test('holds over any months of any account: nothing is lost, nothing counts twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 30 }),
        fc.integer({ min: 0, max: 86_400 * 31 }),
        fc.integer({ min: 0, max: 40 }),
        async (steps, offset, credits) => {
          await world.close();
          world = await createServiceWorld();
          world.advance(offset);
          const account = await world.customer();
          const given = credits * 40_000;
          await world.set(account, { credit: given });
          let approved = 0;
          for (const action of steps) approved += await perform(account, action);
          await createBillingWorkers(world.ctx).run();

          const bills = await world.bills(account);
          const { credit, sessions, cycle_start, cycle_end, cycle_start_day } = await world.get(account);
          const rows = await world.ctx.db
            .selectFrom('billed_sessions')
            .selectAll()
            .where('merchant_id', '=', account.merchant_id)
            .execute();

          expect(sessions).toBe(approved);
          expect(rows).toHaveLength(approved);
          const billed = bills
            .flatMap(({ lines }) => lines)
            .filter(({ name }) => name === 'Verified identities')
            .reduce((sum, { quantity }) => sum + quantity, 0);
          expect(billed + rows.filter((row) => row.cycle_start >= cycle_start).length).toBe(approved);

          expect(rows.reduce((sum, row) => sum + row.credit, 0)).toBe(given - credit);

          expect(new Set(bills.map((bill) => bill.cycle_start)).size).toBe(bills.length);
          expect(cycleOf(world.deps.clock.now(), cycle_start_day)).toEqual({ start: cycle_start, end: cycle_end });
          for (const bill of bills) {
            const used = rows.filter((row) => row.cycle_start === bill.cycle_start);
            const identities = bill.lines.filter(({ name }) => name === 'Verified identities');
            expect(identities.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(used.length);
            expect(identities.reduce((sum, { total }) => sum + total, 0)).toBe(
              used.reduce((sum, row) => sum + row.unit_price, 0),
            );
            expect(bill.subtotal).toBe(bill.lines.reduce((sum, { total }) => sum + total, 0));
            expect(bill.total).toBe(bill.subtotal + bill.vat);
            expect(bill.total).toBeGreaterThanOrEqual(0);
          }

          const paid = bills.filter(({ state }) => state === 'PAID');
          const transactions = await world.transactions(account);
          expect(transactions.map(({ bill_id }) => bill_id).toSorted()).toEqual(paid.map(({ id }) => id).toSorted());
          const taken = world.provider.taken().filter(({ customer }) => customer === `cus_${account.merchant_id}`);
          expect(taken.reduce((sum, { amount }) => sum + amount * CENT, 0)).toBe(
            paid.reduce((sum, bill) => sum + amountDue(bill), 0),
          );

          const owed = bills.filter(({ state }) => state === 'OPEN');
          expect(
            [...paid, ...owed].reduce((sum, bill) => sum + amountDue(bill), 0) +
              (await findBalance(world.ctx.db, account.merchant_id)),
          ).toBe(bills.reduce((sum, { total }) => sum + total, 0));
        },
      ),
      trials(20),
    );
  });
});

test('new accounts get what the plan says', async () => {
  const account = await world.account();
  expect(await describeAccount(world.ctx, account.merchant_id)).toMatchObject({
    id: account.merchant_id,
    state: 'TRIAL',
    credit: formatMoney(SIGN_UP_CREDIT),
    currency: 'USD',
    unit_price: '0.10',
    monthly_commitment: '0.00',
    vat_rate: '0.00',
  });
});
