/** Whatever an owner does at the card provider, and whatever the provider does on its own, every bill is paid once, or its retries end. */
// CI only: it plays every way in which a payment fails at the card provider.
// SQLite only: it is about the card provider; billing-charges.test.ts makes charges on both databases.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Status } from '../../openapi/facts/status.ts';
import { createProviderWorld, type ProviderWorld, WEBHOOK_SECRET } from '../support/outside/card-provider.ts';
import { eventually } from '../support/server/test-server.ts';
import type { Account } from '../support/server/world.ts';

let world: ProviderWorld;
const lines: string[] = [];
beforeAll(async () => {
  world = await createProviderWorld({ log: (line) => lines.push(line) });
});
beforeEach(() => {
  world.relay.decide = () => undefined;
});
afterAll(() => world?.stop());

type Customer = Account & { id: string };

const openBill = (customer: Customer) =>
  eventually(async () => (await world.bills(customer)).find(({ state }) => state === 'OPEN'), 'an open bill');
const paidBill = (customer: Customer, id: number) =>
  eventually(
    async () => (await world.bills(customer)).find((bill) => bill.id === id && bill.state === 'PAID'),
    'a paid bill',
  );
const mailed = (customer: Account, subject: string, count = 1) =>
  eventually(
    async () => (await world.subjects(customer)).filter((each) => each === subject).length >= count,
    `${count} mails: ${subject}`,
  );
const FAILED = 'A payment for Sigill failed';
const INACTIVE = 'Billing for Sigill is inactive';

async function failToTheEnd(customer: Account): Promise<void> {
  await world.server.advance('P62D');
  await mailed(customer, FAILED);
  for (const [count, days] of [
    [2, 'P1D'],
    [3, 'P2D'],
  ] as const) {
    await world.server.advance(days);
    await mailed(customer, FAILED, count);
  }
  await world.server.advance('P4D');
  await mailed(customer, INACTIVE);
  expect(await world.billing(customer)).toMatchObject({ state: 'INACTIVE' });
}

/** A customer whose bill was declined once, so that its payment exists and is open. */
async function declined() {
  const customer = await world.customer('pm_card_chargeCustomerFail');
  await world.server.advance('P62D');
  await mailed(customer, FAILED);
  const bill = await openBill(customer);
  const { payments } = await world.held(customer);
  expect(payments.map(({ status }) => status)).toEqual(['requires_payment_method']);
  return { customer, bill, payment: payments[0]! };
}

async function payWithGoodCard(customer: Customer): Promise<void> {
  await world.addCard(customer, 'pm_card_mastercard');
  const signedIn = await world.signIn(customer);
  const { payment_methods } = await world.succeed('payment_method.list', {}, signedIn);
  const good = payment_methods.find(({ alias }) => alias === '4444')!;
  if (!good.primary) await world.succeed('payment_method.change_primary', { id: good.id }, signedIn);
}

describe('an event', () => {
  test.each([
    ['fails', { error: { type: 'api_error' } }],
    ['is behind a proxy that fails with JSON of its own', { message: 'Bad gateway' }],
  ])('is not accepted while the card provider %s, so that it comes again', async (_, answer) => {
    const id = `evt_unasked_${Object.keys(answer)[0]}`;
    const payload = JSON.stringify({
      ...{ id, object: 'event', type: 'payment_intent.succeeded' },
      data: { object: { id: 'pi_unasked' } },
    });
    const deliver = async () => {
      const timestamp = Math.floor(world.server.deps.clock.now().getTime() / 1000);
      const secret = WEBHOOK_SECRET;
      const signature = world.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
      const response = await fetch(`${world.server.base}/api/stripe/webhook`, {
        method: 'POST',
        body: payload,
        headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
      });
      return response.status;
    };
    world.relay.decide = () => ({ status: 500, body: JSON.stringify(answer) });
    expect(await deliver()).toBe(503);
    world.relay.decide = () => undefined;
    const asked = () => world.relay.calls.filter((call) => call.includes('pi_unasked')).length;
    const before = asked();
    expect(await deliver()).toBe(200);
    expect(asked()).toBe(before + 1);
  });
});

