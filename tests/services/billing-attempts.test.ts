/** Limits on planned and manual attempts to charge a card, per bill and per card, and attempts that the holder must confirm at the bank. */
// PostgreSQL in CI only: each of its tests has a database of its own.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listMethods } from '../../server/billing/ledger/payment-method.repository.ts';
import { billRows } from '../../server/billing/operator/bill-report.service.ts';
import { addInvoice, markBillPaid } from '../../server/billing/operator/invoice-customer.service.ts';
import { payBill } from '../../server/billing/payment/bill-pay.service.ts';
import { changePrimary } from '../../server/billing/payment/payment-method.service.ts';
import { receiveEvent } from '../../server/billing/payment/provider-event.service.ts';
import { PLANS } from '../../server/billing/terms/plans.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { STORED_ADDRESS } from '../support/server/billing.ts';
import { createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

let world: ServiceWorld;
beforeEach(async () => {
  world = await createServiceWorld();
});
afterEach(() => world.close());

type Customer = Awaited<ReturnType<ServiceWorld['customer']>>;

async function declined(code?: string, isDead?: boolean): Promise<Customer> {
  const customer = await world.customerWithBillDue();
  world.provider.decline(customer.card, code, isDead);
  await world.worker.run();
  return customer;
}

async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day++) {
    world.days(1);
    await world.worker.run();
  }
}

const billOf = async (customer: Customer) => (await world.bills(customer))[0]!;
const pay = async (customer: Customer) => payBill(world.by(customer), { id: (await billOf(customer)).id });
const attempts = () => world.provider.attempts.length;

async function makePrimary(customer: Customer, reference: string): Promise<void> {
  const methods = await listMethods(world.ctx.db, customer.merchant_id);
  const { id } = methods.find((method) => method.reference === reference)!;
  await world.act(customer, (ctx) => changePrimary(ctx, { id }));
  await world.worker.run();
}

let events = 0;
const receive = (type: string, object: string) =>
  receiveEvent(world.ctx, {
    body: Buffer.from(JSON.stringify({ id: `evt_${++events}`, type, object })),
    signature: 'good',
  });

