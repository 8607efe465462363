import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestId } from '../../server/core/request-id.ts';
import type { ApiRequest } from '../../server/generated/operations.gen.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import type { Account } from '../support/server/world.ts';

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());

const logged = ({ bearer }: Pick<Account, 'bearer'>, headers: Headers) =>
  eventually(async () => {
    const request_id = headers.get('x-request-id')!;
    const { status, body } = await server.call('request.get', { request_id }, { bearer });
    return status === 200 && body;
  }, 'the call to be in the log');

const ids = (requests: ApiRequest[]) => requests.map(({ request_id }) => request_id);

test('the request log lists each call with a key by its id, newest first, with its session and why it was refused', async () => {
  const account = await server.account();
  const { basic, bearer, key_id: user_id } = account;
  const created = await server.call('session.create', { reference: 'of nobody’s business' }, { basic });
  const { id: session_id } = created.body;
  const state = await server.call('session.state', { id: session_id }, { basic });
  const missing = await server.call('session.get', { id: 7 }, { basic });
  const wrong = await server.call('session.create', { passport_only: 'yes' } as never, { basic });
  await logged(account, wrong.headers);

  const { requests } = (await server.call('request.list', {}, { bearer })).body;
  const common = { user_id, created: expect.stringMatching(/^20\d\d-.*Z$/), duration_ms: expect.any(Number) };
  expect(requests).toEqual([
    {
      ...common,
      request_id: (wrong.body as unknown as { request_id: string }).request_id,
      operation: 'session.create',
      status: 400,
      code: 'wrong_type',
    },
    {
      ...common,
      request_id: missing.headers.get('x-request-id'),
      operation: 'session.get',
      status: 404,
      code: 'not_found',
      session_id: 7,
    },
    { ...common, request_id: state.headers.get('x-request-id'), operation: 'session.state', status: 200, session_id },
    {
      ...common,
      request_id: created.headers.get('x-request-id'),
      operation: 'session.create',
      status: 200,
      session_id,
    },
  ]);

  const list = async (filter: object) => ids((await server.call('request.list', filter, { bearer })).body.requests);
  const [first, second, third, fourth] = ids(requests);
  expect(await list({ session_id })).toEqual([third, fourth]);
  expect(await list({ refused: true })).toEqual([first, second]);
  expect(await list({ status: 404 })).toEqual([second]);
  expect(await list({ operation: 'session.create' })).toEqual([first, fourth]);
  expect(await list({ operation: 'session.create', refused: true })).toEqual([first]);
  expect(await list({ user_id })).toEqual(ids(requests));
  expect(await list({ operation: 'session.abort' })).toEqual([]);
});

test('the request log is paged, and excludes calls in the portal, without credentials and of other accounts', async () => {
  const account = await server.account();
  const stranger = await server.account();
  const { basic, bearer } = account;
  await server.call('session.list', {}, { bearer });
  await server.call('session.list', {}, { basic: { ...basic, secret: `${basic.secret}x` } });
  const calls = [];
  for (let call = 0; call < 3; call++) calls.push((await server.call('session.list', {}, { basic })).headers);
  await logged(account, calls[2]!);
  const made = calls.map((headers) => headers.get('x-request-id')).toReversed();

  const walked: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { body } = await server.call('request.list', { limit: 2, ...(cursor && { cursor }) }, { bearer });
    walked.push(...ids(body.requests));
    cursor = body.next_cursor;
    if (!cursor) break;
  }
  expect(walked).toEqual(made);
  expect((await server.call('request.list', {}, { bearer: stranger.bearer })).body).toEqual({ requests: [] });
  const foreign = await server.call('request.get', { request_id: made[0]! }, { bearer: stranger.bearer });
  expect(foreign).toMatchObject({ status: 404, body: { error: `No request found with id: ${made[0]}` } });
  expect((await server.call('request.list', {}, { basic })).status).toBe(403);
});

