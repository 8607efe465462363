// CI only: it exhausts every rate limit.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { priceOf } from '../../server/http/limits/prices.ts';
import { defaultRateLimits, type RateLimits } from '../../server/http/limits/rate-limits.ts';
import type { CallLimit } from '../../server/throttling/call-counters.ts';
import { operationIds, schemesOf } from '../support/contract/contract.ts';
import type { Credentials } from '../support/server/call.ts';
import { interceptQueries } from '../support/server/database.ts';
import { createTestServer, type TestServer, UNLIMITED } from '../support/server/test-server.ts';

let server: TestServer;
const queries = interceptQueries();
beforeAll(async () => {
  server = await createTestServer({ environment: { TRUSTED_PROXIES: '1' }, rate_limits: defaultRateLimits });
});
/**
 * Starts each test at the beginning of a minute. Limits are exact within a minute; in the next one, calls gradually become
 * available again.
 */
beforeEach(() => atTheBeginningOfAMinute(server));
afterAll(async () => {
  queries.restore();
  await server?.stop();
});

const call = (id: OperationId, body: Record<string, unknown>, from: string, credentials: Credentials = {}) =>
  server.call(id, body, credentials, { 'X-Forwarded-For': from });
const group = () => randomBytes(2).toString('hex');
const anIpv4 = () => `10.${[...randomBytes(3)].join('.')}`;
const count = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

test('all addresses of one /64 share a limit, and those of a /48 a looser one', async () => {
  const prefix = `2001:db8:${group()}`;
  const within = (subnet: string) => `${prefix}:${subnet}:${group()}:${group()}:${group()}:${group()}`;
  const one = await Promise.all(Array.from({ length: 70 }, () => call('demo.create', {}, within('1'))));
  expect(count(one, 200)).toBe(60);
  const many = await Promise.all(
    Array.from({ length: 500 }, (_, n) => call('demo.create', {}, within(n.toString(16)))),
  );
  expect(count(many, 429)).toBeGreaterThan(50);
  expect((await call('demo.create', {}, `2001:db8:${group()}:1::1`)).status).toBe(200);
  expect((await call('demo.create', {}, anIpv4())).status).toBe(200);
});

/** Public calls that do not sign anyone up or in, and send no email. */
const SIGNS_NOBODY_IN = /^((reader|demo|trust|bearer|link)\.|invite\.get$)/;
const signsIn = operationIds.filter((id) => schemesOf(id).length === 0 && !SIGNS_NOBODY_IN.test(id));

test.each(signsIn)('%s may be called 30 times a minute from one network', async (id) => {
  const from = anIpv4();
  // Every call counts, even one with an invalid body.
  const answers = await Promise.all(Array.from({ length: 32 }, () => call(id, { colour: 'red' }, from)));
  expect([count(answers, 400), count(answers, 429)]).toEqual([30, 2]);
});

test('signing in with passwords, passkeys and providers share one limit, and opening the sign-in page has its own', async () => {
  const from = anIpv4();
  await Promise.all(Array.from({ length: 30 }, () => call('passkey.sign_up', {}, from)));
  expect((await call('password.authenticate', { email: 'a@b.cd', password: 'wrong' }, from)).status).toBe(429);
  expect((await call('google.uri', {}, from)).status).toBe(429);
  expect((await call('passkey.start_authentication', {}, from)).status).toBe(200);
});

test('a network leaves few passkey challenges in the database, however often it asks', async () => {
  const rows = async () => (await server.ctx.db.selectFrom('passkey_challenges').select('hash').execute()).length;
  const [from, before] = [anIpv4(), await rows()];
  const ask = (n: number) => call('passkey.start_sign_up', { email: `${group()}-${n}@example.com` }, from);
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)));
  expect([count(answers, 200), count(answers, 429)]).toEqual([30, 170]);
  expect(await rows()).toBe(before + 30);
});

test('invalid credentials are rate limited, and valid ones are not refused because of them', async () => {
  const [office, account] = [anIpv4(), await server.account()];
  const wrong = { bearer: 'x'.repeat(43) };
  const basic = { ...account.basic, secret: `${account.basic.secret}x` };
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, n) => call('session.list', {}, office, n % 2 ? wrong : { basic })),
  );
  expect(count(answers, 401)).toBe(300);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.body).toMatchObject({ code: 'rate_limited' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit')).toContain('r=0');
  expect((await call('session.list', {}, office, { bearer: account.bearer })).status).toBe(200);
  expect((await call('session.list', {}, office, { basic: account.basic })).status).toBe(200);
  expect((await call('session.list', {}, anIpv4(), wrong)).status).toBe(401);
});

