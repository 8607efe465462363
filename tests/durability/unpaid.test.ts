/**
 * An account that owes money makes as many calls as it can through two processes on one database. It gets no session, and its card
 * is tried only once.
 */
// CI only: it creates and pays as hard as it can for a while.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/core/config.ts';
import type { OperationId, Operations } from '../../server/generated/operations.gen.ts';
import { runOperator } from '../support/packages/script.ts';
import { createServerPair, PASSWORD, type ServerPair } from '../support/process/server-pair.ts';
import { addBillingDetails, CARDS, cardSetup } from '../support/server/billing.ts';
import { type Body, type Credentials, expectSuccess } from '../support/server/call.ts';
import { eventually, type TestServer } from '../support/server/test-server.ts';
import type { World } from '../support/server/world.ts';

const SECONDS = Number(process.env['UNPAID_SECONDS'] ?? 5);

let pair: ServerPair;
beforeAll(async () => {
  pair = await createServerPair({ RATE_LIMITS: 'off' });
});
afterAll(() => pair?.remove());

async function succeed<Id extends OperationId>(
  id: Id,
  body: Body<Id>,
  credentials: Credentials,
): Promise<Operations[Id]['response']> {
  return expectSuccess(id, await pair.call(id, body, credentials));
}

const operator = async (...args: string[]) => {
  const config = readConfig(pair.environment);
  const { code, out, err } = await runOperator({ deps: { config } } as TestServer, ...args);
  expect(err).toBe('');
  expect(code).toBe(0);
  return out;
};

async function unpaid() {
  const { email, bearer } = await pair.signUp();
  await succeed('password.verify_email_send_code', {}, { bearer });
  await succeed('password.verify_email', { code: await pair.code(email) }, { bearer });
  const world = { succeed, server: { base: pair.base } } as unknown as World;
  const setup_intent_id = await cardSetup(world, { bearer }, CARDS.poor);
  await succeed('stripe.complete', { setup_intent_id }, { bearer });
  await addBillingDetails(world, { bearer });
  await succeed('billing.enable', {}, { bearer });
  const basic = await succeed('user.create_service_user', {}, { bearer });
  const id = String((await succeed('billing.self', {}, { bearer })).id);
  await operator('plan', id, 'standard', '--agreed', '--yes');
  const declined = (count: number) =>
    eventually(async () => (await operator('bills', id)).includes(`OPEN  declined ${count}×`), `decline ${count}`);
  for (const [count, duration] of [
    [1, 'P62D'],
    [2, 'P1D'],
    [3, 'P2D'],
    [4, 'P4D'],
  ] as const) {
    await pair.advance(duration);
    await declined(count);
  }
  await pair.advance('PT11M');
  const signedIn = await succeed('password.authenticate', { email, password: PASSWORD }, {});
  return { bearer: signedIn.access_token, basic, id };
}

const declinesOf = async (id: string) =>
  [...(await operator('bills', id)).matchAll(/declined (\d+)×/g)].reduce((sum, [, count]) => sum + Number(count), 0);

test('an account that enables billing and creates sessions in a loop gets no session, and its card is tried once', async () => {
  const { bearer, basic, id } = await unpaid();
  const { bills } = await succeed('bill.list', {}, { bearer });
  const bill = bills.findLast(({ state }) => state === 'OPEN')!;
  const before = await declinesOf(id);
  const seen: Record<string, number> = {};
  const until = Date.now() + SECONDS * 1000;
  const count = async (name: string, result: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await result;
    const { code = 'ok' } = body as { code?: string };
    const key = `${name} ${status} ${code}`;
    seen[key] = (seen[key] ?? 0) + 1;
  };
  const press = async () => {
    while (Date.now() < until) {
      await count('enable', pair.call('billing.enable', {}, { bearer }));
      await Promise.all(Array.from({ length: 8 }, () => count('create', pair.call('session.create', {}, { basic }))));
      await count('pay', pair.call('bill.pay', { id: bill.id }, { bearer }));
    }
  };
  await Promise.all([press(), press()]);
  expect(Object.keys(seen).filter((key) => key.startsWith('create'))).toEqual(['create 403 billing_inactive']);
  expect(seen['create 403 billing_inactive']).toBeGreaterThan(SECONDS);
  expect((seen['enable 403 payment_declined'] ?? 0) + (seen['pay 403 payment_declined'] ?? 0)).toBe(1);
  expect(Object.keys(seen).filter((key) => key.includes(' 200 ') || key.includes(' 5'))).toEqual([]);
  expect(await declinesOf(id)).toBe(before + 1);
  expect(await succeed('billing.self', {}, { bearer })).toMatchObject({ state: 'INACTIVE' });
});
