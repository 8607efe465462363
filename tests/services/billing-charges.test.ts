/**
 * Each bill is charged once, even if responses are lost, workers die and events arrive twice or late. After a decline, retries
 * follow a plan.
 */
// PostgreSQL in CI only: it plays months of many accounts, each in a database of its own.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { enableBilling } from '../../server/billing/account/billing.service.ts';
import { findBalance, insertBalanceEntry } from '../../server/billing/ledger/balance.repository.ts';
import { claimBill, findBillById, markDeclined } from '../../server/billing/ledger/bill.repository.ts';
import { findPrimary, listMethods } from '../../server/billing/ledger/payment-method.repository.ts';
import { markBillPaid } from '../../server/billing/operator/invoice-customer.service.ts';
import { CLAIM_SECONDS, collectBill } from '../../server/billing/payment/collection.service.ts';
import { changePrimary } from '../../server/billing/payment/payment-method.service.ts';
import { receiveEvent } from '../../server/billing/payment/provider-event.service.ts';
import { startSetup } from '../../server/billing/payment/stripe.service.ts';
import { formatMoney, parseMoney, toCents } from '../../server/billing/terms/money.ts';
import { CHARGE_RETRY_DAYS, PLANS } from '../../server/billing/terms/plans.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { deleteMerchant } from '../../server/merchants/merchant.service.ts';
import type { Fault } from '../support/outside/gateway.ts';
import { trials } from '../support/runs/trials.ts';
import { createBillingWorkers, createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

let world: ServiceWorld;
// A fresh world for each test: faults and declines are meant for one customer.
beforeEach(async () => {
  world = await createServiceWorld();
});
afterEach(() => world.close());

type Customer = Awaited<ReturnType<ServiceWorld['customer']>>;

async function expectPaidOnce(customer: Customer, total = parseMoney('123.75')): Promise<void> {
  const [bill, ...others] = await world.bills(customer);
  expect(others).toEqual([]);
  expect(bill).toMatchObject({ state: 'PAID', total, next_attempt: null, claimed_until: null });
  const transactions = await world.transactions(customer);
  const method = await findPrimary(world.ctx.db, customer.merchant_id);
  expect(transactions).toMatchObject([
    { type: 'CHARGE', bill_id: bill!.id, amount: total, payment_method_id: method!.id },
  ]);
  expect(takenFrom(customer)).toEqual([toCents(total)]);
}

const takenFrom = ({ merchant_id }: Customer) =>
  world.provider
    .taken()
    .filter(({ customer }) => customer === `cus_${merchant_id}`)
    .map(({ amount }) => amount);

describe('a bill', () => {
  test('is charged to the primary card, once', async () => {
    const customer = await world.customerWithBillDue();
    await world.worker.run();
    await expectPaidOnce(customer);
    await world.worker.run();
    await world.worker.run();
    await expectPaidOnce(customer);
  });

  test('is charged once by many concurrent workers', async () => {
    const customer = await world.customerWithBillDue();
    await Promise.all(Array.from({ length: 5 }, () => createBillingWorkers(world.ctx).run()));
    await expectPaidOnce(customer);
  });

  test.each<[string, Fault[]]>([
    ['the payment is created and the response is lost', ['lose_answer']],
    ['the charge is made and the response is lost', ['ok', 'lose_answer']],
    ['both responses are lost', ['lose_answer', 'lose_answer']],
    ['nothing arrives at first', ['lose_request', 'lose_request', 'ok', 'lose_request']],
    ['responses are lost again and again', ['lose_answer', 'lose_request', 'lose_answer', 'lose_answer']],
  ])('is charged once when %s', async (_, faults) => {
    const customer = await world.customerWithBillDue();
    world.provider.fail(...faults);
    for (let pass = 0; pass < faults.length + 2; pass++) {
      await world.worker.run();
      // Long enough for the claim of a failed attempt to expire.
      world.advance(CLAIM_SECONDS + 1);
    }
    await expectPaidOnce(customer);
  });

  test('is charged once when the response is lost and the provider has forgotten its keys', async () => {
    const customer = await world.customerWithBillDue();
    world.provider.fail('ok', 'lose_answer');
    await world.worker.run();
    expect(takenFrom(customer)).toEqual([12_375]);
    expect((await world.bills(customer))[0]!.state).toBe('OPEN');
    world.provider.forgetKeys();
    world.days(2);
    await world.worker.run();
    await expectPaidOnce(customer);
  });

  test('is charged once over any faults, deaths and numbers of workers', async () => {
    const fault = fc.constantFrom<Fault>('ok', 'lose_request', 'lose_answer');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fault, { maxLength: 8 }),
        fc.array(fc.nat(3), { maxLength: 4 }),
        async (faults, deaths) => {
          await world.close();
          world = await createServiceWorld();
          const customer = await world.customerWithBillDue();
          world.provider.fail(...faults);
          for (const workers of deaths) {
            // A worker claimed the bill and died.
            const [bill] = await world.bills(customer);
            const now = world.deps.clock.now().toISOString();
            if (bill) await claimBill(world.ctx.db, bill.id, now, new Date(Date.parse(now) + 60_000).toISOString());
            await Promise.all(Array.from({ length: workers }, () => createBillingWorkers(world.ctx).run()));
            world.advance(61);
          }
          for (let pass = 0; pass < faults.length + 2; pass++) {
            await world.worker.run();
            world.advance(CLAIM_SECONDS + 1);
          }
          await expectPaidOnce(customer);
        },
      ),
      trials(8),
    );
  });

  test('is charged once even if payments and customers are deleted at the provider, over any faults', async () => {
    type Blow = Fault | 'cancel' | 'delete';
    const blow = fc.constantFrom<Blow>('ok', 'lose_request', 'lose_answer', 'cancel', 'delete');
    await fc.assert(
      fc.asyncProperty(fc.array(blow, { maxLength: 10 }), fc.integer({ min: 1, max: 3 }), async (blows, workers) => {
        await world.close();
        world = await createServiceWorld();
        const { provider } = world;
        const customer = await world.customerWithBillDue();
        const pass = async () => {
          await Promise.all(Array.from({ length: workers }, () => createBillingWorkers(world.ctx).run()));
          world.advance(CLAIM_SECONDS + 1);
        };
        for (const next of blows) {
          if (next === 'cancel') for (const reference of provider.payments.keys()) provider.cancel(reference);
          else if (next === 'delete') provider.deleteCustomer((await world.get(customer)).customer!);
          else provider.fail(next);
          await pass();
          // At most one payment has taken the money, and it is the one that the bill names.
          const bill = (await world.bills(customer))[0]!;
          const confirmed = [...provider.payments.values()].filter(({ state }) => state === 'SUCCEEDED');
          expect(confirmed.length).toBeLessThanOrEqual(1);
          expect(confirmed.every(({ reference }) => reference === bill.payment)).toBe(true);
        }
        provider.settle();
        await pass();
        // The holder adds a card, as after any failed charge.
        await startSetup(world.by(customer));
        if ((await world.bills(customer))[0]!.state === 'OPEN') {
          const added = await world.card(customer);
          const methods = await listMethods(world.ctx.db, customer.merchant_id);
          const { id } = methods.find(({ reference }) => reference === added)!;
          await world.act(customer, (ctx) => changePrimary(ctx, { id }));
          for (let times = 0; times < 3; times++) await pass();
        }
        const [bill] = await world.bills(customer);
        expect(bill).toMatchObject({ state: 'PAID' });
        expect(provider.taken().map(({ amount }) => amount)).toEqual([12_375]);
        expect(await world.transactions(customer)).toHaveLength(1);
      }),
      trials(5),
    );
  });

  test('waits for a slow charge', async () => {
    const customer = await world.customerWithBillDue();
    world.provider.process();
    await world.worker.run();
    for (let hour = 0; hour < 3; hour++) {
      world.advance(3600);
      await world.worker.run();
    }
    expect(await world.bills(customer)).toMatchObject([{ state: 'OPEN', declines: 0 }]);
    expect(world.provider.attempts).toHaveLength(1);
    expect(await world.mails(customer.email)).toEqual(['bill']);
    for (const payment of world.provider.payments.values()) payment.state = 'SUCCEEDED';
    world.advance(3600);
    await world.worker.run();
    await expectPaidOnce(customer);
  });

  test('is not marked as paid by hand while it is being charged', async () => {
    const customer = await world.customerWithBillDue();
    world.provider.fail('ok', 'lose_answer');
    await world.worker.run();
    const [bill] = await world.bills(customer);
    await expect(markBillPaid(world.ctx, { bill_id: bill!.id, reference: undefined })).rejects.toThrow(
      'is being charged to a card at this moment',
    );
    world.advance(CLAIM_SECONDS + 1);
    await world.worker.run();
    await expectPaidOnce(customer);
  });

  test('that is too small to be charged is added to the next one', async () => {
    const customer = await world.customer();
    await world.set(customer, { credit: 0, country: 'US' });
    await world.issueCards(customer, 'US');
    await world.issueCards(customer, 'US');
    await world.approve(customer, 4);
    world.days(31);
    await world.worker.run();
    expect(await world.bills(customer)).toMatchObject([
      { state: 'CARRIED_OVER', total: parseMoney('0.40'), amount_due: parseMoney('0.40'), next_attempt: null },
    ]);
    expect(await findBalance(world.ctx.db, customer.merchant_id)).toBe(parseMoney('0.40'));
    await world.approve(customer, 5);
    world.days(31);
    await world.worker.run();
    expect((await world.transactions(customer)).map(({ amount }) => formatMoney(amount))).toEqual(['0.90']);
    expect((await world.bills(customer))[1]).toMatchObject({
      state: 'PAID',
      total: parseMoney('0.50'),
      balance: parseMoney('0.40'),
      amount_due: parseMoney('0.90'),
    });
    expect(takenFrom(customer)).toEqual([90]);
    expect(await findBalance(world.ctx.db, customer.merchant_id)).toBe(0);
  });

  test.each([
    ['all of a credit that is smaller', '-0.30', '0.70', 'PAID', '0.00'],
    ['a credit of the same amount', '-1.00', '0.00', 'WAIVED', '0.00'],
    ['only its own amount of a larger credit', '-5.00', '0.00', 'WAIVED', '-4.00'],
    ['so much of a credit that the rest is too small to charge', '-0.60', '0.40', 'CARRIED_OVER', '0.40'],
  ] as const)('takes in %s', async (_, credit, due, state, left) => {
    const customer = await world.customer();
    const { merchant_id } = customer;
    await world.set(customer, { credit: 0, country: 'US' });
    await world.issueCards(customer, 'US');
    const entry = { id: 1, merchant_id, created: world.day(), bill_id: null, credit_note_id: null };
    await insertBalanceEntry(world.ctx.db, { ...entry, amount: parseMoney(credit) });
    await world.approve(customer, 10);
    world.days(31);
    await world.worker.run();
    const [bill] = await world.bills(customer);
    expect(bill).toMatchObject({ state, total: parseMoney('1.00'), amount_due: parseMoney(due) });
    expect(bill!.total + bill!.balance).toBe(bill!.amount_due);
    expect(takenFrom(customer)).toEqual(state === 'PAID' ? [toCents(parseMoney(due))] : []);
    expect(formatMoney(await findBalance(world.ctx.db, merchant_id))).toBe(left);
  });

  test('that is too small to be charged is waived when it is the last of a deleted account', async () => {
    const customer = await world.customer();
    await world.set(customer, { credit: 0, country: 'US' });
    await world.issueCards(customer, 'US');
    await world.approve(customer, 4);
    await world.act(customer, deleteMerchant);
    expect(await world.bills(customer)).toMatchObject([
      { state: 'WAIVED', total: parseMoney('0.40'), next_attempt: null },
    ]);
    expect(await findBalance(world.ctx.db, customer.merchant_id)).toBe(0);
  });

  test('that is the last of a deleted account is for the days until then, and mailed to the users who go', async () => {
    const customer = await world.customerWithBillDue();
    // The first cycle is over and not closed yet. The second lasts from 2 April to 1 May.
    world.days(11);
    await world.act(customer, deleteMerchant);
    const bills = await world.bills(customer);
    expect(bills.map(({ cycle_start, cycle_end }) => [cycle_start, cycle_end])).toEqual([
      ['2026-03-02', '2026-04-01'],
      ['2026-04-02', '2026-04-13'],
    ]);
    expect(bills.map(({ lines }) => lines.map(({ description, total }) => [description, formatMoney(total)]))).toEqual([
      [['31 of 31 days', '99.00']],
      [['12 of 30 days', '39.60']],
    ]);
    expect(await world.mails(customer.email)).toEqual(['bill', 'bill']);
    await world.worker.run();
    expect(takenFrom(customer).toSorted((a, b) => b - a)).toEqual([12_375, 4_950]);
  });

  test('of an account that pays by invoice waits for payment', async () => {
    const customer = await world.customerWithBillDue();
    await world.ctx.db
      .updateTable('payment_methods')
      .set({ type: 'INVOICE' })
      .where('merchant_id', '=', customer.merchant_id)
      .execute();
    await world.worker.run();
    expect(await world.bills(customer)).toMatchObject([{ state: 'OPEN', next_attempt: null, declines: 0 }]);
    expect(takenFrom(customer)).toEqual([]);
    expect(await world.mails(customer.email)).toEqual(['bill']);
  });
});

