/** What every answer says of itself, whatever route it is of and however it went. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { operationIds } from '../support/contract.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer({
    environment: {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://id.example.com',
      SERVER_KEY: Buffer.alloc(32, 1).toString('base64'),
      SMTP_URL: 'smtp://localhost:9',
    },
  });
});
afterAll(() => server?.stop());

const JSON_BODY = { 'Content-Type': 'application/json' };
const post = (path: string, init: RequestInit = {}) => ({
  path,
  init: { method: 'POST', headers: JSON_BODY, ...init },
});

const api = [
  ...operationIds.map((id) => post(`/api/v1/${id}`, { body: '{' })),
  post('/api/v1/demo.create', { body: '{}' }),
  post('/api/v1/session.list', { body: '{}' }),
  post('/api/v1/session.destroy', { body: '{}' }),
  post('/api/v1/demo.create', { body: 'x'.repeat(70_000) }),
  post('/api/v1/demo.create', { body: 'text', headers: { 'Content-Type': 'text/plain' } }),
  { path: '/api/v1/demo.create', init: { method: 'GET' } },
  post('/api/stripe/webhook', { body: '{}' }),
  { path: '/api/stripe/webhook', init: { method: 'GET' } },
  { path: '/healthz', init: {} },
  { path: '/readyz', init: {} },
];
const others = [
  '/openapi.yaml',
  '/openapi.json',
  '/specimens.json',
  '/specimens/none.json',
  '/',
  '/assets/none.js',
  '/none',
];

describe.each([...api, ...others.map((path) => ({ path, init: {} }))])('$init.method $path', ({ path, init }) => {
  test('says what may be done with it', async () => {
    const { status, headers } = await fetch(`${server.base}${path}`, { redirect: 'manual', ...init });
    const said = Object.fromEntries(
      ['x-content-type-options', 'referrer-policy', 'strict-transport-security'].map((name) => [
        name,
        headers.get(name),
      ]),
    );
    expect(said, `${path} ${status}`).toEqual({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
    if (api.some((call) => call.path === path)) expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-powered-by')).toBeNull();
  });
});

test.each(['/openapi.json', '/openapi.yaml'])('%s names the service that serves it', async (path) => {
  const contract = parse(await (await fetch(server.base + path)).text());
  expect(contract.servers).toEqual([expect.objectContaining({ url: 'https://id.example.com' })]);
  expect(contract.info.contact.url).toBe('https://id.example.com/developer');
});

test('a question before a call from another site says the same', async () => {
  const { status, headers } = await fetch(`${server.base}/api/v1/reader.state`, { method: 'OPTIONS' });
  expect(status).toBe(204);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=/);
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
      error: 'The body must come without Content-Encoding',
    });
  },
);
