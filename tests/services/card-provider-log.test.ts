/** The log contains nothing that the card provider says about cards and people, not even in its errors: only what identifies the fault. */
// SQLite only: it is about the log.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProviderWorld, type ProviderWorld } from '../support/outside/card-provider.ts';
import { eventually } from '../support/server/test-server.ts';

const CANARIES = {
  client_secret: 'pi_canary_secret_5nUq',
  name: 'Kanarina Vogelsang',
  line1: 'Kanariegatan 77',
  // The last four digits as in an object and as in a sentence, because four digits alone also occur in random ids.
  last4: '"7077"',
  ending: 'ending in 7077',
  email: 'kanarina@example.net',
  message: 'Your card ending in 7077 of Kanarina was refused',
};

const intent = {
  id: 'pi_1',
  client_secret: CANARIES.client_secret,
  payment_method: {
    billing_details: { name: CANARIES.name, email: CANARIES.email, address: { line1: CANARIES.line1 } },
    card: { last4: JSON.parse(CANARIES.last4) },
  },
};
const refusal = (type: string, code?: string) =>
  JSON.stringify({
    error: {
      type,
      ...(code && { code }),
      message: CANARIES.message,
      param: CANARIES.email,
      payment_intent: intent,
      setup_intent: intent,
      payment_method: intent.payment_method,
      request_log_url: `https://dashboard.example/${CANARIES.client_secret}`,
    },
  });

const REFUSALS: [name: string, status: number, body: string][] = [
  ['a refusal', 400, refusal('invalid_request_error', 'account_invalid')],
  ['an invalid code', 400, refusal('invalid_request_error', CANARIES.message)],
  ['an intent in another state', 400, refusal('invalid_request_error', 'payment_intent_unexpected_state')],
  ['a declined card', 402, refusal('card_error', 'card_declined')],
  ['a rejected key', 401, refusal('invalid_request_error')],
  ['an idempotency key in use', 409, refusal('idempotency_error', 'idempotency_key_in_use')],
  ['a fault of its own', 500, refusal('api_error')],
  ['a page instead of a response', 502, `<h1>${CANARIES.message}</h1> ${CANARIES.client_secret}`],
];

let world: ProviderWorld;
const lines: string[] = [];
beforeAll(async () => {
  world = await createProviderWorld({ log: (line) => lines.push(line) });
});
afterAll(async () => {
  world.relay.decide = () => undefined;
  await world?.stop();
});

function expectNoCanary(): void {
  // The log escapes the quotation marks of an object inside a string.
  const log = lines.join('').replaceAll('\\"', '"');
  for (const [name, canary] of Object.entries(CANARIES)) expect(log.includes(canary), name).toBe(false);
}

/** Repeats `provoke` until it causes a call that fits, which is then refused. */
async function refusing(fits: RegExp, [, status, body]: (typeof REFUSALS)[number], provoke: () => Promise<unknown>) {
  let refused = false;
  world.relay.decide = (call) => {
    if (!fits.test(call)) return undefined;
    refused = true;
    return { status, body };
  };
  await eventually(async () => {
    await provoke();
    return eventually(async () => refused, fits.source, 5_000).catch(() => false);
  }, `a call that fits ${fits}`);
  // By now, or at the latest with the next call, the log has what the service says about the refusal.
  world.relay.decide = () => undefined;
}

describe('the log contains no card or personal data', () => {
  test.each(REFUSALS)('after %s', async (...refused) => {
    const customer = await world.customer();
    const signedIn = await world.signIn(customer);
    const other = await world.freshAccount();
    await refusing(/POST \/v1\/customers$/, refused, () => world.call('stripe.start', {}, { bearer: other.bearer }));
    await refusing(/POST \/v1\/setup_intents$/, refused, () => world.call('stripe.start', {}, signedIn));
    const { setup_intent_id } = await world.succeed('stripe.start', {}, signedIn);
    await refusing(/GET \/v1\/setup_intents/, refused, () =>
      world.call('stripe.complete', { setup_intent_id }, signedIn),
    );
    await world.addCard(customer, 'pm_card_mastercard');
    const { payment_methods } = await world.succeed('payment_method.list', {}, signedIn);
    const { id } = payment_methods.find(({ primary }) => !primary)!;
    await refusing(/POST .*\/detach$/, refused, () => world.call('payment_method.delete', { id }, signedIn));

    await refusing(/POST \/v1\/payment_intents$/, refused, () => world.server.advance('P62D'));
    await refusing(/POST .*\/confirm$/, refused, () => world.server.advance('P1D'));
    await refusing(/GET \/v1\/payment_intents/, refused, () => world.server.advance('P8D'));
    expectNoCanary();
  });

  test("but names the fault and the call in the provider's own log", () => {
    const faults = lines.map((line) => JSON.parse(line).fault).filter(Boolean);
    expect(faults).toContainEqual({
      type: 'StripeInvalidRequestError',
      code: 'account_invalid',
      status: 400,
      request_id: 'req_of_the_relay',
    });
    expect(faults).toContainEqual({ type: 'StripeAuthenticationError', status: 401, request_id: 'req_of_the_relay' });
    expectNoCanary();
  });
});
