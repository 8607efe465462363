/**
 * What every client in another language promises, registered as tests: it reads every example of the contract, makes every call that
 * an API key may make, retries as `@sigill/sdk` does, and says what is wrong with a callback.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takesKeys } from '../../../openapi/contract/contract.ts';
import { errorOf } from '../../../openapi/diff/sdk-names.ts';
import { callbacks } from '../../../sdk/client/src/callbacks.ts';
import {
  type Answer,
  complete,
  problem,
  type TestServer as Scripted,
  serve,
} from '../../../sdk/client/src/testing/scripted-server.ts';
import { responseValidator } from '../../../server/http/contract.ts';
import { createTestServer, type TestServer } from '../server/test-server.ts';
import { createWorld, type World } from '../server/world.ts';
import {
  codesOf,
  contract,
  operation,
  operationIds,
  requestExamples,
  responseExamples,
  statusesOf,
} from './contract.ts';
import type { ForeignAnswer, ForeignClient, ForeignError, ForeignOptions, ForeignRequest } from './foreign-client.ts';
import { scenarios } from './scenarios.ts';

const KEYS = { public_key: 'public-key-12345678', secret: 'secret-1234567890123456' };

const ids = operationIds.filter((id) => takesKeys(contract, operation(id)));

export interface Promised {
  client: () => ForeignClient;
  /** The client's name for a class of `@sigill/sdk`. Without it, classes are not compared. */
  classOf?: (name: string) => string;
}

export function promisesOf({ client, classOf }: Promised): void {
  const ask = (server: Scripted, request: ForeignRequest, options: ForeignOptions = {}): Promise<ForeignAnswer> =>
    client().ask({ ...request, client: { ...KEYS, base_url: server.baseUrl, ...options } });
  const create = (server: Scripted, options?: ForeignOptions) =>
    ask(server, { do: 'call', operation: 'session.create', params: {} }, options);
  const named = (name: string) => classOf && { class: classOf(name) };
  const promised: Asked = { client, ask, create, named };
  describe('reads every example', () => examples(promised));
  describe('makes every call that an API key may make', () => calls(promised));
  describe('retries', () => retries(promised));
  describe('retries as the service says,', () => toldRetries(promised));
  describe('an error', () => errors(promised));
  describe('lists and waits', () => listsAndWaits(promised));
  describe('a client', () => settings(promised));
  describe('a callback', () => callbackChecks(promised));
}

interface Asked {
  client: () => ForeignClient;
  ask: (server: Scripted, request: ForeignRequest, options?: ForeignOptions) => Promise<ForeignAnswer>;
  create: (server: Scripted, options?: ForeignOptions) => Promise<ForeignAnswer>;
  named: (name: string) => { class: string } | undefined;
}

function examples({ ask, named }: Asked): void {
  let server: Scripted;
  let answer: Answer;
  beforeAll(async () => {
    server = await serve((response) => {
      const { status = 200, body } = answer as Exclude<Answer, (...args: never) => void>;
      response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_8f3kq2mzv5t7c1xw' });
      response.end(JSON.stringify(body));
    });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test.each(ids)('of %s', async (id) => {
    const params = requestExamples(id)[0]!.value as object;
    const call = (body: unknown, status = 200) => {
      answer = { status, body };
      return ask(server, { do: 'call', operation: id, params }, { max_retries: 0 });
    };
    for (const { name, value } of responseExamples(id, 200))
      expect(await call(value), name).toEqual({ result: value, waits_ms: [] });
    expect(server.received.at(-1)).toMatchObject({ path: `/api/v1/${id}`, body: params });
    for (const status of statusesOf(id).filter((status) => status !== 200))
      for (const { value } of responseExamples(id, status)) {
        const {
          error: message,
          code,
          request_id: _,
          ...more
        } = value as { error: string; code: never; request_id: string };
        if (!codesOf(id, status).includes(code)) continue;
        const { error } = await call(value, status);
        const request_id = 'req_8f3kq2mzv5t7c1xw';
        const expected = {
          ...{ message, status, code, request_id },
          ...more,
          ...named(errorOf(String(status)) ?? 'SigillError'),
        };
        expect(error, code).toMatchObject(expected);
      }
  });
}

function calls({ client }: Asked): void {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await createTestServer();
    world = createWorld(server, await server.account());
  });
  afterAll(() => server?.stop());

  test.each(ids)('%s', async (id) => {
    const { body: params, caller = world.account } = await scenarios[id](world);
    const { result, error } = await client().ask({
      ...{ do: 'call', operation: id, params },
      client: { ...caller.basic, base_url: server.base },
    });
    expect(error).toBeUndefined();
    const validate = responseValidator(id, 200)!;
    expect(validate(result) || validate.errors, JSON.stringify(result)).toBe(true);
  });

  test('and says why the service refuses one', async () => {
    const refused = await client().ask({
      ...{ do: 'call', operation: 'session.get', params: { id: 1 } },
      client: { ...world.account.basic, base_url: server.base },
    });
    expect(refused.error).toMatchObject({ status: 404, code: 'not_found' });
  });
}