test('no flood of public calls from an office keeps its people from renewing their sign-in', async () => {
  const office = anIpv4();
  const { credentials } = await server.account();
  const flood: { status: number }[] = [];
  // Fewer at a time than the 511 connections that Node lets wait (its default backlog).
  while (flood.length < 1210) {
    const wave = () => call('reader.state', { token: `1.${'A'.repeat(43)}` }, office);
    flood.push(...(await Promise.all(Array.from({ length: 110 }, wave))));
  }
  expect(count(flood, 429)).toBe(10);
  expect((await call('bearer.renew', { refresh_token: credentials.refresh_token }, office)).status).toBe(200);
});

describe('an address with too many wrong credentials', () => {
  async function lookUpsOf(work: () => Promise<unknown>): Promise<number> {
    let lookUps = 0;
    await queries.during((sql) => void (/^select .*(service_keys|tokens)/.test(sql) && lookUps++), work);
    return lookUps;
  }

  const exhaust = (from: string) =>
    Promise.all(Array.from({ length: 310 }, () => call('session.list', {}, from, { bearer: 'x'.repeat(43) })));

  test('is refused made-up credentials without a query', async () => {
    const [from, { basic }] = [anIpv4(), await server.account()];
    expect(await lookUpsOf(() => call('session.list', {}, from, { bearer: 'x'.repeat(43) }))).toBe(1);
    await exhaust(from);
    const madeUp: Credentials[] = [
      { bearer: randomBytes(32).toString('base64url') },
      { basic: { ...basic, secret: `secret-${randomBytes(32).toString('base64url')}` } },
      { basic: { ...basic, secret: `${basic.secret.slice(0, -1)}${basic.secret.endsWith('A') ? 'B' : 'A'}` } },
      { basic: { public_key: 'public-key-nobody', secret: '' } },
    ];
    const answers: { status: number; headers: Headers }[] = [];
    const work = async () => {
      for (const credentials of madeUp) answers.push(await call('session.list', {}, from, credentials));
    };
    expect(await lookUpsOf(work)).toBe(0);
    for (const { status, headers } of answers) {
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('still gets in with a valid key or sign-in that it never used before', async () => {
    const from = anIpv4();
    await exhaust(from);
    const { basic, bearer, credentials } = await server.account();
    expect((await call('session.list', {}, from, { basic })).status).toBe(200);
    expect((await call('session.list', {}, from, { bearer })).status).toBe(200);
    const { refresh_token } = credentials;
    const renewed = await server.call('bearer.renew', { refresh_token }, {}, { 'X-Forwarded-For': from });
    expect((await call('user.self', {}, from, { bearer: renewed.body.access_token })).status).toBe(200);
    expect((await call('user.self', {}, from, { basic })).status).toBe(403);
  });

  test('has ended credentials looked up once', async () => {
    const from = anIpv4();
    const { bearer, basic, key_id } = await server.account();
    await call('user.delete', { id: key_id }, anIpv4(), { bearer });
    await exhaust(from);
    expect(await lookUpsOf(() => call('session.list', {}, from, { basic }))).toBeGreaterThan(0);
    expect(await lookUpsOf(() => call('session.list', {}, from, { basic }))).toBe(0);
  });
});

test('a used-up limit recovers gradually, not all at once', async () => {
  const from = anIpv4();
  const create = (times: number) => Promise.all(Array.from({ length: times }, () => call('demo.create', {}, from)));
  expect(count(await create(70), 200)).toBe(60);
  await server.advance('PT1M');
  // A minute later, nearly all of the calls still count.
  expect(count(await create(70), 200)).toBeLessThan(45);
  await server.advance('PT30S');
  const half = count(await create(70), 200);
  expect(half).toBeGreaterThan(10);
  expect(half).toBeLessThan(60);
  await server.advance('PT2M');
  expect(count(await create(70), 200)).toBe(60);
});

test('a refusal says how long to wait, and then a call passes', async () => {
  const from = anIpv4();
  const flood = await Promise.all(Array.from({ length: 62 }, () => call('demo.create', {}, from)));
  const refused = flood.find(({ status }) => status === 429)!;
  await server.advance(`PT${refused.headers.get('retry-after')}S`);
  expect((await call('demo.create', {}, from)).status).toBe(200);
});

describe('requests for pages and files', () => {
  const FEW = { requests: 20, window_seconds: 60 };
  let site: TestServer;

  beforeAll(async () => {
    site = await createTestServer({
      environment: { TRUSTED_PROXIES: '1' },
      rate_limits: (operation) => (operation === 'site' ? FEW : UNLIMITED),
    });
  });
  beforeEach(() => atTheBeginningOfAMinute(site));
  afterAll(() => site?.stop());

  const get = (path: string, from: string, headers: Record<string, string> = {}) =>
    fetch(`${site.base}${path}`, { headers: { ...headers, 'X-Forwarded-For': from } });
  const getOften = (times: number, path: string, from: string | ((n: number) => string), headers = {}) =>
    Promise.all(Array.from({ length: times }, (_, n) => get(path, typeof from === 'string' ? from : from(n), headers)));

  test.each([
    '/',
    '/docs',
    '/nothing-here',
    '/open?token=1.AAAA&redirect_url=https%3A%2F%2Fexample.com',
    `/logos/${'0'.repeat(64)}.png`,
    '/openapi.json',
    '/sigill-sdk.tgz',
    '/specimens.json',
    '/specimens/genuine.json',
    '/status.json',
    '/.well-known/jwks.json',
    '/.well-known/security.txt',
    '/.well-known/assetlinks.json',
  ])('%s are limited for each network', async (path) => {
    const from = anIpv4();
    const responses = await getOften(22, path, from);
    expect(count(responses, 429)).toBe(2);
    const refused = responses.find(({ status }) => status === 429)!;
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toMatch(/^Too many requests\. Try again in \d+ seconds$/);
    expect((await get(path, anIpv4())).status).not.toBe(429);
  });

  test('count even if the browser has the page cached', async () => {
    const from = anIpv4();
    const { headers } = await get('/openapi.json', from);
    const responses = await getOften(21, '/openapi.json', from, { 'If-None-Match': headers.get('etag')! });
    expect([count(responses, 304), count(responses, 429)]).toEqual([19, 2]);
  });

  test('are limited for a /64, and for its /48 more loosely', async () => {
    const prefix = `2001:db8:${group()}`;
    const within = (subnet: number) => `${prefix}:${subnet.toString(16)}:${group()}::1`;
    expect(count(await getOften(22, '/status.json', () => within(1)), 429)).toBe(2);
    expect((await get('/status.json', within(2))).status).toBe(200);
    expect(count(await getOften(200, '/status.json', (n) => within(n + 3)), 429)).toBeGreaterThan(30);
    expect((await get('/status.json', `2001:db8:${group()}:1::1`)).status).toBe(200);
  });

  test("keep neither a load balancer's checks nor API calls out", async () => {
    const from = anIpv4();
    await getOften(30, '/', from);
    expect((await get('/healthz', from)).status).toBe(200);
    expect((await get('/readyz', from)).status).toBe(200);
    const call = await site.call('demo.create', {}, {}, { 'X-Forwarded-For': from });
    expect(call.status).toBe(200);
  });
});

describe('while the event loop has no time left', () => {
  const OF_KEYS: CallLimit = { name: 'keys', requests: 40, when_scarce: 10, window_seconds: 60 };
  const limits: RateLimits = (_, caller) => (caller === 'authenticated' ? OF_KEYS : UNLIMITED);
  let isScarce = false;
  let busy: TestServer;
  beforeAll(async () => {
    busy = await createTestServer({
      environment: { TRUSTED_PROXIES: '1' },
      rate_limits: limits,
      is_scarce: () => isScarce,
    });
  });
  beforeEach(() => atTheBeginningOfAMinute(busy));
  afterAll(() => busy?.stop());

  const times = async (count: number, work: () => Promise<{ status: number; headers: Headers }>) => {
    const answers: { status: number; headers: Headers }[] = [];
    for (let n = 0; n < count; n++) answers.push(await work());
    return answers;
  };

  test('a caller gets a smaller share, and the whole one again afterwards', async () => {
    const { basic } = await busy.account();
    isScarce = true;
    const answers = await times(12, () => busy.call('policy.list', {}, { basic }));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429]);
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answers[0]!.headers.get('ratelimit')).toContain('r=9');
    isScarce = false;
    const dear = await busy.call('session.list', {}, { basic });
    expect(dear.headers.get('ratelimit')).toContain(`r=${40 - 10 - priceOf('session.list')}`);
    expect((await busy.call('policy.list', {}, { basic })).status).toBe(200);
  });

  test('an account with many keys has no more than two of them', async () => {
    const { basic, bearer } = await busy.account();
    const keys = [{ basic }];
    for (const name of ['a', 'b', 'c']) {
      const { public_key, secret } = (await busy.call('user.create_service_user', { name }, { bearer })).body;
      keys.push({ basic: { public_key, secret } });
    }
    await busy.advance('PT2M');
    const answers = [];
    for (const key of keys) answers.push(...(await times(30, () => busy.call('policy.list', {}, key))));
    expect([count(answers, 200), count(answers, 429)]).toEqual([80, 40]);
    const other = await busy.account();
    expect((await busy.call('policy.list', {}, other)).status).toBe(200);
  });
});

async function atTheBeginningOfAMinute({ advance }: TestServer): Promise<void> {
  const { now } = await advance('PT0S');
  await advance(`PT${60 - new Date(now).getUTCSeconds()}S`);
}
