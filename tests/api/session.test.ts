/** session.* over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

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

describe('session.create', () => {
  test('returns a token, its expiry and the URL for the end user', async () => {
    const { status, body } = await server.call('session.create', { reference: 'order 1' }, key);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['expires', 'id', 'open_url', 'specimen', 'token']);
    expect(body.open_url).toBe(`${server.base}/open?token=${body.token}`);
    expect(new Date(body.expires).getTime() - Date.now()).toBeGreaterThan(86_300_000);
    const session = (await server.call('session.get', { id: body.id }, key)).body;
    expect(session).toMatchObject({
      id: body.id,
      state: 'CREATED',
      reference: 'order 1',
      face_verification: false,
      passport_only: false,
    });
    expect(session).not.toHaveProperty('token');
    expect(session).not.toHaveProperty('callback_url');
  });

  test('accepts an empty body, and repeats the response under the same key', async () => {
    const first = await server.call('session.create', undefined, key, { 'Idempotency-Key': 'create-1' });
    const again = await server.call('session.create', undefined, key, { 'Idempotency-Key': 'create-1' });
    expect([first.status, again.text]).toEqual([200, first.text]);
  });

  test.each([
    [{ face_verification: true }, 'face_verification_unavailable'],
    [{ callback_url: 'http://shop.example/' }, 'callback_url_not_allowed'],
    [{ callback_url: 'https://169.254.169.254/' }, 'callback_url_not_allowed'],
    [{ callback_url: 'https://[::ffff:10.0.0.1]/' }, 'callback_url_not_allowed'],
    [{ callback_url: 'javascript:alert(1)' }, 'invalid_value'],
    [{ face_verification: 'yes' }, 'wrong_type'],
    [{ merchant_id: 1 }, 'unknown_property'],
    [{ state: 'APPROVED' }, 'unknown_property'],
  ])('refuses %j with %s', async (options, code) => {
    expect(await server.call('session.create', options, key)).toMatchObject({ status: 400, body: { code } });
  });

  test('is for API keys and signed-in users: 401 without credentials', async () => {
    expect((await server.call('session.create', {})).status).toBe(401);
    expect((await server.call('session.create', {}, user)).status).toBe(200);
  });

  test('is refused when the trial is over, while reads still work', async () => {
    const own = await createTestServer();
    try {
      const { basic } = await own.account();
      const { id } = (await own.call('session.create', {}, { basic })).body;
      await own.advance('P30D');
      expect(await own.call('session.create', {}, { basic })).toMatchObject({
        status: 403,
        body: { code: 'billing_inactive' },
      });
      expect(await own.call('session.get', { id }, { basic })).toMatchObject({
        status: 200,
        body: { state: 'FAILED', failure: { code: 'session_expired' } },
      });
    } finally {
      await own.stop();
    }
  });
});

describe('sessions of another account', () => {
  test('look exactly like missing ones', async () => {
    const { id } = await create();
    for (const operation of ['session.get', 'session.state', 'session.redact'] as const) {
      const foreign = await server.call(operation, { id }, { basic: stranger.basic });
      const missing = await server.call(operation, { id: 123 }, { basic: stranger.basic });
      expect(foreign).toMatchObject({
        status: 404,
        body: { error: `No session found with id: ${id}`, code: 'not_found' },
      });
      expect(missing).toMatchObject({
        status: 404,
        body: { error: 'No session found with id: 123', code: 'not_found' },
      });
    }
    expect((await server.call('session.list', {}, { bearer: stranger.bearer })).body).toEqual({ sessions: [] });
    expect((await server.call('callback.list', { session_id: id }, { bearer: stranger.bearer })).status).toBe(404);
  });
});

describe('session.list', () => {
  test('pages through every session once, newest first, and filters', async () => {
    const lister = await server.account();
    const basic = { basic: lister.basic };
    const ids: number[] = [];
    for (let index = 0; index < 7; index++) {
      ids.unshift((await server.call('session.create', { ...(index % 2 && { reference: 'odd' }) }, basic)).body.id);
    }
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await server.call(
        'session.list',
        { limit: 3, ...(cursor && { cursor }) },
        { bearer: lister.bearer },
      );
      expect(body.sessions.length).toBeLessThanOrEqual(3);
      seen.push(...body.sessions.map(({ id }) => id));
      cursor = body.next_cursor;
    } while (cursor);
    expect([...seen].sort()).toEqual([...ids].sort());
    const created = (await server.call('session.list', {}, basic)).body.sessions.map((session) => session.created);
    expect(created).toEqual([...created].sort().reverse());
    expect((await server.call('session.list', { reference: 'odd' }, basic)).body.sessions).toHaveLength(3);
    expect((await server.call('session.list', { state: 'APPROVED' }, basic)).body).toEqual({ sessions: [] });
    expect((await server.call('session.list', { state: 'CREATED', limit: 100 }, basic)).body.sessions).toHaveLength(7);
  });

  test.each([
    'x',
    'bm90IGEgY3Vyc29y',
    Buffer.from('2026-03-01T17:02:44.901Z|msg_0123456789abcdef').toString('base64url'),
    '%',
  ])('returns 404 for the cursor %s', async (cursor) => {
    expect(await server.call('session.list', { cursor }, key)).toMatchObject({
      status: 404,
      body: { error: 'No page found for this cursor' },
    });
  });
});

describe('session.renew_link', () => {
  test('replaces the link, and keeps everything else', async () => {
    const { id, token, expires } = await create({ reference: 'lost' });
    const { status, body } = await server.call(
      'session.renew_link',
      { id, redirect_url: 'https://shop.example/done' },
      key,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, expires, specimen: true });
    expect(body.open_url).toBe(
      `${server.base}/open?token=${body.token}&redirect_url=https%3A%2F%2Fshop.example%2Fdone`,
    );
    for (const operation of ['reader.open', 'reader.state', 'reader.abort'] as const)
      expect(await server.call(operation, { token })).toMatchObject({ status: 404 });
    expect(await server.call('reader.open', { token: body.token })).toMatchObject({ status: 200 });
    expect((await server.call('session.get', { id }, key)).body).toMatchObject({ state: 'CREATED', reference: 'lost' });
  });

  test('refuses a redirect_url that the account does not allow, and the link stays', async () => {
    const own = await server.account();
    const basic = { basic: own.basic };
    await server.call('merchant.update', { return_addresses: ['shop.example'] }, { bearer: own.bearer });
    const { id, token } = (await server.call('session.create', {}, basic)).body;
    expect(
      await server.call('session.renew_link', { id, redirect_url: 'https://other.example/' }, basic),
    ).toMatchObject({ status: 400, body: { code: 'invalid_value', details: [{ path: 'redirect_url' }] } });
    expect(await server.call('reader.state', { token })).toMatchObject({ status: 200 });
  });

  test('concurrently, gives two links of which the last one opens', async () => {
    const { id } = await create();
    const links = await Promise.all(Array.from({ length: 4 }, () => server.call('session.renew_link', { id }, key)));
    expect(links.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const opened = await Promise.all(links.map(({ body }) => server.call('reader.state', { token: body.token })));
    expect(opened.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
  });

  test('stops a device that starts with the old link at the same time', async () => {
    for (let time = 0; time < 8; time++) {
      const { id, token } = await create();
      const start = { token, platform: 'CLI', app_version: '1.0.0' } as const;
      const [started, renewed] = await Promise.all([
        server.call('reader.start', start),
        server.call('session.renew_link', { id }, key),
      ]);
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual([started.status, renewed.status]);
    }
  });
});

describe('session.abort', () => {
  test('ends an open session, for its device too, and once', async () => {
    const { id, token } = await create();
    expect((await server.call('session.abort', { id }, key)).body).toEqual({ state: 'ABORTED' });
    expect((await server.call('reader.state', { token })).body).toEqual({ state: 'ABORTED' });
    expect(await server.call('session.abort', { id }, key)).toMatchObject({
      status: 409,
      body: { code: 'session_not_open' },
    });
  });
});

describe('session.redact', () => {
  test('returns a session that has not ended unchanged', async () => {
    const { id } = await create();
    const redacted = await server.call('session.redact', { id }, key);
    expect(redacted).toMatchObject({ status: 200, body: { state: 'CREATED' } });
    expect(redacted.body).not.toHaveProperty('redacted');
  });

  test('redacts an ended session, and forgets the device and what it said', async () => {
    const { id, token } = await create();
    await server.call('reader.start', { token, platform: 'CLI', app_version: '1' });
    await server.call('reader.abort', { token });
    expect((await server.call('session.get', { id }, key)).body).toHaveProperty('user_ip');
    const first = (await server.call('session.redact', { id }, user)).body;
    expect(first).toMatchObject({ state: 'ABORTED', redacted: expect.any(String) });
    expect(first).not.toHaveProperty('user_ip');
    expect((await server.call('session.redact', { id }, key)).body).toEqual(first);
  });
});
