import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';

let server: TestServer;
let account: Awaited<ReturnType<TestServer['account']>>;
let key: { basic: { public_key: string; secret: string } };
let user: { bearer: string };
let stranger: { basic: { public_key: string; secret: string }; bearer: string };

beforeAll(async () => {
  server = await createTestServer();
  account = await server.account();
  key = { basic: account.basic };
  user = { bearer: account.bearer };
  stranger = await server.account();
});
afterAll(() => server.stop());

const create = async (options = {}) => (await server.call('session.create', options, key)).body;

describe('callbacks', () => {
  test('arrive signed, are listed in the portal with their attempts, and can be resent', async () => {
    const { id, token } = await create({ callback_url: `${server.base}/_local/callbacks/shop`, reference: 'order 2' });
    await server.call('reader.start', { token, platform: 'CLI', app_version: '1' });
    await server.call('reader.fail', { token, code: 'nfc_unavailable' });
    // reader.fail came without the reader's key and changed nothing, so the session is still INITIATED.
    await server.call('reader.abort', { token });
    const received = await eventually(async () => {
      const all = await server.receivedCallbacks('shop');
      return all.length >= 2 && all;
    }, 'two callbacks');
    expect(received.map(({ body }) => (body['data'] as { state: string }).state).sort()).toEqual([
      'ABORTED',
      'INITIATED',
    ]);

    const listed = await eventually(async () => {
      const { callbacks } = (await server.call('callback.list', { session_id: id }, user)).body;
      return callbacks.every(({ state }) => state === 'DELIVERED') && callbacks;
    }, 'the deliveries to be recorded');
    expect(listed.map(({ session_state }) => session_state)).toEqual(['ABORTED', 'INITIATED']);
    const [newest] = listed;
    const { body } = await server.call('callback.get', { id: newest!.id }, user);
    expect(body).toMatchObject({
      id: newest!.id,
      session_id: id,
      payload: { id: newest!.id, data: { id, state: 'ABORTED', previous_state: 'INITIATED', reference: 'order 2' } },
    });
    expect(body.attempt_list).toMatchObject([{ number: 1, status_code: 204 }]);

    expect((await server.call('callback.resend', { id: newest!.id }, user)).body).toMatchObject({
      state: 'PENDING',
      next_attempt: expect.any(String),
    });
    const again = await eventually(async () => {
      const all = await server.receivedCallbacks('shop');
      return all.length >= 3 && all;
    }, 'the third callback');
    expect(again.filter(({ headers }) => headers['webhook-id'] === newest!.id)).toHaveLength(2);
  });

  test('of other accounts cannot be seen', async () => {
    const { callbacks } = (await server.call('callback.list', { limit: 1 }, user)).body;
    const { id } = callbacks[0]!;
    for (const operation of ['callback.get', 'callback.resend'] as const) {
      expect(await server.call(operation, { id }, { bearer: stranger.bearer })).toMatchObject({
        status: 404,
        body: { error: `No callback found with id: ${id}` },
      });
    }
    expect((await server.call('callback.list', {}, { bearer: stranger.bearer })).body).toEqual({ callbacks: [] });
  });

  test('are paged like sessions', async () => {
    const first = (await server.call('callback.list', { limit: 1 }, user)).body;
    const second = (await server.call('callback.list', { limit: 1, cursor: first.next_cursor! }, user)).body;
    expect([first.callbacks.length, second.callbacks.length]).toEqual([1, 1]);
    expect(second).not.toHaveProperty('next_cursor');
    expect((await server.call('callback.list', { cursor: 'x' }, user)).status).toBe(404);
  });

  test('are signed with a secret that can be shown, is kept and can be rotated', async () => {
    const first = (await server.call('callback.secret', {}, user)).body;
    expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await server.call('callback.secret', {}, user)).body).toEqual(first);
    expect((await server.call('callback.secret', {}, { bearer: stranger.bearer })).body.secret).not.toBe(first.secret);
    const rotated = (await server.call('callback.rotate_secret', {}, user)).body;
    expect(rotated.secret).not.toBe(first.secret);
    expect(rotated.previous_expires).toBeDefined();
    expect((await server.call('callback.secret', {}, user)).body).toEqual(rotated);
    expect((await server.call('callback.secret', {}, key)).body).toEqual(rotated);
    expect((await server.call('callback.secret', {}, {})).status).toBe(401);
  });
});
