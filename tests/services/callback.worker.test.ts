import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findCallback, listAttempts } from '../../server/callbacks/callback.repository.ts';
import { reportChange, resendCallback } from '../../server/callbacks/callback.service.ts';
import { createCallbackWorker } from '../../server/callbacks/callback.worker.ts';
import { getSigningSecret, rotateSigningSecret } from '../../server/callbacks/callback-secret.service.ts';
import { LEASE_SECONDS } from '../../server/callbacks/schedule.ts';
import { actingAs } from '../../server/core/context.ts';
import { randomId } from '../../server/database/random-id.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import type { CallbackEvent } from '../../server/generated/operations.gen.ts';
import { createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let world: ServiceWorld;
let merchant: number;
let worker: ReturnType<typeof createCallbackWorker>;
let receiver: Server;
let base: string;
let received: Received[];
let answer: (response: ServerResponse, request: Received) => void;
const account = () => actingAs(world.ctx, { merchant_id: merchant });

beforeEach(async () => {
  world = await createServiceWorld();
  merchant = await world.merchant();
  received = [];
  answer = (response) => void response.end('ok');
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      answer(response, one);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  worker = createCallbackWorker(world.ctx);
});

afterEach(async () => {
  await worker.stop();
  receiver.closeAllConnections();
  receiver.close();
  await world.close();
});

async function enqueue(url = `${base}/callback`, account = merchant): Promise<string> {
  const id = randomId();
  const event: CallbackEvent['data'] = { id, state: 'FAILED', previous_state: 'INITIATED', reference: 'order 1' };
  await inTransaction(world.ctx, (ctx) => reportChange(ctx, { merchant_id: account, session_id: id, url, event }));
  const row = await world.ctx.db
    .selectFrom('callbacks')
    .select('id')
    .where('session_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** @returns the seconds until the next pass, as the worker reports them. */
async function pass(of = worker): Promise<number> {
  await of.run();
  await of.idle();
  return (await of.run()) / 1000;
}

const stored = async (id: string) => (await findCallback(world.ctx.db, merchant, id))!;
const attempts = (id: string) => listAttempts(world.ctx.db, id);
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end();

describe('a delivery', () => {
  test('carries the event with the headers of Standard Webhooks, and an independent library verifies it', async () => {
    const id = await enqueue();
    expect(await pass()).toBe(Number.POSITIVE_INFINITY);
    expect(received).toHaveLength(1);
    const { headers, body } = received[0]!;
    expect(headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json' });
    expect(JSON.parse(body)).toEqual({
      id,
      type: 'session.state_changed',
      created: '2026-03-02T09:30:00.000Z',
      data: { id: expect.any(Number), state: 'FAILED', previous_state: 'INITIATED', reference: 'order 1' },
    });
    const { secret } = await getSigningSecret(account());
    expect(verify(secret, received[0]!)).toBe(true);
    expect(verify(secret, { ...received[0]!, body: body.replace('FAILED', 'APPROVED') })).toBe(false);
    expect(await stored(id)).toMatchObject({ state: 'DELIVERED', attempts: 1, next_attempt: null });
    expect(await attempts(id)).toMatchObject([{ number: 1, status_code: 200, error: null }]);
  });

  test('is signed with both secrets for 24 hours after a rotation, then with the new one', async () => {
    const old = (await getSigningSecret(account())).secret;
    const rotated = await inTransaction(account(), rotateSigningSecret);
    expect(rotated.previous_expires).toBe('2026-03-03T09:30:00.000Z');
    await enqueue();
    await pass();
    expect([verify(old, received[0]!), verify(rotated.secret, received[0]!)]).toEqual([true, true]);
    world.advance(86_400);
    await enqueue();
    await pass();
    expect([verify(old, received[1]!), verify(rotated.secret, received[1]!)]).toEqual([false, true]);
    expect(await getSigningSecret(account())).not.toHaveProperty('previous_expires');
    const row = await world.ctx.db.selectFrom('callback_secrets').selectAll().executeTakeFirstOrThrow();
    expect(
      row.secret.includes(rotated.secret) || row.secret.includes(Buffer.from(rotated.secret.slice(6), 'base64')),
    ).toBe(false);
  });

  function verify(secret: string, { headers, body }: Received): boolean {
    try {
      // The library's `verify` would compare the timestamp with the system clock. This test has its own clock, so it compares
      // signatures instead.
      const at = Number(headers['webhook-timestamp']);
      expect(at).toBe(world.deps.clock.now().getTime() / 1000);
      const library = new Webhook(secret);
      const signatures = String(headers['webhook-signature']).split(' ');
      return signatures.includes(library.sign(String(headers['webhook-id']), new Date(at * 1000), body));
    } catch (error) {
      if (error instanceof Error && error.name === 'AssertionError') throw error;
      return false;
    }
  }
});

describe('a failed delivery', () => {
  test('is retried five times on the schedule with one id and one body, and never a sixth time', async () => {
    answer = status(500);
    const id = await enqueue();
    const waits: number[] = [];
    for (let wait = await pass(); wait !== Number.POSITIVE_INFINITY; wait = await pass()) {
      waits.push(wait);
      world.advance(wait - 0.001);
      await pass();
      expect(received).toHaveLength(waits.length);
      world.advance(0.001);
    }
    expect(waits).toEqual([5, 30, 120, 900, 3600]);
    expect(await stored(id)).toMatchObject({ state: 'FAILED', attempts: 6, next_attempt: null });
    world.advance(7 * 86_400);
    await pass();
    expect(received).toHaveLength(6);
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(6);
    expect(await attempts(id)).toMatchObject([1, 2, 3, 4, 5, 6].map((number) => ({ number, status_code: 500 })));
  });

  test.each([200, 201, 204, 299])('is not recorded for a response with %i', async (code) => {
    answer = status(code);
    const id = await enqueue();
    await pass();
    expect(await stored(id)).toMatchObject({ state: 'DELIVERED' });
  });

  test.each([301, 302, 307, 308, 400, 401, 404, 429, 500, 503])(
    'is recorded for a response with %i, and redirects are not followed',
    async (code) => {
      answer = (response, { path }) =>
        status(path === '/elsewhere' ? 200 : code, { location: `${base}/elsewhere` })(response);
      const id = await enqueue();
      expect(await pass()).toBe(5);
      expect(received.map(({ path }) => path)).toEqual(['/callback']);
      expect(await stored(id)).toMatchObject({ state: 'PENDING', attempts: 1 });
      expect(await attempts(id)).toMatchObject([{ status_code: code }]);
    },
  );

  test('is the last one at 410', async () => {
    answer = status(410);
    const id = await enqueue();
    expect(await pass()).toBe(Number.POSITIVE_INFINITY);
    expect(await stored(id)).toMatchObject({ state: 'FAILED', attempts: 1 });
  });

  test('waits as long as Retry-After says, up to an hour', async () => {
    answer = status(503, { 'retry-after': '60' });
    await enqueue();
    expect(await pass()).toBe(60);
    answer = status(503, { 'retry-after': '999999' });
    world.advance(60);
    expect(await pass()).toBe(3600);
  });

  test('says why no response came', async () => {
    const reasons: Record<string, string> = {};
    const fail = async (name: string, url: string, behave = answer, by = worker) => {
      answer = behave;
      const id = await enqueue(url);
      await pass(by);
      const [attempt] = await attempts(id);
      expect(attempt).toMatchObject({ status_code: null });
      reasons[name] = attempt!.error!;
      await world.ctx.db.deleteFrom('callbacks').execute();
    };
    await fail('hang', `${base}/`, () => {}, createCallbackWorker(world.ctx, { timeout_ms: 500 }));
    await fail('reset', `${base}/`, (response) => void response.socket?.resetAndDestroy());
    await fail('not http', `${base}/`, (response) => void response.socket?.end('hello\r\n\r\n'));
    await fail('tls', base.replace('http:', 'https:'));
    await fail('refused', 'http://127.0.0.1:1/');
    await fail('private', 'https://10.0.0.1/');
    expect(reasons).toEqual({
      hang: 'No response within 15 seconds',
      reset: 'The connection was reset',
      'not http': 'The response is not HTTP',
      tls: expect.stringMatching(/^The TLS connection failed/),
      refused: 'Connection refused',
      private: 'The address is not allowed: callbacks go to https on public hosts',
    });
  });

  // On SQLite only: it waits for fifteen seconds, and no query is involved.
  const onSqlite = process.env['TEST_DATABASE_URL'] === undefined;
  test.runIf(onSqlite)('ignores the response body, which is cut at 64 kB or when it never ends', async () => {
    let sent = 0;
    answer = (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) sent += 16_384;
      };
      response.on('drain', more);
      more();
    };
    const id = await enqueue();
    await pass();
    expect(await stored(id)).toMatchObject({ state: 'DELIVERED' });
    // Far more than the limit, because the kernel buffers data on both sides.
    expect(sent).toBeLessThan(16 * 1024 * 1024);
    answer = (response) => void response.writeHead(200).write('…');
    const hanging = await enqueue();
    await pass();
    expect(await stored(hanging)).toMatchObject({ state: 'DELIVERED' });
  });
});

describe('a resend', () => {
  test('makes one more attempt with the same id, and none while the event is still being delivered', async () => {
    const again = (id: string, account = merchant) =>
      inTransaction(world.callOf(account), (ctx) => resendCallback(ctx, { id }));
    answer = status(410);
    const id = await enqueue();
    await expect(again(id)).rejects.toMatchObject({ status: 409, code: 'callback_not_resendable' });
    await pass();
    answer = status(500);
    expect(await again(id)).toMatchObject({ id, state: 'PENDING' });
    expect(await pass()).toBe(Number.POSITIVE_INFINITY);
    expect(await stored(id)).toMatchObject({ state: 'FAILED', attempts: 2 });
    answer = status(200);
    await again(id);
    await pass();
    expect(await stored(id)).toMatchObject({ state: 'DELIVERED', attempts: 3 });
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
    await expect(again(`msg_${'x'.repeat(20)}`)).rejects.toMatchObject({ status: 404 });
    await expect(again(id, merchant + 1)).rejects.toMatchObject({ status: 404 });
  });
});

describe('a hostname that is rebound', () => {
  test('is checked at every connection, and not called if its address is no longer public', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1'], ['169.254.169.254'], ['93.184.216.34', '10.0.0.1']];
    let lookups = 0;
    const resolve = async () => answers[lookups++] ?? [];
    const production = { ...world.deps, config: { ...world.deps.config, mode: 'production' as const } };
    lookups = 1;
    const guarded = createCallbackWorker({ ...world.ctx, deps: production }, { resolve });
    const id = await enqueue(`https://shop.example:${new URL(base).port}/callback`);
    for (let round = 0; round < 3; round++) {
      const wait = await pass(guarded);
      world.advance(wait);
    }
    expect(lookups).toBe(4);
    expect((await attempts(id)).map(({ error }) => error)).toEqual(
      Array(3).fill('The address is not allowed: callbacks go to https on public hosts'),
    );
    expect(received).toEqual([]);
    await guarded.stop();
  });
});

describe('callback workers', () => {
  test('that run together send each event once', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => enqueue()));
    const others = Array.from({ length: 3 }, () => createCallbackWorker(world.ctx));
    for (let round = 0; round < 12; round++) await Promise.all(others.map((other) => pass(other)));
    expect(received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(ids.sort());
  });

  test('take over the event of a worker that died, after its lease, and not before', async () => {
    answer = () => {};
    const id = await enqueue();
    const dying = createCallbackWorker(world.ctx, { timeout_ms: 60_000 });
    await dying.run();
    await expect.poll(() => received.length).toBe(1);
    answer = status(200);
    expect(await pass()).toBe(LEASE_SECONDS);
    expect(received).toHaveLength(1);
    world.advance(LEASE_SECONDS);
    await pass();
    expect(received).toHaveLength(2);
    expect(await stored(id)).toMatchObject({ state: 'DELIVERED', attempts: 2 });
    await dying.stop();
    expect(await stored(id)).toMatchObject({ state: 'DELIVERED', attempts: 2 });
  });

  test('that are stopped release what they have begun', async () => {
    answer = () => {};
    const id = await enqueue();
    const stopped = createCallbackWorker(world.ctx, { timeout_ms: 60_000 });
    await stopped.run();
    await expect.poll(() => received.length).toBe(1);
    await stopped.stop();
    expect(await stored(id)).toMatchObject({
      state: 'PENDING',
      attempts: 0,
      attempts_left: 6,
      next_attempt: '2026-03-02T09:30:00.000Z',
    });
    answer = status(200);
    await pass();
    expect(await stored(id)).toMatchObject({ state: 'DELIVERED', attempts: 1 });
  });

  test('give up on an event whose last attempt ended with its process', async () => {
    const id = await enqueue();
    await world.ctx.db.updateTable('callbacks').set({ attempts: 6, attempts_left: 0 }).where('id', '=', id).execute();
    await pass();
    expect(await stored(id)).toMatchObject({ state: 'FAILED', attempts: 6, next_attempt: null });
    expect(received).toEqual([]);
  });

  test('serve other accounts immediately while the receiver of one never responds', async () => {
    answer = (response, { path }) => path !== '/hang' && void response.end();
    const slow = createCallbackWorker(world.ctx, { timeout_ms: 60_000 });
    for (let count = 0; count < 200; count++) await enqueue(`${base}/hang`);
    await slow.run();
    const others = await Promise.all(Array.from({ length: 5 }, () => world.merchant()));
    for (const account of others) await enqueue(`${base}/callback`, account);
    await slow.run();
    await expect.poll(() => received.filter(({ path }) => path === '/callback').length).toBe(5);
    expect(received.filter(({ path }) => path === '/hang')).toHaveLength(4);
    await slow.stop();
  });
});

