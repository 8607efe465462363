/** The limits of calls as they are outside of the tests: by network, by kind of call, and of credentials that are not valid. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { defaultRateLimits } from '../../server/http/rate-limits.ts';
import type { Credentials } from '../support/call.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ environment: { TRUSTED_PROXIES: '1' }, rate_limits: defaultRateLimits });
});
afterAll(() => server?.stop());

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

test('credentials that are not valid are limited, and those that are not refused with them', async () => {
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
  const flood = await Promise.all(
    Array.from({ length: 1210 }, () => call('reader.state', { token: `1.${'A'.repeat(43)}` }, office)),
  );
  expect(count(flood, 429)).toBe(10);
  expect((await call('bearer.renew', { refresh_token: credentials.refresh_token }, office)).status).toBe(200);
});
