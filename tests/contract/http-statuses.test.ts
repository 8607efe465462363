/** Responses that are given before a handler runs, for every operation. statuses.test.ts has those of the handlers. */
// SQLite only: every response comes before the database is queried.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import type { Limited } from '../../server/http/limits/rate-limits.ts';
import type { CallLimit } from '../../server/throttling/call-counters.ts';
import {
  exampleWith,
  hasVariants,
  mutating,
  operation,
  operationIds,
  requestExamples,
  requestSchema,
  schemesOf,
  walk,
} from '../support/contract/contract.ts';
import { accept, expectProblem, expectRequestId, missingStatuses } from '../support/contract/documented-statuses.ts';
import { credentialsFor, perform as performOn, type Scenario, scenarios } from '../support/contract/scenarios.ts';
import { announce, authorization, type Credentials, send } from '../support/server/call.ts';
import { createTestServer, type TestServer, UNLIMITED } from '../support/server/test-server.ts';
import { createWorld, submitter, type World } from '../support/server/world.ts';

const BODY_LIMIT = 64 * 1024;
const LARGER_LIMITS: Partial<Record<OperationId, number>> = {
  'reader.submit': 6 * 1024 * 1024,
  'merchant.update': 384 * 1024,
};
const JSON_BODY = { 'Content-Type': 'application/json' };

const limits = new Map<Limited, CallLimit>();
let server: TestServer;
let world: World;
let reading: Record<string, string>;

beforeAll(async () => {
  server = await createTestServer({ rate_limits: (id) => limits.get(id) ?? UNLIMITED });
  world = createWorld(server, await server.account());
  reading = submitter(await world.started());
});
afterAll(() => server?.stop());

const prepare = (id: OperationId): Promise<Scenario> => scenarios[id](world);
const perform = (id: OperationId, scenario: Scenario) => performOn(server.call, id, scenario);

/** Headers with the credentials that the operation needs. */
const opening = (id: OperationId): Record<string, string> =>
  id === 'reader.submit' ? reading : authorization(credentialsFor(id, world.account));

const takesNoInput = (id: OperationId) => Object.keys(requestSchema(id).properties ?? {}).length === 0;
const needsNoInput = (id: OperationId) => (requestSchema(id).required ?? []).length === 0;
const isPublic = (id: OperationId) => schemesOf(id).length === 0;

