import { afterAll, beforeAll, expect, test } from 'vitest';
import { callbacks } from '../../sdk/client/src/callbacks.ts';
import { createReceiver } from '../support/server/receiver.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld } from '../support/server/world.ts';

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());

async function report({ basic }: Account, callback_url: string): Promise<number> {
  const { id, token } = (await server.call('session.create', { callback_url }, { basic })).body;
  await server.call('reader.abort', { token });
  return id;
}

const health = async (account: Account) =>
  (await server.call('callback.health', {}, await server.signIn(account))).body.hosts;

/** @returns the event's id. */
async function recorded({ basic }: Account, session_id: number, count: number): Promise<string> {
  return eventually(async () => {
    const [callback] = (await server.call('callback.list', { session_id }, { basic })).body.callbacks;
    if (!callback) return undefined;
    const { attempt_list } = (await server.call('callback.get', { id: callback.id }, { basic })).body;
    return attempt_list.length === count && callback.id;
  }, `attempt ${count}`);
}

test('counts deliveries by host: what arrived, at which attempt, and what failed last', async () => {
  const account = await server.account();
  let status = 204;
  await using good = await createReceiver();
  await using bad = await createReceiver(() => ({ status }));
  expect(await health(account)).toEqual([]);
  for (let count = 0; count < 2; count++) await recorded(account, await report(account, good.url), 1);
  status = 500;
  const second = await report(account, bad.url);
  await recorded(account, second, 1);
  const waiting = (await health(account)).find(({ host }) => bad.url.includes(host));
  expect(waiting).toMatchObject({ delivered: 0, failed: 0, waiting: 1, failing_since: expect.any(String) });

  status = 204;
  await server.advance('PT6S');
  await recorded(account, second, 2);
  status = 410;
  const id = await recorded(account, await report(account, bad.url), 1);
  expect(await health(account)).toEqual([
    {
      host: new URL(bad.url).host,
      delivered: 1,
      delivered_at_first: 0,
      failed: 1,
      waiting: 0,
      days: [{ day: expect.any(String), delivered: 1, failed: 1 }],
      median_ms: expect.any(Number),
      failing_since: expect.any(String),
      last_failure: { created: expect.any(String), status_code: 410 },
    },
    {
      host: new URL(good.url).host,
      delivered: 2,
      delivered_at_first: 2,
      failed: 0,
      waiting: 0,
      days: [{ day: expect.any(String), delivered: 2, failed: 0 }],
      median_ms: expect.any(Number),
    },
  ]);

  // A callback resent by hand shows that the host is back, but changes no count.
  status = 204;
  await server.call('callback.resend', { id }, { basic: account.basic });
  await recorded(account, (await server.call('callback.get', { id }, { basic: account.basic })).body.session_id, 2);
  const [, after] = (await health(account)).toSorted((a, b) => b.delivered - a.delivered);
  expect(after).toMatchObject({ delivered: 1, failed: 1, last_failure: { status_code: 410 } });
  expect(after).not.toHaveProperty('failing_since');
  expect(await health(await server.account())).toEqual([]);

  await server.advance('P7D');
  const [forgotten] = await health(account);
  expect(forgotten).toMatchObject({ host: new URL(bad.url).host, delivered: 0, failed: 0 });
});

test('a callback shows what its last attempt sent, and the signature is right', async () => {
  const account = await server.account();
  await using receiver = await createReceiver();
  const id = await recorded(account, await report(account, receiver.url), 1);
  const { message, payload } = (await server.call('callback.get', { id }, { basic: account.basic })).body;
  const [{ headers, raw } = { headers: {}, raw: '' }] = receiver.received;
  expect(message?.body).toBe(raw);
  expect(headers).toMatchObject(message!.headers);
  const { secret } = (await server.call('callback.secret', {}, { basic: account.basic })).body;
  expect(await callbacks.unwrap(message!.body, message!.headers, secret, { now: server.deps.clock.now() })).toEqual(
    payload,
  );
});

test('a failing endpoint is reported once by email to every user in their language, and so is its recovery', async () => {
  const account = await server.account();
  let status = 503;
  await using receiver = await createReceiver(() => ({ status }));
  const { host } = new URL(receiver.url);
  const about = async (subject: string) =>
    (await server.mailbox(account.email)).filter(
      (mail) => mail.subject.includes(host) && mail.subject.includes(subject),
    );
  await server.ctx.db.updateTable('users').set({ locale: 'es' }).where('email', '=', account.email).execute();

  const session_id = await report(account, receiver.url);
  await recorded(account, session_id, 1);
  for (const [count, wait] of [
    [2, 'PT6S'],
    [3, 'PT31S'],
    [4, 'PT2M1S'],
    [5, 'PT15M1S'],
  ] as const) {
    await server.advance(wait);
    await recorded(account, session_id, count);
  }
  // Five failures are reported only if they have lasted half an hour.
  expect(await about('')).toEqual([]);
  await server.advance('PT1H1S');
  await recorded(account, session_id, 6);
  const [told] = await eventually(async () => {
    const mails = await about('no llegan');
    return mails.length > 0 && mails;
  }, 'the mail');
  expect(told!.subject).toBe(`Los callbacks a ${host} no llegan`);
  expect(told!.text).toMatch(/6 intentos seguidos[\s\S]*estado 503[\s\S]*\/es\/callbacks/);

  await recorded(account, await report(account, receiver.url), 1);
  status = 204;
  await recorded(account, await report(account, receiver.url), 1);
  await eventually(async () => (await about('vuelven a llegar')).length > 0, 'the mail about the return');
  await recorded(account, await report(account, receiver.url), 1);
  expect((await about('')).map(({ subject }) => subject)).toHaveLength(2);
});

test('the delivery statistics of endpoints are deleted with the account', async () => {
  const account = await server.account();
  await using receiver = await createReceiver(() => ({ status: 410 }));
  await recorded(account, await report(account, receiver.url), 1);
  await createWorld(server, account).succeed('merchant.delete', {}, await server.signIn(account));
  const { db } = server.ctx;
  const { host } = new URL(receiver.url);
  for (const table of ['callback_days', 'callback_answer_times', 'callback_endpoints'] as const)
    expect(await db.selectFrom(table).selectAll().where('host', '=', host).execute()).toEqual([]);
});