describe('at the card provider', () => {
  test('a cancelled payment is replaced by another one, which is charged once', async () => {
    const { customer, bill, payment } = await declined();
    await world.stripe.paymentIntents.cancel(payment.id);
    await payWithGoodCard(customer);
    await paidBill(customer, bill.id);
    const { payments, paid } = await world.held(customer);
    expect(payments.map(({ status }) => status).toSorted()).toEqual(['canceled', 'succeeded']);
    expect(paid.map(({ amount }) => amount)).toEqual([12_375]);
  });

  test('payments that are cancelled again and again are replaced each time', async () => {
    const { customer, bill } = await declined();
    for (const days of ['P1D', 'P2D']) {
      const { payments } = await world.held(customer);
      const [open] = payments.filter(({ status }) => status !== 'canceled');
      await world.stripe.paymentIntents.cancel(open!.id);
      const before = (await world.subjects(customer)).length;
      await world.server.advance(days);
      await eventually(async () => (await world.subjects(customer)).length > before, 'another mail');
    }
    await payWithGoodCard(customer);
    await paidBill(customer, bill.id);
    const { payments, paid } = await world.held(customer);
    expect([payments.length, paid.length]).toEqual([3, 1]);
  });

  test('a deleted customer is replaced when a card is added, and the open bill is charged to that card', async () => {
    const { customer, bill, payment } = await declined();
    await world.stripe.customers.del(String(payment.customer));
    await payWithGoodCard(customer);
    await paidBill(customer, bill.id);
    const { payments, paid } = await world.held(customer);
    // The old customer's payment is canceled, so that it cannot take money any longer.
    expect(payments.map(({ status }) => status).toSorted()).toEqual(['canceled', 'succeeded']);
    expect(paid).toMatchObject([{ amount: 12_375, customer: await world.customerOf(customer) }]);
    expect(paid[0]!.customer).not.toBe(payment.customer);
    const { payment_methods } = await world.succeed('payment_method.list', {}, await world.signIn(customer));
    expect(payment_methods.map(({ alias, state, primary }) => [alias, state, primary])).toEqual([
      ['4444', 'ACTIVE', true],
      ['0341', 'INACTIVE', false],
    ]);
  });

  test('charges of a customer deleted before its bill fail until the attempts end', async () => {
    const customer = await world.customer();
    await world.stripe.customers.del(await world.customerOf(customer));
    await failToTheEnd(customer);
    expect((await world.operator('bills', customer.id)).output).toMatch(
      /OPEN {2}declined 4× \(no_card, no card left to charge\)/,
    );
    const [bill] = await world.bills(customer);
    await payWithGoodCard(customer);
    await paidBill(customer, bill!.id);
    expect((await world.held(customer)).paid).toHaveLength(1);
    await eventually(async () => (await world.billing(customer)).state === 'ACTIVE', 'billing to be active');
  });

  test('a detached card is declined and no longer used', async () => {
    const customer = await world.customer();
    const { payment_methods } = await world.succeed('payment_method.list', {}, await world.signIn(customer));
    await world.stripe.paymentMethods.detach(payment_methods[0]!.reference!);
    await world.server.advance('P62D');
    await mailed(customer, FAILED);
    const bill = await openBill(customer);
    const shown = await world.succeed('payment_method.list', {}, await world.signIn(customer));
    expect(shown.payment_methods).toMatchObject([{ state: 'INACTIVE' }]);
    expect((await world.operator('bills', customer.id)).output).toContain(
      'declined 1× (payment_method_unexpected_state, no card left to charge)',
    );
    await payWithGoodCard(customer);
    await paidBill(customer, bill.id);
    expect((await world.operator('bills', customer.id)).output).toMatch(/PAID {2}declined 1×$/m);
  });

  test('any other refusal counts as a failed charge and is not retried for ever, and the operator is notified', async () => {
    const customer = await world.customer();
    const refusal = { type: 'invalid_request_error', code: 'account_invalid', message: 'The account is restricted.' };
    world.relay.decide = (call) =>
      call.includes('/confirm') ? { status: 400, body: JSON.stringify({ error: refusal }) } : undefined;
    await failToTheEnd(customer);
    expect((await world.operator('bills', customer.id)).output).toContain('declined 4× (account_invalid)');
    const bill = await openBill(customer);
    const told = lines
      .map((line) => JSON.parse(line))
      .filter(({ bill_id, level }) => bill_id === bill.id && level === 50);
    expect(told[0]).toMatchObject({
      code: 'account_invalid',
      msg: 'the card provider refused to charge a bill: investigate',
    });
    world.relay.decide = () => undefined;
    await world.server.advance('PT10M');
    await world.succeed('billing.enable', {}, await world.signIn(customer));
    await paidBill(customer, bill.id);
    expect((await world.held(customer)).paid).toHaveLength(1);
  });

  test('a payment unknown there is charged to nobody: it may have been paid under another key', async () => {
    const { customer, bill, payment } = await declined();
    world.relay.decide = (call) =>
      call === `GET /v1/payment_intents/${payment.id}`
        ? { status: 404, body: JSON.stringify({ error: { type: 'invalid_request_error', code: 'resource_missing' } }) }
        : undefined;
    await payWithGoodCard(customer);
    await eventually(
      async () => (await world.operator('bills', customer.id)).output.includes('(resource_missing)'),
      'the operator to be told',
    );
    expect((await world.held(customer)).paid).toEqual([]);
    world.relay.decide = () => undefined;
    await world.server.advance('PT10M');
    await world.succeed('billing.enable', {}, await world.signIn(customer));
    await world.server.advance('P7D');
    await paidBill(customer, bill.id);
  });
});