describe('400 for wrong input', () => {
  const malformed: [string, string | Uint8Array<ArrayBuffer>, RegExp][] = [
    ['malformed JSON', '{"id": 1', /^The body is not valid JSON/],
    ['a repeated property', '{"a": 1, "a": 2}', /repeats a property/],
    ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d]), /UTF-8/],
    ['deep nesting', `{"a": ${'['.repeat(100)}${']'.repeat(100)}}`, /nested deeper than 16 levels/],
  ];

  describe.each(operationIds)('%s', (id) => {
    const post = (body: string | Uint8Array<ArrayBuffer>) =>
      send(server.base, id, { headers: { ...JSON_BODY, ...opening(id) }, body });

    test.each(malformed)('%s', async (_, body, text) => {
      expectProblem(accept(id, 400, await post(body)), 'malformed_body', text);
    });

    test.each(['[]', '"text"', '7', 'null', 'true'])('%s instead of an object', async (body) => {
      const received = body === 'null' ? 'null' : body === '[]' ? 'array' : typeof JSON.parse(body);
      expectProblem(accept(id, 400, await post(body)), 'wrong_type', `The body must be object, received ${received}`);
    });

    test('an unknown property', async () => {
      const { required = [], properties = {} } = requestSchema(id);
      const inOne = (name: string) =>
        requestExamples(id).map(({ value }) => (value as Record<string, unknown>)[name])[0];
      const known = hasVariants(id)
        ? (requestExamples(id)[0]!.value as object)
        : Object.fromEntries(required.map((name) => [name, inOne(name)]));
      expect('colour' in properties).toBe(false);
      expectProblem(
        accept(id, 400, await post(JSON.stringify({ ...known, colour: 'red' }))),
        'unknown_property',
        'Unknown property: colour',
      );
    });

    if (!needsNoInput(id))
      test('a missing property', async () => {
        const problem = expectProblem(accept(id, 400, await post('{}')), 'missing_property', /^Missing property: \w+$/);
        const [missing] = problem.details!;
        expect(requestSchema(id).required).toContain(missing!.path);
        expect(problem.error).toBe(`Missing property: ${missing!.path}`);
      });

    if (!takesNoInput(id))
      test('a wrong type', async () => {
        for (const [name, property] of Object.entries(requestSchema(id).properties ?? {})) {
          const { type, nullable } = [...walk({ properties: { [name]: property } })][0]!.schema;
          const wrong = type === 'string' ? 7 : 'seven';
          const body = { ...(exampleWith(id, name) ?? (requestExamples(id)[0]!.value as object)), [name]: wrong };
          expectProblem(
            accept(id, 400, await post(JSON.stringify(body))),
            'wrong_type',
            `${name} must be ${type}${nullable ? ' or null' : ''}, received ${typeof wrong}`,
          );
        }
      });
  });

  test('names the property, what it must be and what was received', async () => {
    expectProblem(
      await server.call('password.create', { password: 'correct horse' }),
      'missing_property',
      'Missing property: email',
    );
    const { basic } = world.account;
    expectProblem(
      await server.call('session.create', { face_verification: 'yes' }, { basic }),
      'wrong_type',
      'face_verification must be boolean, received string',
    );
  });

  test.each([
    ['session.create', { callbackUrl: 'https://a.example' }, 'callbackUrl. Did you mean callback_url?'],
    ['session.create', { referance: 'order-1042' }, 'referance. Did you mean reference?'],
    ['session.create', { body: { reference: 'order-1042' } }, 'body. Send the properties in body directly'],
    ['session.create', { idempotency_key: 'order-1042' }, 'idempotency_key. Send it as the header Idempotency-Key'],
    ['session.create', { idempotencyKey: 'order-1042' }, 'idempotencyKey. Send it as the header Idempotency-Key'],
    ['session.list', { idempotency_key: 'order-1042' }, 'idempotency_key'],
    ['session.list', { body: { colour: 'red' } }, 'body'],
    ['session.create', { ['reference'.repeat(6)]: 'order-1042' }, 'reference'.repeat(6)],
  ] as const)('%s says what an unknown property probably means: %j', async (id, body, text) => {
    const result = await server.call(id, body as object, { basic: world.account.basic });
    expectProblem(accept(id, 400, result), 'unknown_property', `Unknown property: ${text}`);
  });

  test.each(mutating)('%s refuses an overlong Idempotency-Key', async (id) => {
    const result = await server.call(
      id,
      requestExamples(id)[0]!.value as Record<string, unknown>,
      credentialsFor(id, world.account),
      { 'Idempotency-Key': 'k'.repeat(256) },
    );
    expectProblem(accept(id, 400, result), 'invalid_value', /Idempotency-Key/);
  });
});

describe('401 without valid credentials', () => {
  const wrong: [string, Credentials, string][] = [
    ['no credentials', {}, 'missing_credentials'],
    ['a wrong token', { bearer: 'a'.repeat(43) }, 'invalid_credentials'],
    [
      'a wrong secret',
      { basic: { public_key: 'public-key-aaaaaaaa', secret: 'secret-aaaaaaaaaaaa' } },
      'invalid_credentials',
    ],
  ];
  describe.each(operationIds.filter((id) => !isPublic(id)))('%s', (id) => {
    test.each(wrong)('%s', async (_, credentials, code) => {
      const result = accept(id, 401, await server.call(id, {}, credentials));
      expectProblem(result, code);
      expect(result.headers.get('www-authenticate')).toMatch(schemesOf(id).includes('apiKey') ? /^Basic / : /^Bearer /);
    });
  });
});