test('the request log searches rare matches in batches, and finds them', async () => {
  const account = await server.account();
  const { bearer, merchant_id, key_id: user_id } = await withMerchant(account);
  const now = Date.now();
  const common = { merchant_id, user_id, status: 200, code: null, duration_ms: 1, session_id: null };
  const oldest = { ...common, request_id: requestId(now - 60_000), operation: 'session.abort' as const };
  const others = Array.from({ length: 10_100 }, () => ({
    ...common,
    request_id: requestId(now),
    operation: 'session.state' as const,
  }));
  await server.ctx.db.transaction().execute(async (trx) => {
    for (let at = 0; at < others.length; at += 100)
      await trx
        .insertInto('api_requests')
        .values([...others.slice(at, at + 100), ...(at === 0 ? [oldest] : [])])
        .execute();
  });
  const wanted = { operation: 'session.abort', limit: 5 };
  const first = (await server.call('request.list', wanted, { bearer })).body;
  expect(first).toEqual({ requests: [], next_cursor: expect.any(String) });
  const second = (await server.call('request.list', { ...wanted, cursor: first.next_cursor! }, { bearer })).body;
  expect(ids(second.requests)).toEqual([oldest.request_id]);
  expect(second).not.toHaveProperty('next_cursor');
});

test('the request log is deleted with its account, including calls not yet written, and after 30 days', async () => {
  const account = await server.account();
  const staying = await server.account();
  const { merchant_id } = await withMerchant(account);
  const kept = await server.call('session.list', {}, { basic: staying.basic });
  await logged(staying, kept.headers);
  await server.call('session.list', {}, { basic: account.basic });
  const [deleted] = await Promise.all([
    server.call('merchant.delete', {}, { bearer: account.bearer }),
    ...Array.from({ length: 5 }, () => server.call('session.list', {}, { basic: account.basic })),
  ]);
  expect(deleted.status).toBe(200);
  const last = await server.call('session.list', {}, { basic: staying.basic });
  await logged(staying, last.headers);
  const { db } = server.ctx;
  const rows = () => db.selectFrom('api_requests').select(['merchant_id', 'request_id']).execute();
  expect((await rows()).filter((row) => row.merchant_id === merchant_id)).toEqual([]);

  await server.advance('P29DT23H');
  const recent = await server.call('session.list', {}, { basic: staying.basic });
  await server.advance('PT2H');
  const recent_id = recent.headers.get('x-request-id');
  await eventually(async () => (await rows()).every(({ request_id }) => request_id === recent_id), 'the log to forget');
  const { access_token: bearer } = (
    await server.call('password.authenticate', { email: staying.email, password: staying.password })
  ).body;
  expect(ids((await server.call('request.list', {}, { bearer })).body.requests)).toEqual([recent_id]);
});

test('REQUEST_LOG_DAYS limits how long calls are shown and kept, and 0 keeps none', async () => {
  const brief = await createTestServer({ environment: { REQUEST_LOG_DAYS: '7' } });
  const off = await createTestServer({ environment: { REQUEST_LOG_DAYS: '0' } });
  try {
    const { basic, bearer } = await off.account();
    const request_id = (await off.call('session.list', {}, { basic })).headers.get('x-request-id')!;
    const account = await brief.account();
    const requests = async (bearer: string) => (await brief.call('request.list', {}, { bearer })).body.requests;
    // The second call is logged a whole interval after the first. By then the other server would have written its call too.
    for (const count of [1, 2]) {
      await brief.call('session.list', {}, { basic: account.basic });
      await eventually(async () => (await requests(account.bearer)).length === count, 'the call to be in the log');
    }
    await brief.advance('P7DT1M');
    const { access_token } = (
      await brief.call('password.authenticate', { email: account.email, password: account.password })
    ).body;
    expect(await requests(access_token)).toEqual([]);
    expect((await brief.call('merchant.self', {}, { bearer: access_token })).body.request_log_days).toBe(7);
    expect((await off.call('merchant.self', {}, { bearer })).body.request_log_days).toBe(0);
    expect((await off.call('request.list', {}, { bearer })).body).toEqual({ requests: [] });
    expect((await off.call('request.get', { request_id }, { bearer })).status).toBe(404);
    expect(await off.ctx.db.selectFrom('api_requests').selectAll().execute()).toEqual([]);
  } finally {
    await Promise.all([brief.stop(), off.stop()]);
  }
});

async function withMerchant(account: Account) {
  const { merchant_id } = await server.ctx.db
    .selectFrom('users')
    .select('merchant_id')
    .where('id', '=', account.key_id)
    .executeTakeFirstOrThrow();
  return { ...account, merchant_id };
}