describe('paying a bill by hand', () => {
  test('pays it at once, and makes the account active again', async () => {
    const customer = await declined();
    await days(8);
    expect(await world.get(customer)).toMatchObject({ billing_state: 'INACTIVE', inactive_reason: 'UNPAID' });
    world.provider.accept(customer.card);
    expect(await pay(customer)).toMatchObject({ bill: { state: 'PAID' } });
    expect(await world.get(customer)).toMatchObject({ billing_state: 'ACTIVE', inactive_reason: null });
    expect(world.provider.taken()).toHaveLength(1);
    expect(await pay(customer)).toMatchObject({ bill: { state: 'PAID' } });
    expect(world.provider.taken()).toHaveLength(1);
  });

  test('is allowed four times in 30 days with a card, 10 minutes apart, and another card has its own count', async () => {
    const customer = await declined();
    await days(8);
    const { payment } = await billOf(customer);
    // Counts only this bill's attempts, because the next cycle's bill is charged too.
    const attempts = () => world.provider.attempts.filter((attempt) => attempt.startsWith(`${payment}-`)).length;
    const made = attempts();
    for (let minute = 0; minute < 180; minute++) {
      const refusal = await pay(customer).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: expect.stringMatching(/^payment_(declined|limit)$/) });
      world.advance(60);
    }
    expect(attempts()).toBe(made + 4);
    await expect(pay(customer)).rejects.toMatchObject({ status: 429, shouldRetry: false });
    world.days(29);
    await expect(pay(customer)).rejects.toMatchObject({ code: 'payment_limit' });
    const added = await world.card(customer);
    world.provider.decline(added);
    await makePrimary(customer, added);
    expect(attempts()).toBe(made + 5);
    await makePrimary(customer, customer.card);
    expect(attempts()).toBe(made + 5);
    world.days(1);
    await expect(pay(customer)).rejects.toMatchObject({ code: 'payment_declined' });
    expect(attempts()).toBe(made + 6);
  });

  test('leaves the planned attempts as they are', async () => {
    const customer = await declined();
    const { next_attempt } = await billOf(customer);
    world.advance(601);
    await expect(pay(customer)).rejects.toMatchObject({ code: 'payment_declined' });
    expect(await billOf(customer)).toMatchObject({ next_attempt, claimed_until: null });
    expect((await world.mails(customer.email)).filter((mail) => mail === 'payment_failed')).toHaveLength(1);
    await days(8);
    expect(attempts()).toBe(5);
    expect((await world.get(customer)).billing_state).toBe('INACTIVE');
  });

  test('charges once when many ask at the same time', async () => {
    const customer = await declined();
    await days(8);
    const made = attempts();
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => pay(customer)));
    expect(attempts()).toBe(made + 1);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
  });

  test('finds out what became of an attempt whose response was lost', async () => {
    const customer = await declined();
    await days(8);
    world.provider.accept(customer.card);
    world.provider.fail('lose_answer');
    await expect(pay(customer)).rejects.toMatchObject({ status: 503 });
    expect(await billOf(customer)).toMatchObject({ state: 'OPEN' });
    world.advance(301);
    await world.worker.run();
    expect(await billOf(customer)).toMatchObject({ state: 'PAID' });
    expect(world.provider.taken()).toHaveLength(1);
    expect((await world.get(customer)).billing_state).toBe('ACTIVE');
  });

  test('finds out what became of it for an account that pays by transfer, which no plan charges again', async () => {
    const customer = await declined();
    const address = { ...STORED_ADDRESS, reference: 'PO 4711' };
    const { run } = await addInvoice(world.ctx, { merchant_id: customer.merchant_id, address, primary: true });
    await inTransaction(world.ctx, run);
    await days(8);
    expect(await billOf(customer)).toMatchObject({ state: 'OPEN', next_attempt: null });
    const made = attempts();
    world.provider.accept(customer.card);
    world.provider.fail('lose_answer');
    await expect(pay(customer)).rejects.toMatchObject({ status: 503 });
    world.advance(301);
    await world.worker.run();
    expect(await billOf(customer)).toMatchObject({ state: 'PAID' });
    expect([attempts(), world.provider.taken().length]).toEqual([made + 1, 1]);
  });

  test('charges what is due now, with another payment', async () => {
    const customer = await declined();
    await world.ctx.db.updateTable('bills').set({ amount_due: 50_000_000 }).execute();
    world.provider.accept(customer.card);
    world.advance(601);
    await pay(customer);
    expect(world.provider.taken()).toMatchObject([{ amount: 5000 }]);
    expect([...world.provider.payments.values()].map(({ state }) => state)).toEqual(['CANCELED', 'SUCCEEDED']);
    expect(await world.transactions(customer)).toMatchObject([{ amount: 50_000_000 }]);
  });
});

