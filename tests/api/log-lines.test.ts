/** What the log says about callers: account, user or key, bytes, and a pseudonym for the network instead of an address. */
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFiles } from '../support/runs/files.ts';
import { trials } from '../support/runs/trials.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';

const files = createFiles();
const SITE = {
  pages: {},
  unknown: {},
  screens: {},
  negotiated: {},
  private: [],
  redirects: {},
  app: ['/old_demo/$token'],
};
const lines: string[] = [];
let server: TestServer;
let account: Awaited<ReturnType<TestServer['account']>>;
let ids: { merchant_id: number; user_id: number };

beforeAll(async () => {
  files.write('robots.txt', 'User-agent: *');
  files.write('large.bin', 'x'.repeat(32 * 1024 * 1024));
  files.write('index.html', '<title>Sigill</title>');
  files.write('site.json', JSON.stringify(SITE));
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

async function lineOf(
  operation: 'user.self' | 'session.list' | 'password.authenticate' | 'trust.get',
  body: object,
  credentials: object,
  address: string,
  more: Record<string, string> = {},
): Promise<Line> {
  const { headers } = await server.call(operation, body, credentials, { ...from(address), ...more });
  const id = headers.get('x-request-id')!;
  const line = await eventually(
    async () =>
      lines.map((line) => JSON.parse(line) as Line).find(({ request_id, msg }) => request_id === id && msg === 'api'),
    'the line of the call',
  );
  return line;
}

const networkOf = async (address: string) => (await lineOf('trust.get', {}, {}, address))['network'];

const TRACE = '0af7651916cd43dd8448eb211c80319c';

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

  test('names the trace that the caller started, and none that is invalid', async () => {
    const traced = async (traceparent: string) =>
      (await lineOf('trust.get', {}, {}, '203.0.113.7', { traceparent }))['trace_id'];
    expect(await traced(`00-${TRACE}-b7ad6b7169203331-01`)).toBe(TRACE);
    expect(await traced(`cc-${TRACE}-b7ad6b7169203331-00-what-a-later-version-adds`)).toBe(TRACE);
    for (const invalid of [
      'canary',
      `00-${TRACE.toUpperCase()}-b7ad6b7169203331-01`,
      `00-${TRACE}-b7ad6b7169203331-01-canary`,
      `ff-${TRACE}-b7ad6b7169203331-01`,
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
    ])
      expect([invalid, await traced(invalid)]).toEqual([invalid, undefined]);
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

const pages = () => lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'page');

async function pageOf(path: string, init: RequestInit = {}): Promise<Line> {
  const before = pages().length;
  const response = await fetch(server.base + path, { redirect: 'manual', ...init });
  await response.arrayBuffer();
  return eventually(async () => pages()[before], 'the line of the page');
}

describe('log lines of pages', () => {
  test('have path, bytes, network and trace, but not the query', async () => {
    const headers = { ...from('203.0.113.7'), traceparent: `00-${TRACE}-b7ad6b7169203331-01` };
    expect(await pageOf('/robots.txt?token=canary-in-a-query', { headers })).toEqual({
      level: 30,
      time: expect.any(String),
      path: '/robots.txt',
      status: 200,
      ms: expect.any(Number),
      bytes_in: expect.any(Number),
      bytes_out: expect.any(Number),
      network: await networkOf('203.0.113.7'),
      trace_id: TRACE,
      msg: 'page',
    });
  });

  test('name what a visitor chose instead of repeating it', async () => {
    expect(await pageOf('/old_demo/canary-of-a-token')).toMatchObject({ path: '/old_demo/:token', status: 200 });
    expect(await pageOf('/old_demo/canary-of-a-token/')).toMatchObject({ path: '/old_demo/:token', status: 308 });
    expect(await pageOf('/specimens/canary.json')).toMatchObject({ path: '/specimens/:name.json', status: 404 });
    expect(await pageOf('/.well-known/security.txt')).toMatchObject({ path: '/.well-known/security.txt', status: 200 });
    expect(await pageOf('/sdk/canary')).toMatchObject({ path: '/sdk', status: 404 });
    expect(await pageOf('/api/stripe/webhook', { method: 'POST', body: 'canary' })).toMatchObject({
      path: '/api/stripe/webhook',
      status: 400,
    });
  });

  test('that do not exist omit the path, which could contain anything', async () => {
    for (const path of ['/assets/canary-in-a-path.js', '/canary-in-a-path', '/%E0%A4%A'])
      expect([path, Object.keys(await pageOf(path)).includes('path')]).toEqual([path, false]);
  });

  test('omit health checks that succeed', async () => {
    await fetch(`${server.base}/healthz`);
    await fetch(`${server.base}/readyz`);
    expect(await pageOf('/robots.txt')).toMatchObject({ path: '/robots.txt' });
  });

  test('say 499 and what was sent when a visitor leaves before the end', async () => {
    const before = pages().length;
    const leaving = connect(Number(new URL(server.base).port), '127.0.0.1');
    const request = 'GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n';
    leaving.write(request);
    await once(leaving, 'data');
    leaving.destroy();
    const line = await eventually(async () => pages()[before], 'the line of the page');
    expect(line).toMatchObject({ path: '/large.bin', status: 499, bytes_in: request.length });
  });

  test('repeat nothing of what a visitor requests', async () => {
    const secret = 'canary-0f6b1d';
    const segment = fc.oneof(
      fc.constantFrom('open', 'es', 'sdk', 'python', 'assets', 'logos', 'specimens', 'old_demo', '..', '%2e'),
      fc.constantFrom(secret, `${secret}.json`, `${secret}.png`, encodeURIComponent(`${secret}@example.com`), ''),
      fc.webSegment(),
    );
    const query = fc.constantFrom('', `?token=${secret}`, `?${secret}`, `?email=${secret}%40example.com#${secret}`);
    const path = fc
      .tuple(fc.array(segment, { maxLength: 4 }), query)
      .map(([parts, end]) => `/${parts.join('/')}${end}`);
    await fc.assert(
      fc.asyncProperty(path, fc.constantFrom('GET', 'HEAD', 'POST'), async (path, method) => {
        const line = await pageOf(path, { method, headers: { Referer: `http://localhost/${secret}` } });
        expect(JSON.stringify(line)).not.toContain(secret);
        const { path: logged } = line;
        if (logged !== undefined) expect(PATHS).toContain(logged);
      }),
      trials(150),
    );
  });
});

const PATHS = [
  ...['/', '/sdk', '/sdk/python', '/sdk/go', '/logos/:name.png', '/old_demo/:token'],
  ...['/specimens/:name.json', '/specimens/:name.svg'],
];

test('the bytes of all lines are those that a client sent and received on its connection', async () => {
  const before = lines.length;
  const body = JSON.stringify({ email: account.email, password: 'x'.repeat(20_000) });
  const requests = [
    'GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n',
    `POST /api/v1/password.authenticate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    'POST /api/v1/trust.get HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  ];
  const client = connect(Number(new URL(server.base).port), '127.0.0.1');
  for (const [sent, request] of requests.entries()) {
    client.write(request);
    await once(client, 'data');
    await eventually(async () => lines.length > before + sent, 'the line of the request');
  }
  client.resume();
  await once(client, 'close');
  const logged = lines.slice(before).map((line) => JSON.parse(line) as Record<'bytes_in' | 'bytes_out', number>);
  expect(logged).toHaveLength(requests.length);
  const sum = (field: 'bytes_in' | 'bytes_out') => logged.reduce((total, line) => total + line[field], 0);
  expect(sum('bytes_in')).toBe(client.bytesWritten);
  expect(sum('bytes_out')).toBe(client.bytesRead);
  expect(logged[1]!.bytes_in).toBe(requests[1]!.length);
});

test("no log line contains a caller's address or what was sent", async () => {
  await networkOf('canary-of-a-forwarded-address');
  const all = lines.join('');
  for (const secret of ['203.0.113', '198.51.100', '2001:db8', 'canary', account.email, account.bearer, 'wrong horse'])
    expect([secret, all.includes(secret)]).toEqual([secret, false]);
});
