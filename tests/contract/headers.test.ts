// SQLite only: headers are written without the database.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { CallLimit } from '../../server/throttling/call-counters.ts';
import { operationIds } from '../support/contract/contract.ts';
import { authorization } from '../support/server/call.ts';
import { interceptQueries } from '../support/server/database.ts';
import { createTestServer, type TestServer, UNLIMITED } from '../support/server/test-server.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://id.example.com',
  SERVER_KEY: Buffer.alloc(32, 1).toString('base64'),
  SMTP_URL: 'smtp://localhost:9',
};
const ONE: CallLimit = { requests: 1, window_seconds: 60 };
const queries = interceptQueries();

type Mode = 'https' | 'http' | 'local';
const servers = {} as Record<Mode, TestServer>;
let server: TestServer;

beforeAll(async () => {
  const rate_limits = (id: string) => (id === 'microsoft.uri' ? ONE : UNLIMITED);
  servers.https = await createTestServer({ environment: PRODUCTION, rate_limits });
  servers.http = await createTestServer({
    environment: { ...PRODUCTION, PUBLIC_URL: 'http://localhost' },
    rate_limits,
  });
  servers.local = await createTestServer({ rate_limits });
  server = servers.https;
});
afterAll(async () => {
  queries.restore();
  for (const running of Object.values(servers)) await running.stop();
});

const JSON_BODY = { 'Content-Type': 'application/json' };

/** The kind of response, which determines its headers. */
type Kind = 'data' | 'health' | 'file' | 'page' | 'card page' | 'local page';

interface Route {
  title: string;
  path: string;
  init?: RequestInit;
  kind: Kind;
  status?: number;
  only?: Mode;
  before?: () => Promise<unknown>;
}

const post = (path: string, status: number | undefined, init: RequestInit = {}, more: Partial<Route> = {}): Route => ({
  title: `POST ${path} ${status ?? ''}`,
  path,
  kind: 'data',
  ...(status !== undefined && { status }),
  init: { method: 'POST', headers: JSON_BODY, ...init },
  ...more,
});
const get = (path: string, kind: Kind, status?: number, more: Partial<Route> = {}): Route => ({
  title: `GET ${path}`,
  path,
  kind,
  ...(status !== undefined && { status }),
  ...more,
});

const api: Route[] = [
  ...operationIds.map((id) => post(`/api/v1/${id}`, undefined, { body: '{' })),
  post('/api/v1/demo.create', 200, { body: '{}' }),
  post('/api/v1/demo.create', 400, { body: '{' }),
  post('/api/v1/session.list', 401, { body: '{}' }),
  post('/api/v1/session.list', 401, { headers: { ...JSON_BODY, ...authorization({ bearer: 'x'.repeat(43) }) } }),
  post('/api/v1/session.destroy', 404, { body: '{}' }),
  post('/api/v1/reader.state', 404, { body: JSON.stringify({ token: `1.${'A'.repeat(43)}` }) }),
  post('/api/v1/demo.create', 413, { body: 'x'.repeat(70_000) }),
  post('/api/v1/demo.create', 415, { body: 'text', headers: { 'Content-Type': 'text/plain' } }),
  post('/api/v1/microsoft.uri', 429, { body: '{}' }),
  post('/api/v1/user.self', 403, { headers: { ...JSON_BODY, Origin: 'https://evil.example' } }),
  get('/api/v1/demo.create', 'data', 405),
  { title: 'OPTIONS', path: '/api/v1/reader.state', init: { method: 'OPTIONS' }, kind: 'file', status: 204 },
  post('/api/stripe/webhook', undefined, { body: '{}' }),
  get('/api/stripe/webhook', 'data', 405),
  get('/api/', 'data', 404),
];

const others: Route[] = [
  get('/healthz', 'health', 200),
  get('/readyz', 'health', 200),
  get('/healthz/none', 'page', 404),
  ...['/openapi.yaml', '/openapi.json', '/specimens.json'].map((path) => get(path, 'file', 200)),
  get('/specimens/none.json', 'file', 404),
  get('/specimens/genuine.svg', 'file', 200),
  get('/specimens/none.svg', 'file', 404),
  ...['/robots.txt', '/sitemap.xml', '/feed.xml', '/favicon.svg', '/web-client.js', '/llms.txt', '/pricing.md'].map(
    (path) => get(path, 'file', 200),
  ),
  get('/assets/none.js', 'file', 404),
  ...['/', '/es', '/sign-in', '/dashboard', '/open', '/demo'].map((path) => get(path, 'page', 200)),
  ...['/none', '/es/none', '/%E0%A4%A', '/.env', '/site.json'].map((path) => get(path, 'page')),
  get('/card-fields.html', 'card page', 200),
  ...['/reference', '/demo/'].map((path) => get(path, 'file', 308)),
  { title: 'POST /', path: '/', init: { method: 'POST' }, kind: 'file', status: 405 },
  { title: 'HEAD /', path: '/', init: { method: 'HEAD' }, kind: 'page', status: 200 },
  get('/_local/', 'page', 404, { only: 'https' }),
  get('/sdk/packages.json', 'file', 200),
  // 503 while a package is not built.
  ...['/sdk/sigill-sdk.tgz', '/sdk/sigill-cli.tgz.sha256', '/sdk/sigill-testing.tgz'].map((path) => get(path, 'file')),
  ...['/sdk/sigill-reader-kotlin.zip', '/sdk/sigill-reader-swift.zip.sha256'].map((path) => get(path, 'file')),
  get('/sdk/python/simple', 'file', 308),
  get('/sdk/python/simple/sigill/', 'file', 200),
  ...['/sdk/sigill-none.tgz', '/sdk/go/none/@v/list', '/sdk/python/none.whl'].map((path) => get(path, 'file', 404)),
  ...['/_local/', '/_local/mailbox', '/_local/callbacks'].map((path) =>
    get(path, 'local page', undefined, { only: 'local' }),
  ),
  ...['/_local/none', '/_local/mailbox.json?to=a@b.cc'].map((path) =>
    get(path, 'local page', undefined, { only: 'local' }),
  ),
  post('/_local/clock', undefined, { body: '{"advance":"nonsense"}' }, { kind: 'local page', only: 'local' }),
];