describe('a declined charge', () => {
  test('is retried after 1, 3 and 7 days, and then billing becomes inactive', async () => {
    const customer = await world.customerWithBillDue();
    world.provider.decline(customer.card);
    const first = world.day();
    const seen: [string, number, string][] = [];
    for (let hour = 0; hour < 24 * 9; hour += 6) {
      await world.worker.run();
      const [bill] = await world.bills(customer);
      const { billing_state } = await world.get(customer);
      const last = seen.at(-1);
      if (last?.[1] !== bill!.declines) seen.push([world.day(), bill!.declines, billing_state]);
      world.advance(6 * 3600);
    }
    const dayAfter = (days: number) => new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10);
    expect(seen).toEqual([
      [first, 1, 'ACTIVE'],
      [dayAfter(1), 2, 'ACTIVE'],
      [dayAfter(3), 3, 'ACTIVE'],
      [dayAfter(7), 4, 'INACTIVE'],
    ]);
    expect(CHARGE_RETRY_DAYS).toEqual([1, 3, 7]);
    expect(await world.get(customer)).toMatchObject({ billing_state: 'INACTIVE', inactive_reason: 'UNPAID' });
    const failures = ['payment_failed', 'payment_failed', 'payment_failed', 'billing_inactive'];
    expect(await world.mails(customer.email)).toEqual(['bill', ...failures].toSorted());
    expect(takenFrom(customer)).toEqual([]);
  });

  const inactive = async () => {
    const customer = await world.customerWithBillDue();
    world.provider.decline(customer.card);
    for (const days of [0, 1, 2, 4]) {
      world.days(days);
      await world.worker.run();
    }
    expect((await world.get(customer)).billing_state).toBe('INACTIVE');
    return customer;
  };

  test('is settled by a new primary card, and billing becomes active again', async () => {
    const customer = await inactive();
    await world.card(customer);
    // The new card is not primary yet, and only the primary card is charged.
    await world.worker.run();
    expect((await world.get(customer)).billing_state).toBe('INACTIVE');
    const [, added] = await listMethods(world.ctx.db, customer.merchant_id);
    await world.act(customer, (ctx) => changePrimary(ctx, { id: added!.id }));
    await world.worker.run();
    expect(await world.get(customer)).toMatchObject({ billing_state: 'ACTIVE', inactive_reason: null });
    await expectPaidOnce(customer);
  });

  test('is settled when billing is enabled again and the card works', async () => {
    const customer = await inactive();
    world.provider.accept(customer.card);
    world.advance(601);
    expect(await world.enable(customer)).toMatchObject({ state: 'ACTIVE' });
    await expectPaidOnce(customer);
  });

  test('keeps billing inactive when enabling it again brings no payment', async () => {
    const customer = await inactive();
    const made = world.provider.attempts.length;
    await expect(world.enable(customer)).rejects.toMatchObject({ status: 429, code: 'payment_limit', retryAfter: 600 });
    expect(world.provider.attempts).toHaveLength(made);
    world.advance(601);
    await expect(world.enable(customer)).rejects.toMatchObject({ status: 403, code: 'payment_declined' });
    await expect(world.enable(customer)).rejects.toMatchObject({ code: 'payment_limit' });
    await world.worker.run();
    expect(world.provider.attempts).toHaveLength(made + 1);
    expect(await world.get(customer)).toMatchObject({ billing_state: 'INACTIVE', inactive_reason: 'UNPAID' });
    expect(takenFrom(customer)).toEqual([]);
  });

  test('keeps billing inactive until the last abandoned bill is paid', async () => {
    const customer = await world.customer();
    await world.set(customer, PLANS.standard);
    world.provider.decline(customer.card);
    world.days(62);
    for (const days of [0, 1, 2, 4]) {
      world.days(days);
      await world.worker.run();
    }
    const [first, second] = await world.bills(customer);
    for (const bill of [first, second]) expect(bill).toMatchObject({ state: 'OPEN', declines: 4 });
    const pay = async ({ id }: { id: number }) => {
      const intent = await markBillPaid(world.ctx, { bill_id: id, reference: 'transfer' });
      await inTransaction(world.ctx, (ctx) => intent.run(ctx));
      return (await world.get(customer)).billing_state;
    };
    expect(await pay(first!)).toBe('INACTIVE');
    expect(await pay(second!)).toBe('ACTIVE');
  });

  test('of the only card leaves no card to enable billing with', async () => {
    const customer = await world.customerWithBillDue();
    world.provider.decline(customer.card, 'lost_card', true);
    for (const days of [0, 1, 2, 4]) {
      world.days(days);
      await world.worker.run();
    }
    expect((await world.get(customer)).billing_state).toBe('INACTIVE');
    await expect(world.enable(customer)).rejects.toMatchObject({ code: 'payment_method_missing' });
    expect((await world.get(customer)).billing_state).toBe('INACTIVE');
  });

  test('for an expired card makes the card inactive, and the next card primary', async () => {
    const customer = await world.customerWithBillDue();
    world.provider.decline(customer.card, 'expired_card', true);
    await world.worker.run();
    expect(await findPrimary(world.ctx.db, customer.merchant_id)).toMatchObject({ state: 'INACTIVE' });
    const added = await world.card(customer);
    expect(await findPrimary(world.ctx.db, customer.merchant_id)).toMatchObject({ state: 'ACTIVE', reference: added });
    await world.worker.run();
    await expectPaidOnce(customer);
  });

  test('counts once even if two workers saw the same bill', async () => {
    const customer = await world.customerWithBillDue();
    world.provider.decline(customer.card);
    await world.worker.run();
    const seen = (await findBillById(world.ctx.db, (await world.bills(customer))[0]!.id))!;
    const declined = { next_attempt: world.deps.clock.now().toISOString(), failure_code: 'lost_card' };
    const counted = await Promise.all([1, 2, 3].map(() => markDeclined(world.ctx.db, seen, declined)));
    expect(counted.toSorted()).toEqual([false, false, true]);
    expect(await world.bills(customer)).toMatchObject([{ declines: seen.declines + 1 }]);
  });

  test('counts once even if its response is lost', async () => {
    const customer = await world.customerWithBillDue();
    world.provider.decline(customer.card);
    world.provider.fail('ok', 'lose_answer');
    await world.worker.run();
    world.advance(CLAIM_SECONDS + 1);
    await world.worker.run();
    expect(await world.bills(customer)).toMatchObject([{ declines: 1, state: 'OPEN' }]);
    expect((await world.mails(customer.email)).filter((mail) => mail === 'payment_failed')).toHaveLength(1);
  });
});