describe('a card', () => {
  test('that is switched uses up its own attempts only, and the bill’s last day stays the seventh', async () => {
    const customer = await declined();
    const cards = [customer.card];
    for (let other = 0; other < 3; other++) {
      const card = await world.card(customer);
      world.provider.decline(card);
      cards.push(card);
      await makePrimary(customer, card);
    }
    expect(attempts()).toBe(4);
    for (let turn = 0; turn < 12; turn++) await makePrimary(customer, cards[turn % 4]!);
    expect(attempts()).toBe(4);
    expect(await world.get(customer)).toMatchObject({ billing_state: 'ACTIVE' });
    for (let day = 0; day < 6; day++) {
      world.days(1);
      for (const card of cards) await makePrimary(customer, card);
    }
    expect((await world.get(customer)).billing_state).toBe('ACTIVE');
    await days(1);
    expect(await world.get(customer)).toMatchObject({ billing_state: 'INACTIVE', inactive_reason: 'UNPAID' });
    const used = await world.ctx.db.selectFrom('payment_attempts').select('card').execute();
    for (const card of cards) expect(used.filter((attempt) => attempt.card === card).length).toBeLessThanOrEqual(4);
    expect(await billOf(customer)).toMatchObject({ next_attempt: null, state: 'OPEN' });
  });

  test('that is removed and added again keeps its count', async () => {
    const customer = await declined();
    await world.ctx.db.updateTable('payment_methods').set({ fingerprint: 'same' }).execute();
    await world.ctx.db.updateTable('payment_attempts').set({ card: 'same' }).execute();
    const again = await world.card(customer);
    await world.ctx.db.updateTable('payment_methods').set({ fingerprint: 'same' }).execute();
    world.provider.decline(again);
    await makePrimary(customer, again);
    expect(attempts()).toBe(1);
    await expect(pay(customer)).rejects.toMatchObject({ code: 'payment_limit' });
  });

  test.each(['lost_card', 'previously_declined_do_not_retry'])('that %s ended is not tried again', async (code) => {
    const customer = await declined(code, true);
    expect(await billRows(world.ctx, customer.merchant_id)).toMatchObject([
      { declined: `declined 1× (${code}, no card left to charge)` },
    ]);
    await days(8);
    expect(attempts()).toBe(1);
    expect(await world.get(customer)).toMatchObject({ billing_state: 'INACTIVE', inactive_reason: 'UNPAID' });
    await expect(pay(customer)).rejects.toMatchObject({ code: 'payment_method_missing' });
    expect(await world.mails(customer.email)).toEqual(
      ['bill', 'billing_inactive', 'payment_failed', 'payment_failed', 'payment_failed'].toSorted(),
    );
  });

  test('that its network renews is charged again', async () => {
    const customer = await declined('expired_card', true);
    await days(8);
    world.provider.accept(customer.card);
    const { customer: owner } = await world.get(customer);
    Object.assign(world.provider.card(customer.card, owner!), { expires: '2060-01' });
    await receive('payment_method.automatically_updated', customer.card);
    expect(await listMethods(world.ctx.db, customer.merchant_id)).toMatchObject([
      { state: 'ACTIVE', expires: '2060-01' },
    ]);
    await world.worker.run();
    expect(await billOf(customer)).toMatchObject({ state: 'PAID' });
    expect((await world.get(customer)).billing_state).toBe('ACTIVE');
  });

  test('of a customer that was deleted at the provider cannot be charged', async () => {
    const customer = await world.customer();
    const { customer: owner } = await world.get(customer);
    await receive('customer.deleted', owner!);
    // The event is signed, but changes nothing, because the customer still exists at the provider.
    expect(await listMethods(world.ctx.db, customer.merchant_id)).toMatchObject([{ state: 'ACTIVE' }]);
    expect(await world.mails(customer.email)).not.toContain('cards_removed');
    world.provider.deleteCustomer(owner!);
    for (let times = 0; times < 2; times++) await receive('customer.deleted', owner!);
    expect(await listMethods(world.ctx.db, customer.merchant_id)).toMatchObject([{ state: 'INACTIVE' }]);
    expect((await world.mails(customer.email)).filter((template) => template === 'cards_removed')).toHaveLength(1);
  });
});