const FRAMES: Record<Kind, RegExp> = {
  data: /frame-ancestors 'none'/,
  health: /frame-ancestors 'none'/,
  file: /frame-ancestors 'none'/,
  page: /frame-ancestors 'none'/,
  'card page': /frame-ancestors 'self'/,
  'local page': /frame-ancestors '(none|self)'|sandbox/,
};

const isPrivate = (kind: Kind) => kind === 'data' || kind === 'health' || kind === 'local page';

function expectHeaders(mode: Mode, kind: Kind, headers: Headers, what: string): void {
  const said = (name: string) => headers.get(name);
  expect(said('strict-transport-security'), what).toBe(mode === 'https' ? 'max-age=31536000; includeSubDomains' : null);
  expect(said('x-content-type-options'), what).toBe('nosniff');
  expect(said('referrer-policy'), what).toBe(kind === 'local page' ? 'same-origin' : 'no-referrer');
  expect(said('content-security-policy'), what).toMatch(FRAMES[kind]);
  expect(said('content-security-policy'), what).toMatch(kind === 'local page' ? /./ : /default-src 'none'/);
  expect(said('content-security-policy'), what).not.toMatch(/unsafe-eval|\*(?!\.)/);
  if (kind !== 'local page') expect(said('x-frame-options'), what).toBe(kind === 'card page' ? 'SAMEORIGIN' : 'DENY');
  if (kind === 'page') {
    expect(said('permissions-policy'), what).toMatch(/(^|, )camera=\(self\), /);
    expect(said('permissions-policy'), what).toContain('microphone=()');
    expect(said('permissions-policy'), what).toContain('publickey-credentials-get=(self)');
  }
  if (kind === 'card page')
    expect(said('permissions-policy'), what).toMatch(/(^|, )camera=\(\), publickey-credentials-create=\(\)/);
  if (isPrivate(kind)) expect(said('cache-control'), what).toBe('no-store');
  if (kind === 'page') expect(said('cache-control') ?? '', what).not.toMatch(/public|immutable/);
  expect(said('x-powered-by'), what).toBeNull();
  expect(said('server'), what).toBeNull();
}

describe.each(['https', 'http', 'local'] as const)('every response says what may be done with it: %s', (mode) => {
  const routes = [...api, ...others].filter(({ only = mode }) => only === mode);
  test.each(routes)('$title', async ({ path, init, kind, status }) => {
    const { base } = servers[mode];
    if (status === 429) await fetch(base + path, init);
    const answer = await fetch(base + path, { redirect: 'manual', ...init });
    await answer.arrayBuffer();
    if (status !== undefined) expect(answer.status).toBe(status);
    expect(answer.status).not.toBe(500);
    expectHeaders(mode, kind, answer.headers, `${path} ${answer.status}`);
  });

  test.each([
    [500, () => new TypeError('planted')],
    [503, () => Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })],
  ] as const)('a response with %s', async (status, error) => {
    const call = () => fetch(`${servers[mode].base}/api/v1/demo.create`, { method: 'POST', headers: JSON_BODY });
    const answer = await queries.during((sql) => {
      if (/insert into "sessions"/.test(sql)) throw error();
    }, call);
    expect(answer.status).toBe(status);
    expectHeaders(mode, 'data', answer.headers, String(status));
  });
});

test.each(['/openapi.json', '/openapi.yaml'])(
  '%s is compressed, revalidated by its ETag, and open to other sites',
  async (path) => {
    const { headers } = await fetch(server.base + path, { headers: { 'accept-encoding': 'br' } });
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const again = await fetch(server.base + path, {
      headers: { 'accept-encoding': 'br', 'if-none-match': headers.get('etag')! },
    });
    expect(again.status).toBe(304);
  },
);