describe('403 for callers that are not allowed', () => {
  test.each(operationIds)('%s when called by a page of another site', async (id) => {
    const refused: Record<string, string>[] = [{ Cookie: 'XSRF-TOKEN=abc' }];
    if (!operation(id)['x-cors']) refused.push({ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' });
    for (const headers of refused) {
      const { value } = requestExamples(id)[0]!;
      const result = await server.call(
        id,
        value as Record<string, unknown>,
        credentialsFor(id, world.account),
        headers,
      );
      expectProblem(accept(id, 403, result), 'csrf_failed');
    }
  });

  test.each(operationIds.filter((id) => schemesOf(id).length === 1))(
    '%s with credentials of the other kind',
    async (id) => {
      const { basic, bearer } = world.account;
      const other = schemesOf(id)[0] === 'apiKey' ? { bearer } : { basic };
      const result = accept(
        id,
        403,
        await server.call(id, requestExamples(id)[0]!.value as Record<string, unknown>, other),
      );
      expectProblem(result, 'wrong_user_type');
    },
  );
});

describe('413 for bodies over the limit', () => {
  test.each(operationIds)('%s', async (id) => {
    const limit = LARGER_LIMITS[id] ?? BODY_LIMIT;
    const headers = { ...JSON_BODY, ...opening(id) };
    // Refused because of its Content-Length: the rest is never sent.
    expectProblem(
      accept(id, 413, await announce(server.base, id, limit + 1, headers)),
      'payload_too_large',
      `The body is larger than ${limit} bytes`,
    );
  });

  test('of a body counted while it arrives, if its length is not announced', async () => {
    const body = new Blob([`{"a":"${'a'.repeat(BODY_LIMIT)}"}`]).stream();
    const response = await fetch(`${server.base}/api/v1/user.self`, {
      method: 'POST',
      headers: { ...JSON_BODY, ...opening('user.self') },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  test('but not for one byte below the limit', async () => {
    const body = `{"a":"${'a'.repeat(BODY_LIMIT - 8)}"}`;
    expect(body.length).toBe(BODY_LIMIT);
    expectProblem(await send(server.base, 'demo.create', { headers: JSON_BODY, body }), 'unknown_property');
  });
});

describe('415 for other content types', () => {
  test.each(operationIds)('%s', async (id) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'multipart/form-data; boundary=x',
    ]) {
      const result = await send(server.base, id, { headers: { 'Content-Type': type, ...opening(id) }, body: '{}' });
      expectProblem(accept(id, 415, result), 'unsupported_media_type');
    }
  });

  test('but application/json with parameters is accepted', async () => {
    const result = await send(server.base, 'user.self', {
      headers: { 'Content-Type': 'Application/JSON; charset=utf-8', ...opening('user.self') },
      body: '{}',
    });
    accept('user.self', 200, result);
  });
});

describe('429 over the rate limit', () => {
  test.each(operationIds)('%s', async (id) => {
    const scenario = await prepare(id);
    limits.set(id, { requests: 1, window_seconds: 60 });
    try {
      const first = await perform(id, { ...scenario, body: { colour: 'red' } });
      expect(first.status).toBe(400);
      expect(first.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
      expect(first.headers.get('ratelimit-policy')).toBe('"default";q=1;w=60');
      const second = accept(id, 429, await perform(id, scenario));
      expectProblem(second, 'rate_limited', /try again in \d+ s/i);
      expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(second.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
      expect(second.headers.get('ratelimit-policy')).toBe('"default";q=1;w=60');
    } finally {
      limits.delete(id);
    }
  });
});

describe('requests outside the contract', () => {
  test.each(operationIds)('405 for methods other than POST on %s', async (id) => {
    const methods = ['GET', 'PUT', 'DELETE', 'PATCH', ...(operation(id)['x-cors'] ? [] : ['OPTIONS'])];
    for (const method of methods) {
      const result = await send(server.base, id, { method, headers: opening(id) });
      expect(result.status, method).toBe(405);
      expect(result.headers.get('allow')).toBe('POST');
      expectProblem(result, 'method_not_allowed');
      expectRequestId(result);
    }
  });
});

describe('pages of other sites', () => {
  test.each(operationIds.filter((id) => operation(id)['x-cors']))('may call %s, without credentials', async (id) => {
    const asked = await send(server.base, id, {
      method: 'OPTIONS',
      headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-headers')).toBe(
      'Content-Type, Idempotency-Key, X-Client-Version, X-Retry-Count',
    );
    const { token } = await world.session();
    for (const [body, expected] of [
      [{ token }, 200],
      [{ token: 'short' }, 400],
    ] as const) {
      const { status, headers } = await server.call(id, body, {}, { Origin: 'https://shop.example' });
      expect(status).toBe(expected);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test('may call nothing else', async () => {
    for (const id of operationIds.filter((id) => !operation(id)['x-cors'])) {
      const { headers } = await server.call(id, {}, {}, { Origin: 'https://shop.example' });
      expect(headers.get('access-control-allow-origin'), id).toBeNull();
    }
  });
});

test('every documented status of the HTTP layer was produced', () => expect(missingStatuses('http')).toEqual([]));