function retries({ ask, create, named }: Asked): void {
  test.each([429, 500, 502, 503, 504])('four times after status %i with growing waits', async (status) => {
    await using server = await serve(problem(status));
    const { error, waits_ms } = await create(server);
    expect(error).toMatchObject({ status });
    expect(waits_ms).toEqual([2000, 4000, 8000, 16000]);
    expect(server.received).toHaveLength(5);
  });

  test.each([400, 401, 403, 404, 405, 409, 413, 415, 501])('never after status %i', async (status) => {
    await using server = await serve(problem(status));
    expect(await create(server)).toMatchObject({ error: { status }, waits_ms: [] });
    expect(server.received).toHaveLength(1);
  });

  test('after a lost connection, before and during the response', async () => {
    await using server = await serve(
      (response) => response.destroy(),
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"id":', () => response.destroy());
      },
      {},
    );
    expect(await create(server)).toEqual({ result: complete, waits_ms: [2000, 4000] });
  });

  test('after a timeout of one attempt', async () => {
    await using server = await serve(() => {}, {});
    expect(await create(server, { timeout_ms: 300 })).toEqual({ result: complete, waits_ms: [2000] });
  });

  test('with one idempotency key per call, and none for a call that reads', async () => {
    await using server = await serve(problem(503), {}, {}, {}, {});
    await create(server);
    await create(server);
    await ask(server, { do: 'call', operation: 'session.get', params: { id: 1 } });
    const options = { idempotency_key: 'order-1042' };
    await ask(server, { do: 'call', operation: 'session.create', params: {}, options });
    const [first, again, other, read, own] = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[\x21-\x7e]{16,255}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect([read, own]).toEqual([undefined, 'order-1042']);
  });

  test('and counts them', async () => {
    await using server = await serve(problem(503), problem(503), {});
    await create(server);
    expect(server.received.map(({ headers }) => headers['x-retry-count'])).toEqual([undefined, '1', '2']);
  });

  test('as often as client and call say', async () => {
    await using server = await serve(problem(503));
    expect((await create(server, { max_retries: 1 })).waits_ms).toEqual([2000]);
    const call = { do: 'call', operation: 'session.create', params: {} } as const;
    expect((await ask(server, { ...call, options: { max_retries: 0 } })).waits_ms).toEqual([]);
    expect((await create(server, { random: 0.999 })).waits_ms).toEqual([1800, 3600, 7201, 14402]);
  });

  test('and throws the last error', async () => {
    await using server = await serve((response) => response.destroy());
    const { error } = await create(server, { max_retries: 1 });
    expect(error).toMatchObject({ status: 0, code: 'connection_failed', ...named('ConnectionError') });
    expect(server.received).toHaveLength(2);
  });
}

function toldRetries({ create, named }: Asked): void {
  test('waiting as long as Retry-After, in seconds or until a date', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    await using server = await serve(
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 503, headers: { 'retry-after': date } },
      { status: 503, headers: { 'retry-after': 'soon' } },
      {},
    );
    const { waits_ms } = await create(server);
    expect(waits_ms[0]).toBe(7000);
    expect(waits_ms[1]).toBeGreaterThan(20_000);
    expect(waits_ms[1]).toBeLessThanOrEqual(30_000);
    expect(waits_ms[2]).toBe(8000);
  });

  test('leaving a wait of more than a minute to the caller', async () => {
    await using server = await serve({ ...(problem(429) as object), headers: { 'retry-after': '3600' } });
    const { error, waits_ms } = await create(server);
    expect(error).toMatchObject({ status: 429, retry_after: 3600, ...named('RateLimitError') });
    expect(waits_ms).toEqual([]);
  });

  test('where it says whether a retry can help', async () => {
    const told = (status: number, help: boolean): Answer => ({
      ...(problem(status) as object),
      headers: { 'x-should-retry': String(help) },
    });
    await using hopeless = await serve(told(503, false));
    expect(await create(hopeless)).toMatchObject({ error: { status: 503 }, waits_ms: [] });
    await using promising = await serve(told(409, true), {});
    expect(await create(promising)).toEqual({ result: complete, waits_ms: [2000] });
  });
}