describe('the collecting worker is woken', () => {
  const forget = () => world.woken.splice(0);
  const isWoken = () => expect.poll(() => world.woken).toContain('collection');

  test('when a bill is created', async () => {
    await world.customerWithBillDue();
    forget();
    await world.worker.run();
    await isWoken();
  });

  test('when billing is enabled, another payment method becomes primary, or the account is deleted', async () => {
    const account = await world.account();
    await world.card(account);
    forget();
    await world.enable(account);
    await isWoken();
    await world.card(account);
    const [, added] = await listMethods(world.ctx.db, account.merchant_id);
    forget();
    await world.act(account, (ctx) => changePrimary(ctx, { id: added!.id }));
    await isWoken();
    forget();
    await world.act(account, deleteMerchant);
    await isWoken();
  });

  test('but never by a rolled-back transaction', async () => {
    const account = await world.account();
    await world.card(account);
    forget();
    const undone = world.act(account, async (ctx) => {
      await enableBilling(ctx);
      throw new Error('killed');
    });
    await expect(undone).rejects.toThrow('killed');
    await new Promise(setImmediate);
    expect(world.woken).toEqual([]);
  });
});

describe('an event of the card provider', () => {
  const event = (id: string, type: string, object: string) => Buffer.from(JSON.stringify({ id, type, object }));
  const receive = (body: Buffer, signature = 'good') => receiveEvent(world.ctx, { body, signature });

  /** The provider took the money, but its response was lost. */
  async function takenUnheard() {
    const customer = await world.customerWithBillDue();
    world.provider.fail('ok', 'lose_answer');
    await world.worker.run();
    const [bill] = await world.bills(customer);
    return { customer, bill: bill!, payment: bill!.payment! };
  }

  test('settles a paid bill once, however often and late it arrives', async () => {
    const { customer, payment } = await takenUnheard();
    const paid = event(`evt_${payment}`, 'payment_intent.succeeded', payment);
    await Promise.all([receive(paid), receive(paid), receive(paid)]);
    await expectPaidOnce(customer);
    await receive(event(`evt_2_${payment}`, 'payment_intent.succeeded', payment));
    world.days(1);
    await world.worker.run();
    await expectPaidOnce(customer);
  });

  test.each([
    ['of another amount', { amount: 100 }],
    ['in another currency', { currency: 'eur' }],
    ['other than the one of the bill', { reference: 'pi_of_another_hand' }],
  ])('about a payment %s settles nothing', async (_, differs) => {
    const customer = await world.customerWithBillDue();
    world.provider.decline(customer.card);
    await world.worker.run();
    const [bill] = await world.bills(customer);
    // Someone created the payment in the provider's dashboard, with the bill's number.
    const payment = { ...world.provider.payments.get(bill!.payment!)!, state: 'SUCCEEDED' as const, ...differs };
    world.provider.payments.set(payment.reference, payment);
    await receive(event('evt_by_hand', 'payment_intent.succeeded', payment.reference));
    expect(await world.bills(customer)).toMatchObject([{ state: 'OPEN' }]);
    expect(await world.transactions(customer)).toEqual([]);
  });

  test('that arrives before the payment succeeds settles nothing yet', async () => {
    const customer = await world.customerWithBillDue();
    world.provider.decline(customer.card);
    await world.worker.run();
    const [bill] = await world.bills(customer);
    // The event is signed, but wrong. Only the provider's own response about the payment counts.
    await receive(event(`evt_early_${bill!.id}`, 'payment_intent.succeeded', bill!.payment!));
    expect(await world.bills(customer)).toMatchObject([{ state: 'OPEN' }]);
  });

  test('is refused without its signature, and has no effect', async () => {
    const { customer, payment } = await takenUnheard();
    const paid = event(`evt_forged_${payment}`, 'payment_intent.succeeded', payment);
    await expect(receive(paid, 'bad')).rejects.toMatchObject({ status: 400 });
    expect(await world.bills(customer)).toMatchObject([{ state: 'OPEN' }]);
  });

  test('about a removed card makes it inactive; one about a changed card updates its digits', async () => {
    const customer = await world.customer();
    Object.assign(world.provider.card(customer.card, `cus_${customer.merchant_id}`), {
      alias: '1881',
      expires: '2044-01',
    });
    await receive(event(`evt_a_${customer.card}`, 'payment_method.automatically_updated', customer.card));
    expect(await findPrimary(world.ctx.db, customer.merchant_id)).toMatchObject({
      alias: '1881',
      expires: '2044-01',
      state: 'ACTIVE',
    });
    await world.provider.gateway.detachCard(customer.card);
    await receive(event(`evt_b_${customer.card}`, 'payment_method.detached', customer.card));
    expect(await findPrimary(world.ctx.db, customer.merchant_id)).toMatchObject({ state: 'INACTIVE' });
    // An older event that arrives late undoes nothing.
    await receive(event(`evt_c_${customer.card}`, 'payment_method.updated', customer.card));
    expect(await findPrimary(world.ctx.db, customer.merchant_id)).toMatchObject({ state: 'INACTIVE' });
  });

  test('of another kind is accepted and forgotten after a month', async () => {
    await receive(event('evt_other', 'customer.created', 'cus_1'));
    const count = async () => (await world.ctx.db.selectFrom('provider_events').select('id').execute()).length;
    expect(await count()).toBeGreaterThan(0);
    world.days(31);
    await world.worker.run();
    expect(await count()).toBe(0);
  });

  test('and a concurrent worker settle a bill once', async () => {
    const { customer, bill, payment } = await takenUnheard();
    world.advance(CLAIM_SECONDS + 1);
    await Promise.all([
      receive(event(`evt_race_${payment}`, 'payment_intent.succeeded', payment)),
      collectBill(world.ctx, bill.id),
    ]);
    await expectPaidOnce(customer);
  });
});