test('a provider that never responds delays charges, but neither the closing of cycles nor the end of trials', async () => {
  const customers: Customer[] = [];
  for (let count = 0; count < 9; count++) customers.push(await world.customer());
  const trial = await world.freshAccount();
  world.relay.decide = () => 'silence';
  await world.server.advance('P62D');
  for (const customer of customers) await openBill(customer);
  await eventually(async () => world.relay.calls.length > 0, 'a call of the provider');
  const counts = async () => Promise.all(customers.map(async (customer) => (await world.bills(customer)).length));
  const before = await counts();
  await world.server.advance('P31D');
  await eventually(
    async () => (await counts()).every((count, index) => count === before[index]! + 1),
    'the bills of the next month',
    10_000,
  );
  expect(await world.billing(trial)).toMatchObject({ state: 'INACTIVE' });
  await mailed(trial, 'Your Sigill trial is over');
});

test('the status page shows that a provider fails, and that it works again', async () => {
  const cards = (state: string) =>
    eventually(async () => {
      const { components } = (await (await fetch(`${world.server.base}/status.json`)).json()) as Status;
      return components.some((part) => part.name === 'cards' && part.state === state);
    }, `cards to be ${state}`);
  const { bearer } = await world.freshAccount();
  await world.succeed('stripe.start', {}, { bearer });
  await cards('operational');
  world.relay.decide = () => ({ status: 500, body: '{"error":{"type":"api_error"}}' });
  expect((await world.server.call('stripe.start', {}, { bearer })).status).toBe(503);
  await cards('degraded');
  for (let failure = 0; failure < 2; failure++) await world.server.call('stripe.start', {}, { bearer });
  await cards('down');
  world.relay.decide = () => undefined;
  await world.succeed('stripe.start', {}, { bearer });
  await cards('operational');
});
