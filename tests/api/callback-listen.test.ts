/** Delivers callbacks to a developer's machine that is not reachable from outside. */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPositions } from '../../server/callbacks/callback-listen.repository.ts';
import { createWaitingCalls } from '../../server/callbacks/waiting-calls.ts';
import { verifyEmail } from '../support/server/billing.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
  await verifyEmail(world, world.account);
});
afterAll(() => server?.stop());

const listener = async (of = world) => {
  const account = await of.freshAccount();
  await verifyEmail(of, account);
  return account;
};

const begin = async ({ basic }: Account) => (await world.succeed('callback.listen', {}, { basic })).cursor;

const hear = ({ basic }: Account, cursor: string, wait_seconds = 0) =>
  world.succeed('callback.listen', { cursor, wait_seconds }, { basic });

interface Event {
  id: string;
  data: { id: number; state: string; specimen?: boolean };
}
const eventOf = ({ body }: { body: string }) => JSON.parse(body) as Event;

describe('callback.listen', () => {
  test('returns what a receiver would get, also for sessions without a callback_url', async () => {
    const { account } = world;
    const cursor = await begin(account);
    const { secret } = await world.succeed('callback.secret', {}, account);
    const id = await world.aborted(account, { specimen: true, reference: 'order 9' });
    const heard = await hear(account, cursor);
    expect(heard.callbacks).toHaveLength(1);
    const [callback] = heard.callbacks;
    expect(new Webhook(secret).verify(callback!.body, { ...callback!.headers })).toMatchObject({
      id: callback!.headers['webhook-id'],
      type: 'session.state_changed',
      data: { id, state: 'ABORTED', previous_state: 'CREATED', reference: 'order 9', specimen: true },
    });
    expect(await hear(account, heard.cursor)).toEqual({ callbacks: [], cursor: heard.cursor });
    // A listener that never received the response sends the same cursor again.
    expect((await hear(account, cursor)).callbacks.map(({ body }) => body)).toEqual([callback!.body]);
  });

  test('gives the event the id and the bytes that are sent to the callback_url', async () => {
    const { account } = world;
    const cursor = await begin(account);
    const session_id = await world.aborted(account, { callback_url: `${server.base}/_local/callbacks/heard` });
    const [sent] = await eventually(async () => {
      const received = await server.receivedCallbacks('heard');
      return received.length > 0 && received;
    }, 'the callback');
    const [callback] = (await hear(account, cursor)).callbacks;
    expect(callback!.body).toBe(sent!.raw);
    expect(callback!.headers['webhook-id']).toBe(sent!.headers['webhook-id']);
    const { callbacks } = await world.succeed('callback.list', { session_id }, account);
    expect(callbacks).toMatchObject([{ id: eventOf(callback!).id }]);
  });

  test('does not add callbacks without a callback_url to the list of callbacks', async () => {
    await begin(world.account);
    const session_id = await world.aborted(world.account);
    expect(await world.succeed('callback.list', { session_id }, world.account)).toEqual({ callbacks: [] });
  });

  test('waits for a change, and responds as soon as it comes', async () => {
    const account = await listener();
    const cursor = await begin(account);
    let answered = false;
    const waiting = hear(account, cursor, 25).finally(() => {
      answered = true;
    });
    await eventually(async () => server.deps.waiting_calls.has(await merchantOf(account)), 'the call to wait');
    await world.aborted(world.account);
    expect(answered).toBe(false);
    const id = await world.aborted(account);
    expect((await waiting).callbacks.map(eventOf)).toMatchObject([{ data: { id } }]);
  });

  test('reports each change once and in order, even when many happen at once', async () => {
    const account = await listener();
    let cursor = await begin(account);
    const ids: number[] = [];
    const done = Promise.all(
      Array.from({ length: 70 }, async () => {
        ids.push(await world.aborted(account));
      }),
    );
    const heard: Event[] = [];
    while (heard.length < 70) {
      const answer = await hear(account, cursor, 5);
      expect(answer.callbacks.length).toBeLessThanOrEqual(50);
      heard.push(...answer.callbacks.map(eventOf));
      cursor = answer.cursor;
    }
    await done;
    expect(heard.map(({ data }) => data.id).toSorted()).toEqual(ids.toSorted());
    expect(new Set(heard.map(({ id }) => id)).size).toBe(70);
  });

  test('returns what happened since a given time', async () => {
    const account = await listener();
    await begin(account);
    const since = server.deps.clock.now().toISOString();
    const id = await world.aborted(account);
    const { callbacks, cursor } = await world.succeed('callback.listen', { since }, { basic: account.basic });
    expect(callbacks).toEqual([]);
    expect((await hear(account, cursor)).callbacks.map(eventOf)).toMatchObject([{ data: { id } }]);
  });

  test('keeps nothing for an account that does not listen', async () => {
    const account = await listener();
    await world.aborted(account);
    const since = '2020-01-01T00:00:00Z';
    const { cursor } = await world.succeed('callback.listen', { since }, { basic: account.basic });
    expect((await hear(account, cursor)).callbacks).toEqual([]);
  });

  test('refuses a cursor of another account', async () => {
    const account = await listener();
    const { cursor } = await hear(world.account, await begin(world.account));
    expect(cursor).not.toBe(await begin(account));
    for (const wrong of [cursor, 'bm9uZQ', Buffer.from('-1').toString('base64url')]) {
      const answer = await server.call('callback.listen', { cursor: wrong, wait_seconds: 0 }, { basic: account.basic });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  test('lets 5 calls of an account wait, without affecting other accounts', async () => {
    const account = await listener();
    const cursor = await begin(account);
    const leaving = new AbortController();
    // The call below that checks for a refusal briefly takes a slot too. If it takes the fifth slot, this call is refused and tries
    // again.
    const wait = async (): Promise<string> => {
      const answer = await rawListen(account, { cursor }, leaving.signal).catch(() => 'left' as const);
      return answer === 'left' ? answer : wait();
    };
    const waiting = Array.from({ length: 5 }, wait);
    const refused = await eventually(async () => {
      const answer = await server.call('callback.listen', { cursor, wait_seconds: 0 }, { basic: account.basic });
      return answer.status === 429 && answer;
    }, 'the refusal');
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await hear(world.account, await begin(world.account))).toMatchObject({ callbacks: [] });
    // A slot becomes free when its caller disconnects, even before the 25 seconds are over.
    leaving.abort();
    expect(await Promise.all(waiting)).toEqual(Array(5).fill('left'));
    await eventually(
      async () => !server.deps.waiting_calls.has(await merchantOf(account)),
      'the places to be free',
      15_000,
    );
  });
});

test('an account without a verified address cannot listen, and learns what to do', async () => {
  const account = await server.account();
  const ask = () => server.call('callback.listen', {}, { basic: account.basic });
  expect(await ask()).toMatchObject({
    status: 403,
    body: { code: 'email_not_verified', error: 'Verify your email before listening for callbacks' },
  });
  await world.aborted(account);
  expect(
    await server.ctx.db
      .selectFrom('listened_events')
      .selectAll()
      .where('merchant_id', '=', await merchantOf(account))
      .execute(),
  ).toEqual([]);
  await verifyEmail(world, account);
  expect((await ask()).status).toBe(200);
});

test('when all places are taken, a new account gets a place from the account with the most, whose call ends empty', async () => {
  const full = await createTestServer();
  const { db } = full.ctx;
  full.deps.waiting_calls = createWaitingCalls((merchant_ids) => findPositions(db, merchant_ids), { most: 5 });
  const crowd = createWorld(full, await full.account());
  const [greedy, newcomer] = [await listener(crowd), await listener(crowd)];
  const { cursor } = await crowd.succeed('callback.listen', {}, { basic: newcomer.basic });
  const ask = ({ basic }: Account, wait_seconds: number) =>
    full.call('callback.listen', { cursor, wait_seconds }, { basic });
  const early: string[] = [];
  // The call below that checks for a refusal briefly takes a slot too. If it takes the last slot, this call is refused and tries
  // again.
  const listen = async (): Promise<unknown> => {
    const { status, text } = await ask(greedy, 25);
    return status === 429 ? listen() : early.push(text);
  };
  const waiting = Array.from({ length: 5 }, listen);
  await eventually(async () => (await ask(greedy, 0)).status === 429, 'five calls to wait');
  const heard = ask(newcomer, 25);
  await eventually(async () => early.length > 0, 'a place to be given up');
  expect(early[0]).toBe(JSON.stringify({ callbacks: [], cursor }));
  const { id } = await crowd.succeed('session.create', {}, { basic: newcomer.basic });
  await crowd.succeed('session.abort', { id }, { basic: newcomer.basic });
  expect((await heard).body.callbacks.map(eventOf)).toMatchObject([{ data: { id, state: 'ABORTED' } }]);
  await full.stop();
  await Promise.all(waiting);
});

describe('listening over days', () => {
  let ownServer: TestServer;
  let own: World;
  beforeAll(async () => {
    ownServer = await createTestServer();
    own = createWorld(ownServer, await ownServer.account());
    await verifyEmail(own, own.account);
  });
  afterAll(() => ownServer?.stop());

  const listen = (body: { cursor?: string; since?: string; wait_seconds?: number }) =>
    own.succeed('callback.listen', body, { basic: own.account.basic });

  test('a waiting call learns of a session that expires when the clock of local mode is moved', async () => {
    const { cursor } = await listen({});
    const { id } = await own.session();
    const waiting = listen({ cursor, wait_seconds: 25 });
    await eventually(async () => ownServer.deps.waiting_calls.has(await merchantOf(own.account, own)), 'the call');
    await ownServer.advance('PT25H');
    const { callbacks } = await waiting;
    expect(callbacks.map(eventOf)).toMatchObject([{ data: { id, state: 'FAILED' } }]);
  });

  test('changes are kept for 10 minutes after the last call, and for a day at most', async () => {
    const { cursor } = await listen({});
    await ownServer.advance('PT9M');
    const early = await own.session();
    await own.succeed('reader.abort', { token: early.token });
    await ownServer.advance('PT2M');
    const late = await own.session();
    await own.succeed('reader.abort', { token: late.token });
    const { callbacks } = await listen({ cursor, wait_seconds: 0 });
    expect(callbacks.map(eventOf).map(({ data }) => data.id)).toEqual([early.id]);
    await ownServer.advance('P1D');
    await eventually(async () => {
      const kept = await ownServer.ctx.db.selectFrom('listened_events').selectAll().execute();
      return kept.length === 0;
    }, 'the events to be deleted');
  });
});

test('a service that shuts down responds to waiting calls immediately', async () => {
  const ending = await createTestServer();
  const account = await listener(createWorld(ending, await ending.account()));
  const { body } = await ending.call('callback.listen', {}, { basic: account.basic });
  const waiting = ending.call('callback.listen', { cursor: body.cursor }, { basic: account.basic });
  await eventually(
    async () => ending.deps.waiting_calls.has((await ending.call('billing.self', {}, account)).body.id),
    'the call to wait',
  );
  await ending.stop();
  // If the call were still waiting, its connection would have been closed without a response.
  expect(await waiting).toMatchObject({ status: 200, body: { callbacks: [] } });
});

const merchantOf = async ({ bearer }: Account, of = world) => (await of.succeed('billing.self', {}, { bearer })).id;

const rawListen = ({ basic }: Account, body: object, signal: AbortSignal) =>
  fetch(`${server.base}/api/v1/callback.listen`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Basic ${Buffer.from(`${basic.public_key}:${basic.secret}`).toString('base64')}`,
    },
    body: JSON.stringify(body),
    signal,
  });