test.each(['/openapi.json', '/openapi.yaml'])('%s names the service that serves it', async (path) => {
  const contract = parse(await (await fetch(server.base + path)).text());
  expect(contract.servers).toEqual([expect.objectContaining({ url: 'https://id.example.com' })]);
  expect(contract.info.contact.url).toBe('https://id.example.com/developer');
});

describe('a request with another Host', () => {
  /** `fetch` always sends the name that it connects to. */
  const under = (host: string, path: string, mode: Mode = 'https', method = 'GET') =>
    new Promise<{ status: number; headers: Headers; text: string }>((resolve, reject) => {
      const { port } = new URL(servers[mode].base);
      const req = request({ host: 'localhost', port, path, method, headers: { Host: host, ...JSON_BODY } }, (res) => {
        let text = '';
        res
          .on('data', (chunk) => (text += chunk))
          .on('end', () => {
            const pairs = Object.entries(res.headers).map(([name, value]): [string, string] => [name, String(value)]);
            resolve({ status: res.statusCode ?? 0, headers: new Headers(pairs), text });
          });
      });
      req.on('error', reject).end(method === 'POST' ? '{}' : undefined);
    });

  const strangers = [
    'evil.example',
    'id.example.com.evil.example',
    'evil.example:443',
    'localhost.evil.example',
    '%',
    '[',
  ];

  test.each(strangers)('in production, %j gets neither API nor page, and learns the right name', async (host) => {
    for (const [path, method] of [
      ['/', 'GET'],
      ['/openapi.json', 'GET'],
      ['/api/v1/demo.create', 'POST'],
      ['/api/stripe/webhook', 'POST'],
    ] as const) {
      const { status, headers, text } = await under(host, path, 'https', method);
      expect(status, path).toBe(421);
      expect(JSON.parse(text)).toMatchObject({
        code: 'not_found',
        error: expect.stringContaining('https://id.example.com'),
      });
      expect(JSON.parse(text).request_id).toBe(headers.get('x-request-id'));
      expectHeaders('https', 'data', headers, path);
    }
  });

  test.each(strangers.slice(0, 2))('health checks respond to %j all the same', async (host) => {
    for (const path of ['/healthz', '/readyz']) expect((await under(host, path)).status).toBe(200);
  });

  test.each(['id.example.com', 'ID.example.com:443', 'localhost:3000', '127.0.0.1', '10.0.0.7:8080', '[::1]:3000'])(
    '%j reaches the service',
    async (host) => {
      expect((await under(host, '/')).status).toBe(200);
      expect((await under(host, '/api/v1/demo.create', 'https', 'POST')).status).toBe(200);
    },
  );

  test('local mode is reached by any name, but its stand-ins are not', async () => {
    expect((await under('evil.example', '/', 'local')).status).toBe(200);
    expect((await under('evil.example', '/_local/mailbox', 'local')).status).toBe(403);
  });
});

test.each(['gzip', 'br', 'deflate, gzip'])(
  'a body in %s is refused, and not read as if it were plain',
  async (encoding) => {
    const answer = await fetch(`${server.base}/api/v1/demo.create`, {
      method: 'POST',
      headers: { ...JSON_BODY, 'Content-Encoding': encoding },
      body: '{}',
    });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({
      code: 'unsupported_media_type',
      error: 'The body must be sent without Content-Encoding',
    });
  },
);

describe('a list of thousands of entries in a header', () => {
  const get = (path: string, headers: Record<string, string>) => fetch(`${servers.local.base}${path}`, { headers });
  const many = (entry: string) => Array(1500).fill(entry).join(',');

  test.each([
    ['de', 'de'],
    [`de,${many('tlh')}`, 'de'],
    [`${many('tlh')},de`, 'en'],
  ])('decides the language with its first entries: %.20s…', async (accepted, language) => {
    const page = await get('/open', { 'Accept-Language': accepted });
    expect(await page.text()).toContain(`<html lang="${language}"`);
  });

  test.each([
    ['gzip', 'gzip'],
    [`gzip,${many('none')}`, 'gzip'],
    [`${many('none')},gzip`, null],
  ])('decides the encoding with its first entries: %.20s…', async (accepted, encoding) => {
    expect((await get('/', { 'Accept-Encoding': accepted })).headers.get('content-encoding')).toBe(encoding);
  });

  test.each(['/', '/sdk/packages.json'])('is no reason to search it for the version of %s', async (path) => {
    const etag = (await get(path, {})).headers.get('etag')!;
    // Otherwise fetch would ask for a response that is not compared.
    const compared = (tags: string) => get(path, { 'If-None-Match': tags, 'Cache-Control': 'max-age=0' });
    expect((await compared(`"a",${etag}`)).status).toBe(304);
    expect((await compared(`${many('"a"')},${etag}`)).status).toBe(200);
  });

  test('of ranges is ignored', async () => {
    const file = '/sdk/sigill-emrtd.tgz';
    expect((await get(file, { Range: 'bytes=0-99' })).status).toBe(206);
    expect((await get(file, { Range: `bytes=0-99,${many('0-99')}` })).status).toBe(200);
  });
});
