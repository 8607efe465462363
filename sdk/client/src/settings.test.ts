import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CallOptions, createApiClient, Session, Sigill, type SigillOptions } from './index.ts';
import { createPortalClient } from './portal/portal.ts';
import { complete, serve } from './testing/scripted-server.ts';
import { version } from './version.ts';

const keys = { publicKey: 'public-key-12345678', secret: 'secret-1234567890123456' };
const refused = (options: object) => () => new Sigill({ ...keys, ...options } as SigillOptions);

describe('a client', () => {
  test.each([
    [{ timeout: 1000 }, 'Unknown option: timeout. Did you mean timeoutMs?'],
    [{ max_retries: 1 }, 'Unknown option: max_retries. Did you mean maxRetries?'],
    [{ maxRetrys: 1 }, 'Unknown option: maxRetrys. Did you mean maxRetries?'],
    [{ baseURL: 'https://a.example' }, 'Unknown option: baseURL. Did you mean baseUrl?'],
    [{ idempotencyKey: 'a' }, 'Unknown option: idempotencyKey. The options are publicKey, secret, baseUrl,'],
    [{ maxRetries: Number.NaN }, 'maxRetries must be a non-negative integer, received NaN.'],
    [{ maxRetries: 1.5 }, 'maxRetries must be a non-negative integer, received 1.5.'],
    [{ timeoutMs: -1 }, 'timeoutMs must be a number from 1 to 2147483647, received -1.'],
    [{ timeoutMs: Number.POSITIVE_INFINITY }, 'timeoutMs must be a number from 1 to 2147483647, received Infinity.'],
    [{ publicKey: keys.secret, secret: keys.publicKey }, 'publicKey and secret are swapped'],
    [{ secret: `${keys.secret}\n` }, 'secret begins or ends with whitespace. Remove it.'],
    [{ publicKey: ` ${keys.publicKey}` }, 'publicKey begins or ends with whitespace. Remove it.'],
    [{ secret: 'secret-12→34' }, 'secret has a character that keys never have.'],
    [{ logLevel: 'verbose' }, 'logLevel must be one of off, error, warn, info, debug.'],
    [{ logger: null }, 'logger.warn must be a function, because logLevel is warn. Pass console, or an object like it.'],
    [{ logger: { warn() {} }, logLevel: 'debug' }, 'logger.debug must be a function, because logLevel is debug.'],
  ])('refuses %j', (options, message) => expect(refused(options)).toThrow(message));

  test('refuses keys as arguments, and does not show them', () => {
    const Keyed = Sigill as unknown as new (publicKey: string, secret: string) => Sigill;
    const message = 'Pass the options as an object, such as { publicKey, secret }, not a string.';
    expect(() => new Keyed(keys.publicKey, keys.secret)).toThrow(message);
  });

  test('accepts a logger that has the levels to log', () => {
    expect(refused({ logger: { warn() {} } })).not.toThrow();
    expect(refused({ logger: {}, logLevel: 'off' })).not.toThrow();
  });

  test('never shows a key when it refuses one', () => {
    const secret = 'secret-private value';
    expect(refused({ secret })).toThrow(/^(?!.*private)/);
  });

  test('of the portal checks its options as well', () =>
    expect(() => createPortalClient({ access_token: () => 'a' } as object)).toThrow('Did you mean accessToken?'));

  test('treats undefined options as not given', () =>
    expect(refused({ maxRetries: undefined, timeoutMs: undefined, baseUrl: undefined })).not.toThrow());
});

describe('a call', () => {
  test.each([
    [{ idempotency_key: 'a' }, 'Unknown option: idempotency_key. Did you mean idempotencyKey?'],
    [
      { body: {} },
      'Unknown option: body. The options are signal, maxRetries, timeoutMs, idempotencyKey, headers, baseUrl.',
    ],
    [{ idempotencyKey: '→' }, 'idempotencyKey must be 1 to 255 printable ASCII characters.'],
    [{ idempotencyKey: '' }, 'idempotencyKey must be 1 to 255 printable ASCII characters.'],
    ['order-1042', 'Pass the options as an object, such as { timeoutMs: 10_000 }, not a string.'],
    [{ timeoutMs: 0 }, 'timeoutMs must be a number from 1 to 2147483647, received 0.'],
    [{ maxRetries: -1 }, 'maxRetries must be a non-negative integer, received -1.'],
  ])('with %j is not sent', async (given, message) => {
    const options = given as CallOptions;
    await using server = await serve();
    const sigill = new Sigill({ ...keys, baseUrl: server.baseUrl });
    await expect(sigill.session.create({}, options)).rejects.toThrow(message);
    await expect(sigill.session.waitFor(1, options)).rejects.toThrow(message);
    expect(server.received).toEqual([]);
  });
});

test.each([{ idempotencyKey: 'order-1042' }, { maxRetries: 0 }, { timeoutMs: 1000 }, { baseUrl: 'https://a.example' }])(
  'a call with the option %j among its parameters is not sent',
  async (params) => {
    await using server = await serve();
    const sigill = new Sigill({ ...keys, baseUrl: server.baseUrl });
    const [name] = Object.keys(params);
    await expect(sigill.session.create({ reference: 'a', ...params } as object)).rejects.toThrow(
      `${name} is an option, not a parameter. Pass it in the second argument: (params, { ${name} }).`,
    );
    expect(server.received).toEqual([]);
  },
);

test('ends its attempts in a client of one class even with an invalid number', async () => {
  await using server = await serve({ status: 503 });
  const config = { ...keys, baseUrl: server.baseUrl, maxRetries: Number.NaN, logLevel: 'off' } as const;
  await expect(new Session(createApiClient(config)).create()).rejects.toMatchObject({ status: 503 });
  expect(server.received).toHaveLength(1);
});

test('withOptions changes some options and keeps the others', async () => {
  await using server = await serve({ status: 503 });
  const waits: number[] = [];
  const sleep = async (delayMs: number) => void waits.push(delayMs);
  const defaultHeaders = { 'x-proxy': 'a' };
  const sigill = new Sigill({ ...keys, baseUrl: server.baseUrl, sleep, logLevel: 'off', defaultHeaders });
  await expect(sigill.withOptions({ maxRetries: 0 }).session.create()).rejects.toMatchObject({ status: 503 });
  expect([waits, server.received.length]).toEqual([[], 1]);
  expect(server.received[0]?.headers['x-proxy']).toBe('a');
  await expect(sigill.session.create({}, { headers: { 'x-proxy': 'b' }, maxRetries: 1 })).rejects.toThrow();
  expect(server.received.at(-1)?.headers['x-proxy']).toBe('b');
  expect(waits).toHaveLength(1);
});

test('request makes a call that the types do not know', async () => {
  await using server = await serve({ body: { frozen: true } });
  const sigill = new Sigill({ ...keys, baseUrl: server.baseUrl });
  const call = sigill.request<{ frozen: boolean }>('session.freeze', { id: complete.id }, { idempotencyKey: 'a' });
  expect((await call).frozen).toBe(true);
  expect((await call.withResponse()).requestId).toBe('request-1');
  expect(server.received).toMatchObject([
    { path: '/api/v1/session.freeze', body: { id: 1 }, headers: { 'idempotency-key': 'a' } },
  ]);
  for (const name of ['session', '../secret', 'session.create?x=1'])
    await expect(sigill.request(name)).rejects.toThrow('is not the name of a call');
});

test('sends the version of the package to the service', () => {
  const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  expect(JSON.parse(manifest).version).toBe(version);
});