describe('a card whose bank asks its holder', () => {
  async function asked(): Promise<Customer> {
    const customer = await world.customerWithBillDue();
    world.provider.guard(customer.card);
    await world.worker.run();
    return customer;
  }

  test('is charged without the holder once, and gets its own email', async () => {
    const customer = await asked();
    expect(await billOf(customer)).toMatchObject({ failure_code: 'authentication_required' });
    expect(await world.mails(customer.email)).toEqual(['bill', 'payment_authentication']);
    await days(8);
    expect(attempts()).toBe(1);
    expect(await world.get(customer)).toMatchObject({ billing_state: 'INACTIVE', inactive_reason: 'UNPAID' });
    await expect(world.enable(customer)).rejects.toMatchObject({ code: 'payment_declined' });
    await makePrimary(customer, customer.card);
    expect(attempts()).toBe(1);
  });

  test('pays when the holder confirms, even if the page is closed before', async () => {
    const customer = await asked();
    await days(8);
    const { payment } = await billOf(customer);
    const next_action = { publishable_key: 'pk_test_1234', client_secret: `${payment}_secret` };
    expect(await pay(customer)).toMatchObject({ bill: { state: 'OPEN' }, next_action });
    expect(await pay(customer)).toMatchObject({ next_action });
    expect(attempts()).toBe(2);
    world.provider.confirm(payment!);
    world.advance(3601);
    await world.worker.run();
    expect(await billOf(customer)).toMatchObject({ state: 'PAID' });
    expect(await world.get(customer)).toMatchObject({ billing_state: 'ACTIVE', inactive_reason: null });
    expect(await pay(customer)).toMatchObject({ bill: { state: 'PAID' } });
    expect(world.provider.taken()).toHaveLength(1);
  });

  test('is charged at once when its holder is present, after the bank has asked for that', async () => {
    const customer = await asked();
    expect(await pay(customer)).toMatchObject({ next_action: {} });
    const { payment } = await billOf(customer);
    world.provider.confirm(payment!, false);
    await expect(pay(customer)).rejects.toMatchObject({ code: 'payment_limit' });
  });

  test('is not tried again by the service when the holder does not confirm', async () => {
    const customer = await asked();
    await days(8);
    await pay(customer);
    for (let hour = 0; hour < 48; hour++) {
      world.advance(3600);
      await world.worker.run();
    }
    expect(attempts()).toBe(2);
    const { payment } = await billOf(customer);
    world.provider.confirm(payment!, false);
    await receive('payment_intent.payment_failed', payment!);
    const [bill] = await world.bills(customer);
    expect(bill).toMatchObject({ failure_code: 'payment_intent_authentication_failure', state: 'OPEN' });
    expect(await pay(customer)).toMatchObject({ next_action: {} });
    expect(attempts()).toBe(3);
  });
});

describe('an account that owes money', () => {
  test.each(['CANCELLED', 'TRIAL_OVER'] as const)(
    'and is inactive as %s is not enabled before it has paid',
    async (reason) => {
      const customer = await declined();
      await days(8);
      await world.set(customer, { inactive_reason: reason });
      await expect(world.enable(customer)).rejects.toMatchObject({ code: 'payment_declined' });
      expect((await world.get(customer)).billing_state).toBe('INACTIVE');
      world.provider.accept(customer.card);
      world.advance(601);
      expect(await world.enable(customer)).toMatchObject({ state: 'ACTIVE' });
      expect(await billOf(customer)).toMatchObject({ state: 'PAID' });
    },
  );

  test('stays inactive while its payment is being processed, and becomes active with it', async () => {
    const customer = await declined();
    await days(8);
    world.provider.accept(customer.card);
    world.provider.process();
    expect(await world.enable(customer)).toMatchObject({ state: 'INACTIVE' });
    await expect(world.enable(customer)).resolves.toMatchObject({ state: 'INACTIVE' });
    for (const payment of world.provider.payments.values()) payment.state = 'SUCCEEDED';
    world.advance(3600);
    await world.worker.run();
    expect(await world.get(customer)).toMatchObject({ billing_state: 'ACTIVE' });
    expect(world.provider.taken()).toHaveLength(1);
  });

  test('for two bills is enabled when both are paid, oldest first', async () => {
    const customer = await world.customer();
    await world.set(customer, PLANS.standard);
    world.provider.decline(customer.card);
    world.days(62);
    await world.worker.run();
    await days(8);
    world.provider.accept(customer.card);
    expect(await world.enable(customer)).toMatchObject({ state: 'ACTIVE' });
    expect((await world.bills(customer)).map(({ state }) => state)).toEqual(['PAID', 'PAID']);
    expect(world.provider.taken()).toHaveLength(2);
  });

  test('for an invoice that is overdue is not enabled', async () => {
    const customer = await declined();
    await world.ctx.db
      .updateTable('bills')
      .set({ failure_code: null, next_attempt: null, due: '2026-04-01' })
      .execute();
    await world.ctx.db.updateTable('merchants').set({ billing_state: 'INACTIVE' }).execute();
    await world.ctx.db.updateTable('payment_methods').set({ type: 'INVOICE' }).execute();
    await expect(world.enable(customer)).rejects.toMatchObject({
      code: 'payment_declined',
      message: expect.stringContaining('invoice'),
    });
    expect((await world.get(customer)).billing_state).toBe('INACTIVE');
  });
});

