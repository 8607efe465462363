import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CARDS, cardSetup } from '../support/server/billing.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

test('stripe.complete refuses a card that is not confirmed by its holder or lacks an address', async () => {
  const account = await world.freshAccount();
  const { bearer } = account;
  const { setup_intent_id } = await world.succeed('stripe.start', {}, { bearer });
  expect(await world.call('stripe.complete', { setup_intent_id }, { bearer })).toMatchObject({
    status: 400,
    body: { error: 'The card is not confirmed yet. Confirm it first' },
  });
  const bare = await cardSetup(createWorld(server, account), account, CARDS.good, { country: 'SE' });
  expect(await world.call('stripe.complete', { setup_intent_id: bare }, { bearer })).toMatchObject({
    status: 400,
    body: { error: 'The card has an incomplete billing address. Enter street, postal code, city and country' },
  });
});

describe('POST /api/stripe/webhook', () => {
  const post = (body: string, signature?: string) =>
    fetch(`${server.base}/api/stripe/webhook`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...(signature && { 'Stripe-Signature': signature }) },
    });
  const event = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_1' } },
  });

  test.each([
    ['missing', undefined],
    ['malformed', 'v1=00'],
    [
      'made with another secret',
      `t=${Math.floor(Date.now() / 1000)},v1=${createHmac('sha256', 'whsec_other').update('x').digest('hex')}`,
    ],
  ])('refuses an event whose signature is %s', async (_, signature) => {
    const response = await post(event, signature);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'The signature does not match the event', code: 'invalid_value' });
    const known = await server.ctx.db
      .selectFrom('provider_events')
      .select('id')
      .where('id', '=', 'evt_forged')
      .execute();
    expect(known).toEqual([]);
  });

  test('accepts no other method and no endless body', async () => {
    const got = await fetch(`${server.base}/api/stripe/webhook`);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await post('x'.repeat(600 * 1024))).status).toBe(413);
  });
});

test('without its card provider the service keeps working: only cards are affected', async () => {
  const own = await createTestServer({
    environment: {
      STRIPE_SECRET_KEY: 'sk_test_1234',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1234',
      STRIPE_WEBHOOK_SECRET: 'whsec_1234',
      // Nothing listens there.
      STRIPE_API: 'http://localhost:9',
    },
  });
  const away = createWorld(own, await own.account());
  const { bearer, basic } = away.account;
  expect(await away.call('stripe.start', {}, { bearer })).toMatchObject({
    status: 503,
    body: { code: 'provider_unavailable' },
  });
  await away.ended('genuine');
  expect(await away.succeed('billing.self', {}, { bearer })).toMatchObject({ credit: '24.90' });
  await away.succeed('billing.update', { country: 'SE' }, { bearer });
  await away.succeed('session.create', {}, { basic });
  expect((await fetch(`${own.base}/readyz`)).status).toBe(200);
  await own.stop();
});