test('a failing endpoint is emailed about once by two processes, also after a restart', async () => {
  await world.ctx.db
    .insertInto('users')
    .values({
      id: randomId(),
      merchant_id: merchant,
      type: 'NATURAL',
      email: 'ada@example.com',
      email_key: 'ada@example.com',
      email_verified: 1,
      alias: 'ada@example.com',
      name: null,
      locale: 'en',
      created: '2026-03-02T09:30:00.000Z',
      last_used: null,
    })
    .execute();
  const mails = async () =>
    (await world.ctx.db.selectFrom('mails').select('template').orderBy('created').execute()).map(
      ({ template }) => template,
    );
  const other = createCallbackWorker(world.ctx);
  answer = status(500);
  for (let event = 0; event < 8; event++) await enqueue();
  await Promise.all([pass(), pass(other)]);
  world.advance(1801);
  expect(await mails()).toEqual([]);
  // All callbacks are due at the same time, in both processes.
  await Promise.all([pass(), pass(other)]);
  expect(await mails()).toEqual(['callbacks_failing']);
  const { text } = await world.ctx.db.selectFrom('mails').select('text').executeTakeFirstOrThrow();
  for (const path of ['/callbacks', '/failure-guide'])
    expect(text).toContain(`${world.ctx.deps.config.public_url}${path}\n`);
  await Promise.all([worker.stop(), other.stop()]);

  worker = createCallbackWorker(world.ctx);
  world.advance(3601);
  await pass();
  expect(await mails()).toEqual(['callbacks_failing']);
  answer = status(204);
  world.advance(3601);
  await pass();
  expect(await mails()).toEqual(['callbacks_failing', 'callbacks_arrive_again']);
});