describe('a bill marked as paid by hand', () => {
  const settle = async (customer: Customer) => {
    const { id } = await billOf(customer);
    const change = await markBillPaid(world.ctx, { bill_id: id, reference: 'transfer' });
    await change.prepare!(world.ctx);
    await inTransaction(world.ctx, (ctx) => change.run(ctx));
  };

  test('has its payment canceled, which can then never succeed', async () => {
    const customer = await declined();
    await settle(customer);
    const { payment, state } = await billOf(customer);
    expect(state).toBe('PAID');
    expect(world.provider.payments.get(payment!)).toMatchObject({ state: 'CANCELED' });
    await receive('payment_intent.canceled', payment!);
    expect(await billOf(customer)).toMatchObject({ state: 'PAID' });
  });

  test('is refused when the card has paid in the meantime', async () => {
    const customer = await declined();
    world.provider.confirm((await billOf(customer)).payment!);
    await expect(settle(customer)).rejects.toThrow('has been paid by card');
    await world.worker.run();
    expect(await world.transactions(customer)).toMatchObject([{ type: 'CHARGE' }]);
    expect(await billOf(customer)).toMatchObject({ state: 'PAID' });
  });
});

describe('the card provider reports', () => {
  async function paid(): Promise<{ customer: Customer; payment: string; bill_id: number }> {
    const customer = await world.customerWithBillDue();
    await world.worker.run();
    const { payment, id } = await billOf(customer);
    return { customer, payment: payment!, bill_id: id };
  }
  const refunds = () => world.ctx.db.selectFrom('refunds').selectAll().orderBy('created').execute();

  test('refunds, each of which is recorded once, with its present state', async () => {
    const { payment, bill_id } = await paid();
    const refund = { reference: 're_1', amount: 500, state: 'PENDING' as const };
    world.provider.refunds.set('ch_1', { payment, refunds: [refund] });
    await Promise.all([receive('charge.refunded', 'ch_1'), receive('charge.refunded', 'ch_1')]);
    expect(await refunds()).toMatchObject([
      { bill_id, amount: 5_000_000, state: 'PENDING', reference: 're_1', credit_note_id: null },
    ]);
    const second = { reference: 're_2', amount: 100, state: 'SUCCEEDED' as const };
    world.provider.refunds.set('ch_1', { payment, refunds: [{ ...refund, state: 'SUCCEEDED' }, second] });
    await receive('charge.refunded', 'ch_1');
    expect((await refunds()).map(({ reference, state }) => `${reference} ${state}`).toSorted()).toEqual([
      're_1 SUCCEEDED',
      're_2 SUCCEEDED',
    ]);
  });

  test('disputes, whose state the bill shows', async () => {
    const { payment, customer, bill_id } = await paid();
    const dispute = { id: 'du_1', payment, amount: 12_375, reason: 'fraudulent', state: 'OPEN' as const };
    world.provider.disputes.set('du_1', dispute);
    await receive('charge.dispute.created', 'du_1');
    expect(await billOf(customer)).toMatchObject({ dispute: 'OPEN', state: 'PAID' });
    world.provider.disputes.set('du_1', { ...dispute, state: 'LOST' });
    await receive('charge.dispute.closed', 'du_1');
    expect(await billOf(customer)).toMatchObject({ dispute: 'LOST', state: 'PAID' });
    expect(await world.ctx.db.selectFrom('disputes').selectAll().execute()).toMatchObject([
      { id: 'du_1', bill_id, amount: 123_750_000, state: 'LOST', closed: expect.any(String) },
    ]);
  });
});
