/** What the log tells an operator about callers: account, user or key, and a name for the network that is not an address. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFiles } from '../support/runs/files.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';

const files = createFiles();
const lines: string[] = [];
let server: TestServer;
let account: Awaited<ReturnType<TestServer['account']>>;
let ids: { merchant_id: number; user_id: number };

beforeAll(async () => {
  files.write('robots.txt', 'User-agent: *');
  server = await createTestServer({
    log: (line) => lines.push(line),
    environment: { TRUSTED_PROXIES: '1' },
    site: files.pathOf('.'),
  });
  account = await server.account();
  const { body } = await server.call('user.self', {}, { bearer: account.bearer });
  const user = await server.ctx.db
    .selectFrom('users')
    .select('merchant_id')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  ids = { merchant_id: user.merchant_id, user_id: body.id };
});
afterAll(async () => {
  await server?.stop();
  files.remove();
});

type Line = Record<string, unknown>;

const from = (address: string) => ({ 'X-Forwarded-For': address });

/** The log line of a call. */
async function lineOf(
  operation: 'user.self' | 'session.list' | 'password.authenticate' | 'trust.get',
  body: object,
  credentials: object,
  address: string,
): Promise<Line> {
  const { headers } = await server.call(operation, body, credentials, from(address));
  const id = headers.get('x-request-id')!;
  const line = await eventually(
    async () =>
      lines.map((line) => JSON.parse(line) as Line).find(({ request_id, msg }) => request_id === id && msg === 'api'),
    'the line of the call',
  );
  return line;
}

const networkOf = async (address: string) => (await lineOf('trust.get', {}, {}, address))['network'];

describe('the log line of a call', () => {
  test('with an API key names the account and the key', async () => {
    const line = await lineOf('session.list', {}, { basic: account.basic }, '203.0.113.7');
    expect(line).toMatchObject({
      operation: 'session.list',
      status: 200,
      merchant_id: ids.merchant_id,
      key_id: account.key_id,
      network: expect.stringMatching(/^[\w-]{12}$/),
    });
    expect(line).not.toHaveProperty('user_id');
  });

  test('of a signed-in user names the account and the user', async () => {
    const line = await lineOf('user.self', {}, { bearer: account.bearer }, '203.0.113.7');
    expect(line).toMatchObject({ ...ids, status: 200 });
    expect(line).not.toHaveProperty('key_id');
  });

  test('of a failed sign-in says why, and from which network', async () => {
    const guess = { email: account.email, password: 'wrong horse' };
    const line = await lineOf('password.authenticate', guess, {}, '198.51.100.20');
    expect(line).toMatchObject({ status: 401, code: 'wrong_credentials', network: await networkOf('198.51.100.20') });
    expect(line).not.toHaveProperty('merchant_id');
    expect(line['network']).not.toBe(await networkOf('198.51.100.21'));
  });

  test('with wrong credentials names nobody', async () => {
    const line = await lineOf('user.self', {}, { bearer: 'a'.repeat(43) }, '198.51.100.20');
    expect(line).toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect(line).not.toHaveProperty('user_id');
  });
});

describe('the logged name of a network', () => {
  test('stands for an IPv4 address or the /64 of an IPv6 address', async () => {
    expect(await networkOf('2001:db8:1:2::1')).toBe(await networkOf('2001:db8:1:2:ffff::9'));
    expect(await networkOf('2001:db8:1:2::1')).not.toBe(await networkOf('2001:db8:1:3::1'));
    expect(await networkOf('::ffff:203.0.113.9')).toBe(await networkOf('203.0.113.9'));
  });

  test('differs between installations and between months', async () => {
    const elsewhere: string[] = [];
    const other = await createTestServer({
      log: (line) => elsewhere.push(line),
      environment: { TRUSTED_PROXIES: '1' },
    });
    await other.call('trust.get', {}, {}, from('203.0.113.7'));
    await other.stop();
    const name = await networkOf('203.0.113.7');
    expect(elsewhere.join('')).toContain('"network":');
    expect(elsewhere.join('')).not.toContain(String(name));
    await server.advance('P32D');
    expect(await networkOf('203.0.113.7')).not.toBe(name);
  });
});

describe('log lines of pages', () => {
  const pages = () => lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'page');

  test('are below the default level, with path and network but without the query', async () => {
    await fetch(`${server.base}/robots.txt?token=canary-in-a-query`, { headers: from('203.0.113.7') });
    const line = await eventually(async () => pages()[0], 'the line of the page');
    expect(line).toEqual({
      level: 20,
      time: expect.any(String),
      path: '/robots.txt',
      status: 200,
      ms: expect.any(Number),
      network: await networkOf('203.0.113.7'),
      msg: 'page',
    });
  });

  test('that do not exist omit the path, which could contain anything', async () => {
    await fetch(`${server.base}/assets/canary-in-a-path.js`);
    const line = await eventually(async () => pages().find(({ status }) => status === 404), 'the line of the page');
    expect(line).not.toHaveProperty('path');
  });
});

test("no log line contains a caller's address or what was sent", async () => {
  await networkOf('canary-of-a-forwarded-address');
  const all = lines.join('');
  for (const secret of ['203.0.113', '198.51.100', '2001:db8', 'canary', account.email, account.bearer, 'wrong horse'])
    expect([secret, all.includes(secret)]).toEqual([secret, false]);
});