function errors({ client, create, named }: Asked): void {
  test.each([
    ['a page of a proxy', 502, '<html>Bad gateway</html>', 'ServerError'],
    ['JSON of a proxy', 403, { error: { reason: 'blocked' } }, 'PermissionError'],
    ['a redirect', 302, '', 'SigillError'],
  ])('is created from %s', async (_, status, body, name) => {
    await using server = await serve({ status, body, headers: { location: '/elsewhere' } });
    const { error } = await create(server, { max_retries: 0 });
    expect(error).toMatchObject({ status, message: `The service returned status ${status}.`, ...named(name) });
    expect(error!.code).toBeUndefined();
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['<html>Sign in to the Wi-Fi</html>', 'The response to session.create has no JSON object.'],
    ['', 'The response to session.create has no JSON object.'],
    ['null', 'The response to session.create has no JSON object.'],
    ['{}', 'The response to session.create has no id.'],
    ['{"id":1,"token":"t","expires":"e"}', 'The response to session.create has no open_url.'],
  ])('is created from an invalid successful response: %s', async (body, message) => {
    await using server = await serve({ body });
    const { error } = await create(server);
    expect(error).toMatchObject({ status: 200, code: 'invalid_answer', request_id: 'request-1', message });
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['http://sigill.invalid', 'unreachable', 0],
    ['http://127.0.0.1:1', 'connection_failed', 1],
  ])('names %s, which cannot be reached', async (base_url, code, waits) => {
    const { error, waits_ms } = await client().ask({
      ...{ do: 'call', operation: 'session.create', params: {} },
      client: { ...KEYS, base_url, max_retries: 1 },
    });
    expect(error).toMatchObject({ status: 0, code, ...named('ConnectionError') });
    expect(error!.message).toContain(`Could not reach ${base_url}`);
    expect(waits_ms).toHaveLength(waits);
  });

  test('says that the service did not respond in time, before or during the response', async () => {
    await using server = await serve(
      () => {},
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{');
        const drip = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(drip));
      },
    );
    for (const _ of ['before', 'during']) {
      const { error } = await create(server, { timeout_ms: 300, max_retries: 0 });
      expect(error).toMatchObject({ status: 0, code: 'timeout', ...named('TimeoutError') });
      expect(error!.message).toBe(`No response from ${server.baseUrl} in 0.3 s.`);
    }
  });

  test('never shows a key', async () => {
    await using server = await serve(problem(401), (response) => response.destroy());
    for (const _ of ['refused', 'lost']) {
      const { error } = await create(server, { max_retries: 0 });
      expect(error!.shown).not.toBe('');
      for (const key of [KEYS.secret, KEYS.public_key, btoa(`${KEYS.public_key}:${KEYS.secret}`)])
        expect(error!.shown).not.toContain(key);
    }
  });
}

