/** Runs against local mode's card provider, which loses requests and responses on demand. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { createLog } from '../core/log.ts';
import { type CardProvider, startCardProvider } from '../stand-ins/card-provider/card-provider.ts';
import type { PaymentGateway } from './gateway.ts';
import { declineOf } from './stripe-errors.ts';
import { createStripeGateway } from './stripe-gateway.ts';

const WEBHOOK_SECRET = 'whsec_of_this_test';
const log = createLog('silent');
const folder = mkdtempSync(join(tmpdir(), 'sigill-cards-'));
let provider: CardProvider;
let gateway: PaymentGateway;
let stripe: Stripe;
let merchant = 0;
let bill = 0;

beforeAll(async () => {
  provider = await startCardProvider({
    clock: systemClock,
    folder,
    public_url: 'http://localhost:9',
    webhook_url: 'http://localhost:9/api/stripe/webhook',
    webhook_secret: WEBHOOK_SECRET,
    log,
  });
  const { host, port, secret_key, publishable_key } = provider;
  const address = { host, port, protocol: 'http' as const };
  gateway = createStripeGateway({ ...address, secret_key, publishable_key, webhook_secret: WEBHOOK_SECRET, log });
  stripe = new Stripe(secret_key, { ...address, telemetry: false });
});
afterAll(async () => {
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

async function cardOf(name: string): Promise<{ customer: string; card: string }> {
  const customer = await gateway.createCustomer({ merchant_id: ++merchant, replaces: null });
  const { id } = (await gateway.startSetup({ merchant_id: merchant, customer }))!;
  await stripe.setupIntents.confirm(id, { payment_method: `pm_card_${name}` });
  const { card } = (await gateway.findSetup(id))!;
  return { customer, card: card! };
}

/** A card whose bank wants its holder to confirm every payment. */
async function guardedCard(): Promise<{ customer: string; card: string }> {
  const customer = await gateway.createCustomer({ merchant_id: ++merchant, replaces: null });
  const { id: card } = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer });
  return { customer, card };
}

const prepared = async (customer: string, amount = 12_375) => {
  const bill_id = ++bill;
  return {
    bill_id,
    payment: (await gateway.preparePayment({ bill_id, amount, customer, replaces: null, description: 'Bill' }))!,
  };
};

const succeededFor = async (customer: string) =>
  (await stripe.charges.list({ customer, limit: 100 })).data.filter(({ status }) => status === 'succeeded');

describe('a card', () => {
  test('is set up for a customer and read back', async () => {
    const { customer, card } = await cardOf('visa');
    expect(await gateway.findCard(card)).toMatchObject({
      reference: card,
      customer,
      alias: '4242',
      expires: expect.stringMatching(/^\d{4}-\d{2}$/),
    });
    await gateway.detachCard(card);
    expect((await gateway.findCard(card))?.customer).toBeUndefined();
    // A second call: the card is already detached.
    await gateway.detachCard(card);
  });

  test('that is unknown is distinguished from a provider that is down', async () => {
    expect(await gateway.findSetup('seti_missing')).toBeUndefined();
    expect(await gateway.findCard('pm_missing')).toBeUndefined();
    expect(await gateway.findPayment('pi_missing')).toBeUndefined();
    await gateway.detachCard('pm_missing');
    await gateway.deleteCustomer('cus_missing');
  });

  test('is removed with its customer', async () => {
    const { customer, card } = await cardOf('visa');
    await gateway.deleteCustomer(customer);
    expect((await gateway.findCard(card))?.customer).toBeUndefined();
  });
});

