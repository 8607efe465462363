import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callbacks } from '../../sdk/client/src/callbacks.ts';
import type { EndpointEvent } from '../../server/generated/operations.gen.ts';
import { createServerProcess } from '../support/process/server-process.ts';
import { approve, enabled, setBilling, verifyEmail } from '../support/server/billing.ts';
import { createCaller } from '../support/server/call.ts';
import { verifiedAccount } from '../support/server/newcomers.ts';
import { createReceiver, type Delivered } from '../support/server/receiver.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

type Receiver = Awaited<ReturnType<typeof createReceiver>>;
const bodyOf = ({ raw }: Delivered) => JSON.parse(raw) as EndpointEvent;
const typesAt = ({ received }: Receiver) => received.map((one) => bodyOf(one).type);
const receivedBy = (receiver: Receiver, count: number) =>
  eventually(async () => receiver.received.length >= count && receiver.received, `${count} events`);

const addEndpoint = ({ basic }: Account, url: string, options = {}) =>
  world.succeed('callback_endpoint.create', { url, ...options }, { basic });
const deliveriesTo = async ({ basic }: Account, id: number, options = {}) =>
  (await world.succeed('callback_endpoint.deliveries', { id, limit: 100, ...options }, { basic })).deliveries;
const replay = ({ basic }: Account, body: { id: number; since: string; until?: string }, key?: string) =>
  server.call('callback_endpoint.replay', body, { basic }, key ? { 'Idempotency-Key': key } : {});

