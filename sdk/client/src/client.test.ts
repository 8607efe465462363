import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { wait } from './deadline.ts';
import {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  createApiClient,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  Session,
  Sigill,
  SigillError,
  type SigillOptions,
  TimeoutError,
  type VerificationSession,
} from './index.ts';
import { Demo } from './portal/portal.ts';
import { complete, problem, serve, type TestServer } from './testing/scripted-server.ts';
import { version } from './version.ts';

const keys = { publicKey: 'public-key-12345678', secret: 'secret-1234567890123456' };

function clientOf({ baseUrl }: TestServer, options: SigillOptions = {}) {
  const waits: number[] = [];
  const sleep = async (delayMs: number) => void waits.push(delayMs);
  return { sigill: new Sigill({ ...keys, baseUrl, sleep, random: () => 0, logLevel: 'off', ...options }), waits };
}

afterEach(() => vi.unstubAllEnvs());
afterEach(() => vi.unstubAllGlobals());
afterEach(() => vi.restoreAllMocks());

describe('a call', () => {
  test('sends a POST with the body and the key, and resolves to the data', async () => {
    const created = {
      id: 1,
      token: 't',
      expires: '2026-11-22T00:00:00.000Z',
      open_url: 'https://sigill.example/open?token=t',
    };
    await using server = await serve({ body: created });
    const call = clientOf(server).sigill.session.create({ reference: 'order-1042' });
    expect(await call).toEqual(created);
    expectTypeOf(await call).toEqualTypeOf<{
      id: number;
      token: string;
      expires: string;
      open_url: string;
      specimen?: boolean;
    }>();
    expect(server.received).toMatchObject([
      {
        path: '/api/v1/session.create',
        body: { reference: 'order-1042' },
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${btoa(`${keys.publicKey}:${keys.secret}`)}`,
        },
      },
    ]);
  });

  test('sends an empty object without input, and no key to a public operation', async () => {
    await using server = await serve();
    await new Demo(createApiClient({ ...keys, baseUrl: server.baseUrl })).create();
    expect(server.received[0]).toMatchObject({ body: {} });
    expect(server.received[0]?.headers).not.toHaveProperty('authorization');
  });

  test('returns the response and the request id on demand', async () => {
    await using server = await serve({ body: { state: 'CREATED' } });
    const { data, response, requestId } = await clientOf(server).sigill.session.state({ id: 1 }).withResponse();
    expect(data.state).toBe('CREATED');
    expect(response.status).toBe(200);
    expect(requestId).toBe('request-1');
  });

  test('leaves no unhandled rejection when withResponse fails', async () => {
    await using server = await serve(problem(404));
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    await expect(clientOf(server).sigill.session.get({ id: 1 }).withResponse()).rejects.toBeInstanceOf(NotFoundError);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('narrows its type by state', async () => {
    await using server = await serve({ body: { ...complete, state: 'APPROVED', surname: 'Eriksson' } });
    const session = await clientOf(server).sigill.session.get({ id: 1 });
    expectTypeOf(session).toEqualTypeOf<VerificationSession>();
    if (session.state !== 'APPROVED') throw new Error('unreachable');
    expectTypeOf(session.surname).toEqualTypeOf<string | undefined>();
    expect(session.surname).toBe('Eriksson');
    // @ts-expect-error: only other states have a failure.
    expect(session.failure).toBeUndefined();
  });

  test('throws at once when the body cannot be serialized as JSON', async () => {
    await using server = await serve();
    const { sigill, waits } = clientOf(server);
    await expect(sigill.session.get({ id: 1n as unknown as number })).rejects.toBeInstanceOf(TypeError);
    expect(waits).toEqual([]);
  });

  test('works through a single exported class, for small bundles', async () => {
    await using server = await serve({ body: { state: 'CREATED' } });
    const session = new Session(createApiClient({ ...keys, baseUrl: server.baseUrl }));
    expect(await session.state({ id: 7 })).toEqual({ state: 'CREATED' });
  });
});

describe('retries', () => {
  test.each([429, 500, 502, 503, 504])(
    'happen four times after status %i with growing waits, then the error is thrown',
    async (status) => {
      await using server = await serve(problem(status));
      const { sigill, waits } = clientOf(server);
      await expect(sigill.session.create()).rejects.toMatchObject({ status });
      expect(waits).toEqual([2000, 4000, 8000, 16000]);
      expect(server.received).toHaveLength(5);
    },
  );

  test('happen after a lost connection, before and during the response', async () => {
    await using server = await serve(
      (response) => response.destroy(),
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"id":', () => response.destroy());
      },
      { body: { state: 'CREATED' } },
    );
    const { sigill, waits } = clientOf(server);
    expect(await sigill.session.state({ id: 1 })).toEqual({ state: 'CREATED' });
    expect(waits).toEqual([2000, 4000]);
  });

  test('happen when an earlier attempt of the same call is still in progress', async () => {
    await using server = await serve(
      { ...(problem(409, 'idempotency_in_progress') as object), headers: { 'x-should-retry': 'true' } },
      {},
    );
    expect(await clientOf(server).sigill.session.create()).toEqual(complete);
    expect(server.received).toHaveLength(2);
  });

  test.each([400, 401, 403, 404, 405, 409, 413, 415, 501])('never happen after status %i', async (status) => {
    await using server = await serve(problem(status));
    const { sigill, waits } = clientOf(server);
    await expect(sigill.session.create()).rejects.toMatchObject({ status });
    expect(waits).toEqual([]);
  });

  test('send the same idempotency key, a new one for each call, and none for a call that reads', async () => {
    await using server = await serve(problem(503), problem(503), {}, problem(503), {});
    const { sigill } = clientOf(server);
    await sigill.session.create();
    await sigill.session.create();
    await sigill.session.get({ id: 1 });
    const [a, b, c, d, e, f] = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(a).toMatch(/^\d+-\d+-\d+-\d+$/);
    expect([b, c]).toEqual([a, a]);
    expect(d).not.toBe(a);
    expect(e).toBe(d);
    expect(f).toBeUndefined();
  });

  test('send the idempotency key of the caller', async () => {
    await using server = await serve(problem(500), {});
    await clientOf(server).sigill.session.create({}, { idempotencyKey: 'order-1042' });
    expect(server.received.map(({ headers }) => headers['idempotency-key'])).toEqual(['order-1042', 'order-1042']);
  });

  test('wait as long as Retry-After says, in seconds, fractions of them included, or until a date', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    await using server = await serve(
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 503, headers: { 'retry-after': date } },
      { status: 503, headers: { 'retry-after': 'soon' } },
      { status: 503, headers: { 'retry-after': '1.5' } },
      {},
    );
    const { sigill, waits } = clientOf(server);
    await sigill.session.create();
    expect(waits[0]).toBe(7000);
    expect(waits[1]).toBeGreaterThan(25_000);
    expect(waits[1]).toBeLessThanOrEqual(30_000);
    expect(waits[2]).toBe(8000);
    expect(waits[3]).toBe(1500);
  });

  test('wait up to a tenth less than stated, so that clients do not all return at once', async () => {
    await using server = await serve(problem(503));
    const { sigill, waits } = clientOf(server, { random: () => 0.999 });
    await expect(sigill.session.create()).rejects.toBeInstanceOf(ServerError);
    expect(waits).toEqual([1800, 3600, 7201, 14402]);
    const usual = clientOf(server, { random: undefined });
    await expect(usual.sigill.session.create()).rejects.toBeInstanceOf(ServerError);
    for (const [retry, most] of [2000, 4000, 8000, 16000].entries()) {
      expect(usual.waits[retry]).toBeLessThanOrEqual(most);
      expect(usual.waits[retry]).toBeGreaterThanOrEqual(most * 0.9);
    }
  });

  test('follow the service when it says whether a retry can help', async () => {
    const told = (status: number, help: boolean) => ({
      ...(problem(status) as object),
      headers: { 'x-should-retry': String(help) },
    });
    await using hopeless = await serve(told(503, false));
    const { sigill, waits } = clientOf(hopeless);
    await expect(sigill.session.create()).rejects.toBeInstanceOf(ServerError);
    expect(waits).toEqual([]);
    await using promising = await serve(told(409, true), {});
    expect(await clientOf(promising).sigill.session.create()).toEqual(complete);
  });

  test('send their count and the SDK version to the service', async () => {
    await using server = await serve(problem(503), problem(503), {});
    await clientOf(server).sigill.session.create();
    expect(server.received.map(({ headers }) => headers['x-retry-count'])).toEqual([undefined, '1', '2']);
    expect(server.received[0]?.headers).toMatchObject({
      'user-agent': `sigill-sdk/${version}`,
      'x-client-version': `sigill-sdk/${version}`,
    });
  });

  test('leave a wait of more than a minute to the caller', async () => {
    await using server = await serve({
      ...(problem(429, 'rate_limited') as object),
      headers: { 'retry-after': '3600' },
    });
    const { sigill, waits } = clientOf(server);
    const error = await sigill.session.create().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(RateLimitError);
    expect((error as RateLimitError).retryAfter).toBe(3600);
    expect(waits).toEqual([]);
  });

  test('are limited by client and by call', async () => {
    await using server = await serve(problem(503));
    const { sigill, waits } = clientOf(server, { maxRetries: 1 });
    await expect(sigill.session.create()).rejects.toThrow();
    expect(waits).toEqual([2000]);
    await expect(sigill.session.create({}, { maxRetries: 0 })).rejects.toThrow();
    expect(waits).toEqual([2000]);
  });

  test('are logged without body or key', async () => {
    await using server = await serve(problem(503), { body: { ...complete, token: 'token-of-answer' } });
    const lines: string[] = [];
    const line = (text: string) => void lines.push(text);
    const logger = { error: line, warn: line, info: line, debug: line };
    await clientOf(server, { logger, logLevel: 'debug' }).sigill.session.create({ reference: 'private' });
    expect(lines).toEqual([
      expect.stringMatching(/^\[sigill\] session\.create: 503 in \d+ ms, request request-1$/),
      '[sigill] session.create: 503, request request-1. Retrying in 2 s.',
      expect.stringMatching(/^\[sigill\] session\.create: 200 in \d+ ms, request request-2$/),
    ]);
    expect(lines.join()).not.toMatch(/private|token-of-answer|secret|public-key/);
  });
});

describe('an error', () => {
  test.each([
    [400, BadRequestError],
    [401, AuthenticationError],
    [403, PermissionError],
    [404, NotFoundError],
    [409, ConflictError],
    [413, SigillError],
    [429, RateLimitError],
    [500, ServerError],
    [501, ServerError],
  ])('of status %i has its class and everything the service sent', async (status, type) => {
    const details = [{ path: 'face_verification', expected: 'boolean', received: 'string' }];
    const body = { error: 'face_verification must be boolean', code: 'wrong_type', request_id: 'r', details };
    await using server = await serve({ status, body });
    const error = await clientOf(server)
      .sigill.session.create({}, { maxRetries: 0 })
      .then(
        () => expect.unreachable(),
        (error: SigillError) => error,
      );
    expect(error).toBeInstanceOf(Error);
    expect(error).toBeInstanceOf(SigillError);
    expect(error.constructor).toBe(type);
    expect(error.name).toBe(type.name);
    expect(error).toMatchObject({ message: body.error, status, code: 'wrong_type', requestId: 'request-1', details });
    expect(error.headers.get('content-type')).toBe('application/json');
    expect(error.stack).toContain(`${type.name}: face_verification must be boolean`);
  });

  test.each([
    ['a page of a proxy', 502, '<html>Bad gateway</html>', 'The service returned status 502.'],
    ['JSON of a proxy', 403, { error: { reason: 'blocked' } }, 'The service returned status 403.'],
    ['a redirect', 302, '', 'The service returned status 302.'],
  ])('is also created from %s', async (_, status, body, message) => {
    await using server = await serve({ status, body, headers: { location: '/elsewhere' } });
    const call = clientOf(server).sigill.session.create({}, { maxRetries: 0 });
    await expect(call).rejects.toMatchObject({ status, message, code: undefined });
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['<html>Sign in to the Wi-Fi</html>', 'The response to session.create has no JSON object.'],
    ['', 'The response to session.create has no JSON object.'],
    ['null', 'The response to session.create has no JSON object.'],
    ['"text"', 'The response to session.create has no JSON object.'],
    ['{}', 'The response to session.create has no id.'],
    ['{"id":1,"token":"t","expires":"e"}', 'The response to session.create has no open_url.'],
  ])('is created from an invalid successful response: %s', async (body, message) => {
    await using server = await serve(
      (response) => void response.writeHead(200, { 'x-request-id': 'request-1' }).end(body),
    );
    await expect(clientOf(server).sigill.session.create()).rejects.toMatchObject({
      ...{ status: 200, code: 'invalid_answer', requestId: 'request-1', message },
    });
    expect(server.received).toHaveLength(1);
  });

  test('serializes its own fields to JSON, and nothing of the request', async () => {
    const details = [{ path: 'reference', expected: 'string', received: 'integer' }];
    await using server = await serve({ status: 400, body: { error: 'Wrong.', code: 'wrong_type', details } });
    const error = await clientOf(server)
      .sigill.session.create({ reference: 'private' })
      .catch((error: unknown) => error);
    expect(JSON.parse(JSON.stringify({ error }))).toEqual({
      error: {
        ...{
          name: 'BadRequestError',
          message: 'Wrong.',
          status: 400,
          code: 'wrong_type',
          requestId: 'request-1',
          details,
        },
        url: `${server.baseUrl}/api/v1/session.create`,
      },
    });
  });

  test('is a TimeoutError when the host stays silent, each attempt with its own timeout', async () => {
    await using server = await serve(() => {});
    // Attempts are counted where they are sent: a busy server may not see a request that is abandoned this quickly.
    let tries = 0;
    const counting: typeof fetch = (...request) => {
      tries++;
      return fetch(...request);
    };
    const { sigill, waits } = clientOf(server, { timeoutMs: 30, maxRetries: 1, fetch: counting });
    const error = await sigill.session.create().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      name: 'TimeoutError',
      status: 0,
      code: 'timeout',
      message: `No response from ${server.baseUrl} in 0.03 s.`,
      url: `${server.baseUrl}/api/v1/session.create`,
    });
    expect(waits).toEqual([2000]);
    expect(tries).toBe(2);
  });
});

const sleepForEver: NonNullable<SigillOptions['sleep']> = (_delayMs, signal) => wait(2 ** 31 - 1, signal);

describe('a signal', () => {
  test('ends a call that has not been sent yet', async () => {
    await using server = await serve();
    const call = clientOf(server).sigill.session.create({}, { signal: AbortSignal.abort(new Error('stop')) });
    await expect(call).rejects.toThrow('stop');
    expect(server.received).toHaveLength(0);
  });

  test('ends an attempt', async () => {
    const controller = new AbortController();
    await using server = await serve(() => controller.abort(new Error('stop')));
    const { sigill, waits } = clientOf(server);
    await expect(sigill.session.create({}, { signal: controller.signal })).rejects.toThrow('stop');
    expect(waits).toEqual([]);
  });

  test('that fired while a response was read ends the wait that follows', async () => {
    const controller = new AbortController();
    await using server = await serve({ body: { state: 'CREATED' } });
    const logger = { ...console, debug: () => controller.abort(new Error('stop')) };
    const { sigill } = clientOf(server, { logger, logLevel: 'debug', sleep: sleepForEver });
    await expect(sigill.session.waitFor(1, { signal: controller.signal })).rejects.toThrow('stop');
  });

  test('ends the wait between attempts', async () => {
    const controller = new AbortController();
    await using server = await serve(problem(503));
    // Aborts during the wait: the line is logged just before the wait begins.
    const logger = { ...console, warn: () => void setImmediate(() => controller.abort(new Error('stop'))) };
    const { sigill } = clientOf(server, { logger, logLevel: 'warn', sleep: sleepForEver });
    await expect(sigill.session.create({}, { signal: controller.signal })).rejects.toThrow('stop');
    expect(server.received).toHaveLength(1);
  });
});

describe('the constructor', () => {
  test('reads keys and address from the environment', async () => {
    await using server = await serve();
    vi.stubEnv('SIGILL_PUBLIC_KEY', 'public-key-from-env');
    vi.stubEnv('SIGILL_SECRET', 'secret-from-env');
    vi.stubEnv('SIGILL_BASE_URL', `${server.baseUrl}/`);
    await new Sigill().session.create();
    expect(server.received[0]?.path).toBe('/api/v1/session.create');
    expect(server.received[0]?.headers.authorization).toBe(`Basic ${btoa('public-key-from-env:secret-from-env')}`);
  });

  test.each([
    [{}, 'Missing publicKey (SIGILL_PUBLIC_KEY) and secret (SIGILL_SECRET).'],
    [{ publicKey: 'p' }, 'Missing secret (SIGILL_SECRET).'],
    [{ secret: 's' }, 'Missing publicKey (SIGILL_PUBLIC_KEY).'],
  ])('names what is missing in %j', (options, message) => {
    vi.stubEnv('SIGILL_PUBLIC_KEY', '');
    vi.stubEnv('SIGILL_SECRET', undefined);
    expect(() => new Sigill(options)).toThrow(message);
  });

  test.each([
    ['localhost:3000', 'localhost:3000'],
    ['https://user:password@localhost', 'https://localhost'],
  ])('refuses the address %s', (baseUrl, shown) => {
    expect(() => new Sigill({ ...keys, baseUrl })).toThrow(
      `baseUrl must start with https:// or http:// and must not contain credentials, received ${shown}`,
    );
  });

  test.each([
    ['a page', { document: {} }],
    ['a worker of a browser', { navigator: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' } }],
    ['React Native', { navigator: { product: 'ReactNative' } }],
  ])('refuses a secret in %s, unless told to expose it', (_, globals) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    expect(() => new Sigill(keys)).toThrow('must stay on your server');
    expect(() => new Sigill(keys)).toThrow('pass { exposeSecret: true }');
    expect(() => createApiClient(keys)).toThrow('must stay on your server');
    expect(new Sigill({ ...keys, exposeSecret: true }).withOptions({ maxRetries: 0 })).toBeInstanceOf(Sigill);
    expect(() => createApiClient({ ...keys, exposeSecret: true })).not.toThrow();
  });

  test.each(['Node.js/24', 'Cloudflare-Workers', 'Bun/1.3.0', 'Deno/2.5.0'])('works on %s', (userAgent) => {
    vi.stubGlobal('navigator', { userAgent });
    expect(new Sigill(keys)).toBeInstanceOf(Sigill);
  });
});

describe('a list', () => {
  const pages = [
    { body: { sessions: [{ id: 1 }, { id: 2 }], next_cursor: 'b' } },
    { body: { sessions: [], next_cursor: 'c' } },
    { body: { sessions: [{ id: 3 }] } },
  ];

  test('is iterated over all pages with the same filter', async () => {
    await using server = await serve(...pages);
    const ids: number[] = [];
    for await (const session of clientOf(server).sigill.session.list({ state: 'APPROVED' })) {
      expectTypeOf(session.reference).toEqualTypeOf<string | undefined>();
      ids.push(session.id);
    }
    expect(ids).toEqual([1, 2, 3]);
    expect(server.received.map(({ body }) => body)).toEqual([
      { state: 'APPROVED' },
      { state: 'APPROVED', cursor: 'b' },
      { state: 'APPROVED', cursor: 'c' },
    ]);
  });

  test('fetches no page that is not asked for, and can also be used as a page', async () => {
    await using server = await serve(...pages);
    const { sigill } = clientOf(server);
    for await (const _ of sigill.session.list()) break;
    expect(server.received).toHaveLength(1);
    expect((await sigill.session.list()).next_cursor).toBe('c');
  });

  test('throws the error of a page', async () => {
    await using server = await serve(pages[0] ?? {}, problem(401));
    const walk = async () => {
      for await (const _ of clientOf(server).sigill.session.list());
    };
    await expect(walk()).rejects.toBeInstanceOf(AuthenticationError);
  });

  test('exists only for operations that have pages', () => {
    const sigill = new Sigill(keys);
    expectTypeOf(sigill.session.list).returns.toExtend<AsyncIterable<{ id: number }>>();
    expectTypeOf(sigill.callback.list).returns.toExtend<AsyncIterable<{ url: string }>>();
    expectTypeOf(sigill.session.get).returns.not.toExtend<AsyncIterable<unknown>>();
  });
});

describe('waitFor', () => {
  const state = (state: string) => ({ body: { ...complete, state } });

  test('polls on the specified curve while nothing changes, and returns the session once it has ended', async () => {
    const created = Array.from({ length: 32 }, () => state('CREATED'));
    await using server = await serve(...created, state('INITIATED'), state('APPROVED'), {
      body: { ...complete, state: 'APPROVED', id: 5, surname: 'Eriksson' },
    });
    const { sigill, waits } = clientOf(server);
    const session = await sigill.session.waitFor(5);
    expectTypeOf(session.state).toEqualTypeOf<'FAILED' | 'ABORTED' | 'REJECTED' | 'APPROVED'>();
    expect(session).toMatchObject({ state: 'APPROVED', id: 5, surname: 'Eriksson' });
    const curve = Array.from({ length: 32 }, (_, n) => Math.min(2000 * 1.1 ** n, 30_000));
    expect(waits).toEqual([...curve, 2000]);
    expect(waits[1]).toBeCloseTo(2200);
    expect(waits[31]).toBe(30_000);
    expect(server.received.at(-1)).toMatchObject({ path: '/api/v1/session.get', body: { id: 5 } });
  });

  test.each(['FAILED', 'ABORTED', 'REJECTED', 'APPROVED'])('ends at %s', async (end) => {
    await using server = await serve(state('COMPLETED'), state(end), state(end));
    expect(await clientOf(server).sigill.session.waitFor(5)).toMatchObject({ state: end });
    expect(server.received).toHaveLength(3);
  });

  test('throws a TimeoutError with its own code after the timeout, and says which state the session is in', async () => {
    await using server = await serve(state('CREATED'), state('INITIATED'));
    // Lets the timeout pass when the second wait begins.
    let timeIsOver = () => {};
    const { setTimeout } = globalThis;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
      if (ms !== 90_000) return setTimeout(run, ms);
      timeIsOver = run;
      return undefined;
    }) as typeof setTimeout);
    const sleep: SigillOptions['sleep'] = async (_delayMs, signal) => {
      if (server.received.length < 2) return;
      timeIsOver();
      await wait(2 ** 31 - 1, signal);
    };
    const call = clientOf(server, { sleep }).sigill.session.waitFor(5, { timeoutMs: 90_000 });
    const error = await call.catch((error: unknown) => error);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      status: 0,
      code: 'wait_timeout',
      message: 'Session 5 did not end within 90 s. It is INITIATED.',
    });
    expect(server.received).toHaveLength(2);
  });

  test('ends at the timeout when there is no response', async () => {
    await using server = await serve(() => {});
    const call = clientOf(server).sigill.session.waitFor(5, { timeoutMs: 50 });
    await expect(call).rejects.toMatchObject({
      code: 'wait_timeout',
      message: 'Session 5 did not end within 0.05 s.',
    });
  });

  test('throws the error of the service before the timeout', async () => {
    await using server = await serve(problem(404));
    const call = clientOf(server).sigill.session.waitFor(5, { timeoutMs: 60_000 });
    await expect(call).rejects.toBeInstanceOf(NotFoundError);
  });

  test.each([undefined, 600_000])('ends with its signal, with a timeout of %s', async (timeoutMs) => {
    const controller = new AbortController();
    await using server = await serve(state('CREATED'));
    const sleep: SigillOptions['sleep'] = (delayMs, signal) => {
      setImmediate(() => controller.abort(new Error('stop')));
      return sleepForEver(delayMs, signal);
    };
    const call = clientOf(server, { sleep }).sigill.session.waitFor(5, { signal: controller.signal, timeoutMs });
    await expect(call).rejects.toThrow('stop');
  });
});