describe('a deleted account', () => {
  const remove = (customer: Customer) => world.act(customer, deleteMerchant);

  test('gets its last bill immediately, is charged for it, and its cards are removed', async () => {
    const customer = await world.customer();
    await world.set(customer, { ...PLANS.standard, credit: 0 });
    await world.approve(customer, 3);
    await remove(customer);
    // 1/31 of the fee for one day, plus three sessions and 25% VAT.
    expect(await world.bills(customer)).toMatchObject([
      { state: 'OPEN', total: parseMoney('4.03'), cycle_end: world.day() },
    ]);
    await world.worker.run();
    expect(await world.bills(customer)).toMatchObject([{ state: 'PAID' }]);
    expect(takenFrom(customer)).toEqual([403]);
    await world.worker.run();
    expect(await listMethods(world.ctx.db, customer.merchant_id)).toEqual([]);
    expect(await world.provider.gateway.findCard(customer.card)).toBeUndefined();
    expect(await world.get(customer)).toMatchObject({ customer: null, cycle_end: null, billing_state: 'INACTIVE' });
    world.days(62);
    await world.worker.run();
    const [bill, ...others] = await world.bills(customer);
    expect(others).toEqual([]);
    expect(JSON.parse(bill!.buyer!)).toEqual({
      company: 'Example AB',
      address: ['Storgatan 1', '111 22 Stockholm'],
      country: 'SE',
    });
  });

  test('keeps its card while its last bill is retried, and never becomes active again', async () => {
    const customer = await world.customer();
    await world.set(customer, PLANS.standard);
    world.provider.decline(customer.card);
    await remove(customer);
    await world.worker.run();
    expect(await world.provider.gateway.findCard(customer.card)).toBeDefined();
    for (const days of [1, 2, 4, 1]) {
      world.days(days);
      await world.worker.run();
    }
    expect(await world.bills(customer)).toMatchObject([{ state: 'OPEN', declines: 4, next_attempt: null }]);
    expect(await world.provider.gateway.findCard(customer.card)).toBeUndefined();
    expect(await world.get(customer)).toMatchObject({ billing_state: 'INACTIVE' });
    // The bill was sent before the account's users were removed. There is nobody left to email about its charges.
    expect(await world.mails(customer.email)).toEqual(['bill']);
  });

  test('that never used anything has no bill', async () => {
    const account = await world.account();
    await world.act(account, deleteMerchant);
    world.days(62);
    await world.worker.run();
    expect(await world.bills(account)).toEqual([]);
  });
});