describe('an endpoint', () => {
  test('receives every event of every session, or those it asks for, each once, signed and under one id', async () => {
    const account = await world.freshAccount();
    const { basic } = account;
    await using all = await createReceiver();
    await using some = await createReceiver();
    await using hook = await createReceiver();
    await addEndpoint(account, all.url);
    await addEndpoint(account, some.url, { event_types: ['session.redacted', 'session.redacted'] });
    const { id } = await world.succeed('session.create', { reference: 'order 7', callback_url: hook.url }, { basic });
    await world.succeed('session.renew_link', { id }, { basic });
    await world.succeed('session.abort', { id }, { basic });
    await world.succeed('session.redact', { id }, { basic });

    await receivedBy(all, 3);
    await receivedBy(some, 1);
    await receivedBy(hook, 1);
    const events = new Map(all.received.map((one) => [bodyOf(one).type, bodyOf(one)]));
    const about = { id, reference: 'order 7', specimen: true };
    expect(events.get('session.link_renewed')?.data).toEqual({ ...about, expires: expect.any(String) });
    expect(events.get('session.state_changed')?.data).toMatchObject({ ...about, state: 'ABORTED' });
    expect(events.get('session.redacted')?.data).toEqual({ ...about, state: 'ABORTED', cause: 'REQUEST' });
    // Waits for the event of another session, because a wrong event could still be on its way.
    await world.aborted(account);
    await receivedBy(all, 4);
    expect(typesAt(some)).toEqual(['session.redacted']);
    expect(typesAt(hook)).toEqual(['session.state_changed']);
    expect(some.received[0]!.raw).toBe(all.received.find((one) => bodyOf(one).type === 'session.redacted')!.raw);
    expect(hook.received[0]!.headers['webhook-id']).toBe(events.get('session.state_changed')!.id);

    const { secret } = await world.succeed('callback.secret', {}, { basic });
    for (const { raw, headers } of [...all.received, ...some.received]) {
      expect(await callbacks.unwrap(raw, headers, secret)).toEqual(JSON.parse(raw));
      expect(headers['webhook-id']).toBe((JSON.parse(raw) as EndpointEvent).id);
    }
  });

  test('is sent no identity data, neither of an approved session nor when its data is deleted at the end of its time', async () => {
    const account = await world.freshAccount();
    const own = createWorld(server, account);
    await using receiver = await createReceiver();
    await addEndpoint(account, receiver.url);
    const { id } = await own.ended();
    const shown = await own.succeed('session.get', { id }, { basic: account.basic });
    await receivedBy(receiver, 3);
    await server.advance('PT25H');
    await receivedBy(receiver, 4);
    expect(receiver.received.map(bodyOf).at(-1)).toMatchObject({
      type: 'session.redacted',
      data: { id, state: 'APPROVED', cause: 'RETENTION' },
    });
    const sent = receiver.received.map(({ raw }) => raw).join('\n');
    const { given_names, surname, date_of_birth, document_number } = shown as unknown as Record<string, string>;
    for (const value of [given_names, surname, date_of_birth, document_number]) {
      expect(value).toMatch(/\w/);
      expect(sent).not.toContain(value);
    }
  });

  test('is notified once per cycle and cap that the account nears its cap, at the same time as the email', async () => {
    const account = await world.freshAccount();
    await enabled(world, account);
    const { bearer } = account;
    await using receiver = await createReceiver();
    await addEndpoint(account, receiver.url, { event_types: ['account.spending_cap_near'] });
    const { id } = await world.succeed('billing.change_spending_cap', { spending_cap: '1.00' }, { bearer });
    await setBilling(server, id, { credit: 0 });
    await approve(server, id, 7);
    await approve(server, id, 1);
    const [near] = await receivedBy(receiver, 1);
    const { cycle_start, cycle_end } = await world.succeed('billing.self', {}, { bearer });
    expect(bodyOf(near!).data).toEqual({ spending_cap: '1.00', cycle_cost: '0.80', cycle_start, cycle_end });
    await approve(server, id, 2);
    // More than 80% of this cap is already used when it is set, so no session passes 80% and no event is sent.
    await world.succeed('billing.change_spending_cap', { spending_cap: '1.15' }, { bearer });
    await approve(server, id, 1);
    await world.succeed('billing.change_spending_cap', { spending_cap: '3.00' }, { bearer });
    await approve(server, id, 13);
    await receivedBy(receiver, 2);
    expect(receiver.received.map((one) => bodyOf(one).data)).toMatchObject([
      { spending_cap: '1.00', cycle_cost: '0.80' },
      { spending_cap: '3.00', cycle_cost: '2.40' },
    ]);
  });

  test('that never responds delays neither the other endpoints nor the callback_url', async () => {
    const account = await world.freshAccount();
    await using dead = await createReceiver(() => ({ status: 204, hang: true }));
    await using good = await createReceiver();
    await using hook = await createReceiver();
    await addEndpoint(account, dead.url);
    await addEndpoint(account, good.url);
    const began = performance.now();
    for (let count = 0; count < 8; count++) await world.aborted(account, { callback_url: hook.url });
    await receivedBy(good, 8);
    await receivedBy(hook, 8);
    // An attempt waits 15 seconds for a response, so nothing was held up by the dead endpoint.
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(dead.received.length).toBeGreaterThan(0);
  });

  test('has attempts of its own: a failed one is retried on schedule, and the others get nothing twice', async () => {
    const account = await world.freshAccount();
    let status = 500;
    await using bad = await createReceiver(() => ({ status }));
    await using good = await createReceiver();
    const { id } = await addEndpoint(account, bad.url);
    await addEndpoint(account, good.url);
    await world.aborted(account);
    const [waiting] = await eventually(async () => {
      const found = await deliveriesTo(account, id);
      return found[0]?.last_attempt && found;
    }, 'the first attempt');
    expect(waiting).toMatchObject({
      state: 'PENDING',
      attempts: 1,
      next_attempt: expect.any(String),
      last_attempt: { number: 1, status_code: 500 },
      event: { type: 'session.state_changed' },
    });
    status = 204;
    await server.advance('PT6S');
    await eventually(async () => (await deliveriesTo(account, id, { state: 'DELIVERED' })).length > 0, 'the retry');
    expect(bad.received).toHaveLength(2);
    expect(good.received).toHaveLength(1);
    expect(new Set([...bad.received, ...good.received].map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('that is switched off receives nothing and gives up what was waiting; a deleted one is gone', async () => {
    const account = await world.freshAccount();
    const { basic } = account;
    await using receiver = await createReceiver(() => ({ status: 500 }));
    const { id } = await addEndpoint(account, receiver.url, { description: 'Shop' });
    await world.aborted(account);
    await receivedBy(receiver, 1);
    const off = await world.succeed('callback_endpoint.update', { id, enabled: false }, { basic });
    expect(off).toMatchObject({ id, url: receiver.url, description: 'Shop', enabled: false });
    await eventually(async () => (await deliveriesTo(account, id))[0]?.state === 'FAILED', 'the end of its attempts');
    await world.aborted(account);
    await server.advance('PT2H');
    expect(receiver.received).toHaveLength(1);
    expect(await deliveriesTo(account, id)).toHaveLength(1);
    await world.succeed('callback_endpoint.delete', { id }, { basic });
    expect(await server.call('callback_endpoint.get', { id }, { basic })).toMatchObject({ status: 404 });
    expect(await world.succeed('callback_endpoint.list', {}, { basic })).toEqual({ endpoints: [] });
  });
});

describe('callback_endpoint.update', () => {
  test('changes what is given, and null removes the description and the filter', async () => {
    const account = await world.freshAccount();
    const { basic } = account;
    const { id } = await addEndpoint(account, 'http://localhost:9/a', { description: 'One' });
    const update = (changes: object) => world.succeed('callback_endpoint.update', { id, ...changes }, { basic });
    const event_types = ['session.link_renewed' as const];
    expect(await update({ event_types })).toMatchObject({
      url: 'http://localhost:9/a',
      description: 'One',
      event_types,
    });
    expect(await update({ url: 'http://localhost:9/b', description: 'Two' })).toMatchObject({
      url: 'http://localhost:9/b',
      description: 'Two',
      event_types,
    });
    const plain = await update({ description: null, event_types: null });
    expect(plain).toEqual({ id, url: 'http://localhost:9/b', enabled: true, created: expect.any(String) });
    expect(await world.succeed('callback_endpoint.get', { id }, { basic })).toEqual(plain);
  });

  test.each([
    ['a private address', 'https://192.168.0.1/hook'],
    ['the metadata of a cloud', 'https://169.254.169.254/latest'],
    ['a hidden loopback address', 'https://[::ffff:127.0.0.1]/'],
    ['plain http', 'http://shop.example/'],
    ['a password', 'https://user:secret@shop.example/'],
  ])('refuses %s, naming the property, as callback_endpoint.create does', async (_, url) => {
    const account = await world.freshAccount();
    const { basic } = account;
    const { id } = await addEndpoint(account, 'http://localhost:9/a');
    for (const result of [
      await server.call('callback_endpoint.create', { url }, { basic }),
      await server.call('callback_endpoint.update', { id, url }, { basic }),
    ]) {
      expect(result).toMatchObject({
        status: 400,
        body: { code: 'callback_url_not_allowed', details: [{ path: 'url' }] },
      });
      expect((result.body as { error?: string }).error).toMatch(/^url must/);
    }
  });
});

test('an account has at most 10 endpoints, however many calls create them at once', async () => {
  const account = await world.freshAccount();
  const made = await Promise.all(
    Array.from({ length: 14 }, () =>
      server.call('callback_endpoint.create', { url: 'http://localhost:9/' }, { basic: account.basic }),
    ),
  );
  expect(made.filter(({ status }) => status === 200)).toHaveLength(10);
  for (const { status, body } of made.filter(({ status }) => status !== 200))
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'callback_endpoint_limit' } });
});

describe('callback_endpoint.replay', () => {
  test('sends what an endpoint missed: from before it existed, and while it was switched off', async () => {
    const account = await world.freshAccount();
    const { basic } = account;
    const before = await world.aborted(account);
    await using receiver = await createReceiver();
    const { id, created } = await addEndpoint(account, receiver.url, { event_types: ['session.state_changed'] });
    await world.succeed('callback_endpoint.update', { id, enabled: false }, { basic });
    const during = await world.aborted(account);
    await world.succeed('session.redact', { id: during }, { basic });
    await world.succeed('callback_endpoint.update', { id, enabled: true }, { basic });
    expect(receiver.received).toEqual([]);

    const since = new Date(Date.parse(created) - 600_000).toISOString();
    const key = randomUUID();
    expect((await replay(account, { id, since }, key)).body).toEqual({ queued: 2 });
    await receivedBy(receiver, 2);
    // Both events are sent at once, so either may arrive first.
    const ids = receiver.received.map((one) => (bodyOf(one).data as { id: number }).id);
    expect(new Set(ids)).toEqual(new Set([before, during]));
    // A retry with the same idempotency key queues nothing. A new call sends the events of its period again, with the same ids.
    expect((await replay(account, { id, since }, key)).body).toEqual({ queued: 2 });
    await eventually(async () => (await deliveriesTo(account, id, { state: 'DELIVERED' })).length === 2, 'both');
    expect(receiver.received).toHaveLength(2);
    expect((await replay(account, { id, since, until: created })).body).toEqual({ queued: 1 });
    await receivedBy(receiver, 3);
    const first = receiver.received.find((one) => (bodyOf(one).data as { id: number }).id === before)!;
    expect(receiver.received[2]!.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(await deliveriesTo(account, id)).toMatchObject([{ attempts: 1 }, { attempts: 2 }]);
  });

  test('queues 1000 at most and says where to continue, without queueing anything twice', async () => {
    const account = await world.freshAccount();
    const { id, created } = await addEndpoint(account, 'http://localhost:9/');
    const { merchant_id } = await server.ctx.db
      .selectFrom('account_endpoints')
      .select('merchant_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const first = Date.parse(created) - 60_000;
    const events = Array.from({ length: 1205 }, (_, index) => ({
      id: `msg_${(first + index).toString(16).padStart(12, '0')}0000${String(index).padStart(24, '0')}`,
      ...{ merchant_id, type: 'session.state_changed' as const },
      payload: JSON.stringify({ id: 'msg_planted', type: 'session.state_changed' }),
    }));
    for (const part of [events.slice(0, 600), events.slice(600)])
      await server.ctx.db.insertInto('account_events').values(part).execute();
    const since = new Date(first).toISOString();
    const { body } = await replay(account, { id, since, until: created });
    expect(body).toEqual({ queued: 1000, next_since: new Date(first + 1000).toISOString() });
    expect((await replay(account, { id, since: body.next_since!, until: created })).body).toEqual({ queued: 205 });
    await world.succeed('callback_endpoint.delete', { id }, { basic: account.basic });
  });

  test('refuses a period that no event can be in, and says which property is wrong', async () => {
    const account = await world.freshAccount();
    const { id, created } = await addEndpoint(account, 'http://localhost:9/');
    const at = (ms: number) => new Date(Date.parse(created) + ms).toISOString();
    const day = 86_400_000;
    for (const [period, path] of [
      [{ since: at(-31 * day) }, 'since'],
      [{ since: at(day) }, 'since'],
      [{ since: at(-day), until: at(-2 * day) }, 'until'],
      [{ since: '2026-02-30T00:00:00Z' }, 'since'],
    ] as const) {
      const { status, body } = await replay(account, { id, ...period });
      expect([status, body]).toMatchObject([400, { code: 'invalid_value', details: [{ path }] }]);
      expect((body as unknown as { error: string }).error).toMatch(new RegExp(path));
    }
  });
});

test('callback.listen returns the events of every type', async () => {
  const account = await world.freshAccount();
  const { basic } = account;
  await verifyEmail(world, account);
  const { cursor } = await world.succeed('callback.listen', { wait_seconds: 0 }, { basic });
  const id = await world.aborted(account);
  await world.succeed('session.redact', { id }, { basic });
  const heard = await world.succeed('callback.listen', { cursor, wait_seconds: 0 }, { basic });
  expect(heard.callbacks.map(({ body }) => JSON.parse(body).type)).toEqual([
    'session.state_changed',
    'session.redacted',
  ]);
});

test('events are deleted after 30 days, with their deliveries', async () => {
  const account = await world.freshAccount();
  await using receiver = await createReceiver();
  const { id } = await addEndpoint(account, receiver.url);
  await world.aborted(account);
  await receivedBy(receiver, 1);
  await server.advance('P29D');
  expect((await deliveriesTo(account, id)).length).toBeGreaterThan(0);
  await server.advance('P3D');
  await eventually(
    async () => (await deliveriesTo(account, id)).every(({ event }) => event.type !== 'session.state_changed'),
    'the purge',
  );
  const left = await server.ctx.db
    .selectFrom('account_events')
    .select('id')
    .where('type', '=', 'session.state_changed')
    .execute();
  expect(left.filter(({ id: event }) => event === bodyOf(receiver.received[0]!).id)).toEqual([]);
});

test('an event is delivered although the process is killed between the change and its delivery', async () => {
  let hang = true;
  await using receiver = await createReceiver(() => ({ status: 204, hang }));
  const service = await createServerProcess({});
  try {
    await service.start();
    const call = createCaller(service.base);
    const { basic } = await verifiedAccount(service.base);
    await call('callback_endpoint.create', { url: receiver.url }, { basic });
    const { body: session } = await call('session.create', {}, { basic });
    await call('session.abort', { id: session.id }, { basic });
    await receivedBy(receiver, 1);
    await service.end('SIGKILL');
    hang = false;
    await service.start();
    // Shortens the wait until the claim of the dead process (LEASE_SECONDS) expires.
    await fetch(`${service.base}/_local/clock`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ advance: 'PT51S' }),
    });
    await receivedBy(receiver, 2);
    expect(receiver.received[1]!.raw).toBe(receiver.received[0]!.raw);
    expect(bodyOf(receiver.received[1]!).data).toMatchObject({ id: session.id, state: 'ABORTED' });
  } finally {
    await service.remove();
  }
});