describe('a payment', () => {
  test('is charged off-session, and names its bill', async () => {
    const { customer, card } = await cardOf('visa');
    const { bill_id, payment } = await prepared(customer);
    expect(await gateway.findPayment(payment)).toMatchObject({
      state: 'OPEN',
      bill_id,
      amount: 12_375,
      currency: 'usd',
    });
    expect(await stripe.paymentIntents.retrieve(payment)).toMatchObject({
      currency: 'usd',
      description: 'Bill',
      payment_method_types: ['card'],
    });
    expect(await gateway.charge(payment, { card, attempt: `a-${bill_id}` })).toEqual({ state: 'SUCCEEDED' });
    expect(await gateway.findPayment(payment)).toMatchObject({ state: 'SUCCEEDED', bill_id, amount: 12_375, card });
  });

  test('is created once, however often it is prepared', async () => {
    const { customer } = await cardOf('visa');
    const bill_id = ++bill;
    const made = await Promise.all(
      [1, 2, 3].map(() =>
        gateway.preparePayment({ bill_id, amount: 5000, customer, replaces: null, description: 'Bill' }),
      ),
    );
    expect(new Set(made).size).toBe(1);
  });

  test('is charged once when the response is lost, and then found', async () => {
    const { customer, card } = await cardOf('visa');
    const { bill_id, payment } = await prepared(customer);
    // The package retries automatically, and that response is lost too.
    provider.disturb('lose_answer', 'lose_answer');
    const attempt = { card, attempt: `b-${bill_id}` };
    await expect(gateway.charge(payment, attempt)).rejects.toMatchObject({ status: 503, code: 'provider_unavailable' });
    expect(await gateway.findPayment(payment)).toMatchObject({ state: 'SUCCEEDED', card });
    expect(await gateway.charge(payment, attempt)).toEqual({ state: 'SUCCEEDED' });
    expect(await succeededFor(customer)).toHaveLength(1);
  });

  test('cannot be charged again with another key', async () => {
    const { customer, card } = await cardOf('visa');
    const { bill_id, payment } = await prepared(customer);
    await gateway.charge(payment, { card, attempt: `c-${bill_id}` });
    expect(await gateway.charge(payment, { card, attempt: `d-${bill_id}` })).toEqual({ state: 'OVERTAKEN' });
    expect(await succeededFor(customer)).toHaveLength(1);
  });

  test('survives a provider that fails or never receives the call', async () => {
    const { customer, card } = await cardOf('visa');
    const { bill_id, payment } = await prepared(customer);
    provider.disturb('fail', 'lose_request');
    const attempt = { card, attempt: `e-${bill_id}` };
    await expect(gateway.charge(payment, attempt)).rejects.toMatchObject({ code: 'provider_unavailable' });
    expect(await gateway.findPayment(payment)).toMatchObject({ state: 'OPEN' });
    expect(await gateway.charge(payment, attempt)).toEqual({ state: 'SUCCEEDED' });
    expect(await succeededFor(customer)).toHaveLength(1);
  });

  test.each([
    ['chargeCustomerFail', 'generic_decline'],
    ['authenticationRequired', 'authentication_required'],
  ])('with %s is declined with %s, and succeeds with another card', async (name, code) => {
    const customer = await gateway.createCustomer({ merchant_id: ++merchant, replaces: null });
    const { id: poor } = await stripe.paymentMethods.attach(`pm_card_${name}`, { customer });
    const { bill_id, payment } = await prepared(customer);
    expect(await gateway.charge(payment, { card: poor, attempt: `f-${bill_id}` })).toEqual({
      state: 'DECLINED',
      code,
      card_is_dead: false,
    });
    expect(await gateway.findPayment(payment)).toMatchObject({ state: 'OPEN' });
    const { id: good } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    expect(await gateway.charge(payment, { card: good, attempt: `g-${bill_id}` })).toEqual({ state: 'SUCCEEDED' });
  });

  test('is confirmed by the holder, in the holder’s presence', async () => {
    const { customer, card } = await guardedCard();
    const { bill_id, payment } = await prepared(customer);
    const asked = await gateway.charge(payment, { card, attempt: `i-${bill_id}`, on_session: true });
    expect(asked).toEqual({ state: 'AUTHENTICATION', client_secret: expect.stringMatching(`^${payment}_secret_`) });
    expect(await gateway.findPayment(payment)).toMatchObject({
      state: 'OPEN',
      card,
      client_secret: (asked as { client_secret: string }).client_secret,
    });
    expect(await gateway.charge(payment, { card, attempt: `j-${bill_id}` })).toMatchObject({
      state: 'DECLINED',
      code: 'authentication_required',
    });
    expect(await gateway.findPayment(payment)).toMatchObject({
      client_secret: undefined,
      failure: 'authentication_required',
    });
  });

  test('with a card that was removed is declined for good', async () => {
    const { customer, card } = await cardOf('visa');
    await gateway.detachCard(card);
    const { bill_id, payment } = await prepared(customer);
    expect(await gateway.charge(payment, { card, attempt: `h-${bill_id}` })).toMatchObject({
      state: 'DECLINED',
      card_is_dead: true,
    });
  });
});

describe('a decline', () => {
  const decline = (fields: object) =>
    declineOf(
      new Stripe.errors.StripeCardError({ type: 'card_error', code: 'card_declined', message: 'No', ...fields }),
    );

  test.each<[string, object]>([
    ['an expired card', { code: 'expired_card' }],
    ['a lost card', { decline_code: 'lost_card' }],
    ['a stolen card', { decline_code: 'stolen_card' }],
    ['a card to be kept', { decline_code: 'pickup_card' }],
    ['an account that does not exist', { decline_code: 'invalid_account' }],
    ['a card that was declined for good before', { decline_code: 'previously_declined_do_not_retry' }],
    [
      'a card that its network advises not to try again',
      { decline_code: 'generic_decline', advice_code: 'do_not_try_again' },
    ],
  ])('of %s ends the card', (_, fields) => {
    expect(decline(fields)).toMatchObject({ state: 'DECLINED', card_is_dead: true });
  });

  test.each<[string, object]>([
    ['without enough money', { decline_code: 'insufficient_funds', advice_code: 'try_again_later' }],
    ['whose holder has to confirm', { code: 'authentication_required', decline_code: 'authentication_required' }],
  ])('of a card %s does not', (_, fields) => {
    expect(decline(fields)).toMatchObject({ state: 'DECLINED', card_is_dead: false });
  });
});

describe('an event', () => {
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_1' } },
  });
  const now = new Date('2026-11-21T12:00:00.000Z');
  const signed = (secret: string, at = now) =>
    stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: Math.floor(at.getTime() / 1000) });
  const read = (signature: string, text = body, receivedAt = now) =>
    gateway.readEvent(Buffer.from(text), signature, receivedAt);

  test('is read when its signature is valid', async () => {
    expect(await read(signed(WEBHOOK_SECRET))).toEqual({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      object: 'pi_1',
    });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['another secret', () => read(signed('whsec_another'))],
    ['another body', () => read(signed(WEBHOOK_SECRET), body.replace('pi_1', 'pi_2'))],
    ['an old signature', () => read(signed(WEBHOOK_SECRET), body, new Date(now.getTime() + 301_000))],
    ['none', () => read('')],
  ])('is refused with %s', async (_, attempt) => {
    await expect(attempt()).rejects.toMatchObject({ status: 400 });
  });
});

test('reports that the provider is unavailable when nothing listens', async () => {
  const port = await new Promise<number>((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
  const nowhere = createStripeGateway({
    host: '127.0.0.1',
    port,
    protocol: 'http',
    secret_key: 'sk_test_1234',
    publishable_key: 'pk_test_1234',
    webhook_secret: WEBHOOK_SECRET,
    log,
  });
  await expect(nowhere.createCustomer({ merchant_id: 1, replaces: null })).rejects.toMatchObject({
    status: 503,
    code: 'provider_unavailable',
  });
});