test('a bill that cannot be charged delays no others', async () => {
  const [broken, other] = [await world.customer(), await world.customer()];
  for (const customer of [broken, other]) await world.set(customer, PLANS.standard);
  world.provider.decline(broken.card);
  world.days(31);
  await world.worker.run();
  // Simulates a mistake of ours in a single account: no card can be charged such a small amount.
  await world.ctx.db
    .updateTable('bills')
    .set({ subtotal: 1, vat: 0, total: 1, amount_due: 1, payment: null })
    .where('merchant_id', '=', broken.merchant_id)
    .execute();
  world.days(31);
  expect(await world.worker.run()).toBe(30_000);
  expect((await world.bills(other)).map(({ state }) => state)).toEqual(['PAID', 'PAID']);
});

test('the billing worker rests until the next thing is due', async () => {
  const own = await createServiceWorld();
  const customer = await own.customer();
  await own.set(customer, PLANS.standard);
  const { cycle_end } = await own.get(customer);
  expect(await own.worker.run()).toBe(Date.parse(`${cycle_end}T00:00:00.000Z`) - own.deps.clock.now().getTime());
  own.provider.decline(customer.card);
  own.at(`${cycle_end}T00:00:00.000Z`);
  expect(await own.worker.run()).toBe(86_400_000);
  own.provider.fail('lose_request');
  own.days(1);
  expect(await own.worker.run()).toBeLessThanOrEqual(30_000);
  await own.close();
});