function listsAndWaits({ ask, named }: Asked): void {
  test('all pages with the same filter', async () => {
    await using server = await serve(
      { body: { sessions: [{ id: 1 }, { id: 2 }], next_cursor: 'b' } },
      { body: { sessions: [], next_cursor: 'c' } },
      { body: { sessions: [{ id: 3 }] } },
    );
    const { result } = await ask(server, { do: 'list', operation: 'session.list', params: { state: 'APPROVED' } });
    expect((result as { id: number }[]).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(server.received.map(({ body }) => body)).toEqual([
      { state: 'APPROVED' },
      { state: 'APPROVED', cursor: 'b' },
      { state: 'APPROVED', cursor: 'c' },
    ]);
  });

  test('throws the error of a page', async () => {
    await using server = await serve({ body: { sessions: [{ id: 1 }], next_cursor: 'b' } }, problem(401));
    const { error } = await ask(server, { do: 'list', operation: 'session.list' });
    expect(error).toMatchObject({ status: 401, ...named('AuthenticationError') });
  });

  const state = (state: string): Answer => ({ body: { ...complete, state } });

  test('for the end of a session, more slowly while nothing changes', async () => {
    await using server = await serve(
      ...Array.from({ length: 32 }, () => state('CREATED')),
      state('INITIATED'),
      state('APPROVED'),
    );
    const { result, waits_ms } = await ask(server, { do: 'wait_for', id: 5 });
    expect(result).toMatchObject({ state: 'APPROVED' });
    const curve = [...Array.from({ length: 32 }, (_, n) => Math.min(2000 * 1.1 ** n, 30_000)), 2000];
    expect(waits_ms).toHaveLength(curve.length);
    for (const [at, wait] of waits_ms.entries()) expect(Math.abs(wait - curve[at]!)).toBeLessThan(1);
    expect(server.received.at(-1)).toMatchObject({ path: '/api/v1/session.get', body: { id: 5 } });
  });

  test.each(['FAILED', 'ABORTED', 'REJECTED', 'APPROVED'])('for a session that is %s', async (end) => {
    await using server = await serve(state(end));
    expect(await ask(server, { do: 'wait_for', id: 5 })).toMatchObject({ result: { state: end }, waits_ms: [] });
  });

  test('for a session no longer than asked', async () => {
    await using server = await serve(() => {});
    const { error } = await ask(server, { do: 'wait_for', id: 5, timeout_ms: 300 });
    expect(error).toMatchObject({ status: 0, code: 'wait_timeout', ...named('TimeoutError') });
    expect(error!.message).toBe('Session 5 did not end within 0.3 s.');
  });

  test('for a session until the service says otherwise', async () => {
    await using server = await serve(problem(404));
    const { error } = await ask(server, { do: 'wait_for', id: 5, timeout_ms: 60_000 });
    expect(error).toMatchObject({ status: 404, ...named('NotFoundError') });
  });
}

function settings({ client, create }: Asked): void {
  const refused = async (options: ForeignOptions): Promise<ForeignError> =>
    (await client().ask({ do: 'show', client: { ...KEYS, base_url: 'http://localhost', ...options } })).error!;

  test.each([
    [{ public_key: '' }, 'SIGILL_PUBLIC_KEY'],
    [{ secret: '' }, 'SIGILL_SECRET'],
    [{ public_key: KEYS.secret, secret: KEYS.public_key }, 'swapped'],
    [{ secret: `${KEYS.secret}\n` }, 'begins or ends with whitespace'],
    [{ secret: 'secret-12→34567890123456' }, 'has a character that keys never have'],
    [{ base_url: 'localhost:3000' }, 'must start with https:// or http://'],
    [{ base_url: 'https://user:password@localhost' }, 'must not contain credentials, received https://localhost'],
    [{ max_retries: -1 }, 'must be a non-negative integer'],
    [{ timeout_ms: 0 }, 'must be'],
  ])('is refused with %j', async (options, text) => {
    const { message, shown, status } = await refused(options);
    expect(message).toContain(text);
    expect(status).toBeUndefined();
    for (const hidden of [KEYS.secret, 'password@', '→']) expect(shown).not.toContain(hidden);
  });

  test('shows no key', async () => {
    const { result } = await client().ask({ do: 'show', client: { ...KEYS, base_url: 'http://localhost:3000' } });
    expect(result).toContain('http://localhost:3000');
    for (const key of [KEYS.secret, btoa(`${KEYS.public_key}:${KEYS.secret}`)]) expect(result).not.toContain(key);
  });

  test('identifies itself, and sends its key and headers', async () => {
    await using server = await serve();
    await create(server, { default_headers: { 'x-proxy': 'a' } });
    const { headers } = server.received[0]!;
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-proxy': 'a' });
    expect(headers.authorization).toBe(`Basic ${btoa(`${KEYS.public_key}:${KEYS.secret}`)}`);
    expect(headers['user-agent']).toMatch(/^sigill-\w+\/\d+\.\d+\.\d+$/);
    expect(headers['x-client-version']).toBe(headers['user-agent']);
  });
}

const SIGNING_SECRET = `whsec_${btoa('a signing secret of 32 bytes ...')}`;
const OTHER_SECRET = `whsec_${btoa('an older one, no longer in use ..')}`;
const EVENT = {
  id: 'msg_2wXk9QmVb4LrT7sYp0Zc',
  type: 'session.state_changed',
  created: '2026-11-21T09:32:05.113Z',
  data: { id: 4821930477261, state: 'APPROVED', previous_state: 'COMPLETED', reference: 'örder-1042' },
} as const;

function callbackChecks({ client }: Asked): void {
  const now = Math.floor(Date.now() / 1000);
  const signed = (secret = SIGNING_SECRET) => callbacks.sign(EVENT, secret, { now: new Date(now * 1000) });
  type Check = Partial<Extract<ForeignRequest, { do: 'unwrap' }>>;
  const unwrap = async (check: Check = {}, secret?: string) =>
    client().ask({ do: 'unwrap', ...(await signed(secret)), secrets: [SIGNING_SECRET], now, ...check });

  test('is read, whatever the case of its headers', async () => {
    expect((await unwrap()).result).toEqual(EVENT);
    const { headers } = await signed();
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    expect((await unwrap({ headers: upper })).result).toEqual(EVENT);
  });

  test('is read during a rotation, with either secret and either signature', async () => {
    const secrets = [SIGNING_SECRET, OTHER_SECRET];
    expect((await unwrap({ secrets }, OTHER_SECRET)).result).toEqual(EVENT);
    const [old, current] = await Promise.all([signed(OTHER_SECRET), signed()]);
    const both = `${old.headers['webhook-signature']} ${current.headers['webhook-signature']}`;
    expect((await unwrap({ headers: { ...current.headers, 'webhook-signature': both } })).result).toEqual(EVENT);
  });

  test('is found among the first ten signatures, and those after them are ignored', async () => {
    const [wrong, { headers }] = await Promise.all([signed(OTHER_SECRET), signed()]);
    const among = (before: number) => {
      const all = [...Array(before).fill(wrong.headers['webhook-signature']), headers['webhook-signature']];
      return unwrap({ headers: { ...headers, 'webhook-signature': all.join(' ') } });
    };
    expect((await among(9)).result).toEqual(EVENT);
    expect((await among(10)).error).toMatchObject({ code: 'old_key' });
  });

  test.each<[string, Check, string | undefined]>([
    ['old', { now: now + 301 }, undefined],
    ['in the future', { now: now - 301 }, undefined],
    ['older than a shorter tolerance', { now: now + 61, tolerance_seconds: 60 }, undefined],
  ])('is refused when it is %s', async (_, check) => {
    expect((await unwrap(check)).error).toMatchObject({ code: 'clock_skew' });
  });

  test('is refused when it was changed, or signed with another secret', async () => {
    const { body } = await signed();
    const forged = await unwrap({ body: body.replace('APPROVED', 'REJECTED') });
    expect(forged.error).toMatchObject({ code: 'old_key' });
    expect((await unwrap({}, OTHER_SECRET)).error).toMatchObject({ code: 'old_key' });
    const { headers } = await signed();
    expect((await unwrap({ headers: { ...headers, 'webhook-id': 'msg_other' } })).error).toMatchObject({
      code: 'old_key',
    });
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('is refused without %s', async (name) => {
    const { headers } = await signed();
    const { [name as 'webhook-id']: _, ...left } = headers;
    const { error } = await unwrap({ headers: left as typeof headers });
    expect(error).toMatchObject({ code: 'missing_header', message: expect.stringContaining(name) });
    expect((await unwrap({ headers: null })).error).toMatchObject({ code: 'missing_header' });
  });

  test('is refused when its body was cut off, or serialized again', async () => {
    const { body } = await signed();
    expect((await unwrap({ body: body.slice(0, -1) })).error).toMatchObject({ code: 'truncated' });
    expect((await unwrap({ body: JSON.stringify(EVENT, null, 2) })).error).toMatchObject({ code: 'reserialized_body' });
  });

  test.each([
    ['secret-abcdefghijklmnop', 'the secret of an API key'],
    ['public-key-abcdefgh', 'a public key'],
    ['whsec_not base64', 'something else'],
    ['', 'nothing'],
  ])('is refused with the wrong kind of secret: %j', async (secret, kind) => {
    const { error } = await unwrap({ secrets: [secret] });
    expect(error).toMatchObject({ code: 'wrong_secret', message: expect.stringContaining(kind) });
    if (secret) expect(error!.shown).not.toContain(secret);
  });
}
