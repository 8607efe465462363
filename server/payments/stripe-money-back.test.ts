/** Runs against local mode's card provider, which loses responses on demand. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../core/log.ts';
import { type CardProvider, startCardProvider } from '../stand-ins/card-provider/card-provider.ts';
import type { PaymentGateway } from './gateway.ts';
import { createStripeGateway } from './stripe-gateway.ts';

const log = createLog('silent');
const folder = mkdtempSync(join(tmpdir(), 'sigill-cards-'));
const webhook_secret = 'whsec_of_this_test';
let now = Date.parse('2026-11-21T09:00:00.000Z');
let provider: CardProvider;
let gateway: PaymentGateway;
let stripe: Stripe;

beforeAll(async () => {
  provider = await startCardProvider({
    clock: { now: () => new Date(now) },
    folder,
    public_url: 'http://localhost:9',
    webhook_url: 'http://localhost:9/api/stripe/webhook',
    webhook_secret,
    log,
  });
  const { host, port, secret_key, publishable_key } = provider;
  const address = { host, port, protocol: 'http' as const };
  gateway = createStripeGateway({ ...address, secret_key, publishable_key, webhook_secret, log });
  stripe = new Stripe(secret_key, { ...address, telemetry: false });
});
afterAll(async () => {
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

async function paid(bill_id: number, card = 'pm_card_visa') {
  const { id: customer } = await stripe.customers.create();
  const { id: payment_method } = await stripe.paymentMethods.attach(card, { customer });
  const { id: payment, latest_charge } = await stripe.paymentIntents.create({
    ...{ amount: 12_375, currency: 'usd', customer, payment_method, confirm: true, off_session: true },
    metadata: { bill_id: String(bill_id) },
  });
  return { payment, charge: String(latest_charge) };
}

const DAY_MS = 86_400_000;

test('a refund is made once, even if its response is lost or the provider has forgotten its key', async () => {
  const { payment, charge } = await paid(1);
  // The package retries automatically, and that response is lost too.
  provider.disturb('lose_answer', 'lose_answer');
  const asked = { payment, amount: 2500, key: '7' };
  await expect(gateway.refund(asked)).rejects.toMatchObject({ code: 'provider_unavailable' });
  now += 2 * DAY_MS;
  const refund = await gateway.refund(asked);
  expect(refund).toMatchObject({ payment, amount: 2500, key: '7', state: 'SUCCEEDED' });
  expect(await gateway.findRefunds(charge)).toEqual({ payment, refunds: [refund] });
  expect(await gateway.refund({ ...asked, key: '8' })).not.toMatchObject({ reference: refund.reference });
});

test('a refund that fails later is found by its id, and another key makes another refund', async () => {
  const { payment } = await paid(5, 'pm_card_refundFail');
  const { reference } = await gateway.refund({ payment, amount: 2500, key: '10' });
  expect(await gateway.findRefund(reference)).toEqual({ reference, payment, amount: 2500, key: '10', state: 'FAILED' });
  expect(await gateway.refund({ payment, amount: 2500, key: '10' })).toMatchObject({ reference, state: 'FAILED' });
  expect(await gateway.refund({ payment, amount: 2500, key: '11' })).not.toMatchObject({ reference });
  expect(await gateway.findRefund('re_missing')).toBeUndefined();
});

test('a refund of more than is left is refused by the provider', async () => {
  const { payment } = await paid(2);
  await expect(gateway.refund({ payment, amount: 12_376, key: '9' })).rejects.toMatchObject({ shouldRetry: false });
});

test('the lists have the charges, refunds and disputes since a day', async () => {
  now += 30 * DAY_MS;
  const since = new Date(now);
  const { payment } = await paid(3, 'pm_card_createDispute');
  await stripe.paymentIntents.create({ amount: 5000, currency: 'usd', metadata: { bill_id: '4' } });
  expect(await gateway.listTaken(since)).toEqual([{ reference: payment, bill_id: 3, amount: 12_375, currency: 'usd' }]);
  expect(await gateway.listRefunds(since)).toEqual([]);
  expect((await gateway.listRefunds(undefined)).length).toBe(4);
  const [dispute] = await gateway.listDisputes(since);
  expect(dispute).toMatchObject({ payment, amount: 12_375, reason: 'fraudulent', state: 'OPEN' });
  await stripe.disputes.close(dispute!.id);
  expect(await gateway.findDispute(dispute!.id)).toMatchObject({ state: 'LOST' });
  expect(await gateway.findDispute('du_missing')).toBeUndefined();
  expect(await gateway.findRefunds('ch_missing')).toBeUndefined();
});
