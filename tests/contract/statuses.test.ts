/**
 * Every documented status of every operation, produced over HTTP and checked against the contract.
 * The matrix comes from the contract: a status nobody produces fails the last test.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { responseValidator } from '../../server/http/contract.ts';
import type { CallLimit } from '../../server/throttling/call-counters.ts';
import { announce, authorization, type Credentials, type Result, send } from '../support/call.ts';
import {
  codesOf,
  contract,
  mutating,
  operation,
  operationIds,
  requestExamples,
  requestSchema,
  responseExamples,
  schemesOf,
  statusesOf,
  walk,
} from '../support/contract.ts';
import { interceptQueries } from '../support/database.ts';
import { refusals } from '../support/refusals.ts';
import { credentialsFor, perform as performOn, type Scenario, scenarios } from '../support/scenarios.ts';
import { createTestServer, eventually, type TestServer, UNLIMITED } from '../support/test-server.ts';
import { createWorld, submitter, type World } from '../support/world.ts';

interface Problem {
  error: string;
  code: string;
  request_id: string;
  details?: { path: string; expected: string; received: string }[];
}

const BODY_LIMIT = 64 * 1024;
const LARGER_LIMITS: Partial<Record<OperationId, number>> = {
  'reader.submit': 6 * 1024 * 1024,
  'merchant.update': 384 * 1024,
};
const JSON_BODY = { 'Content-Type': 'application/json' };

const limits = new Map<OperationId, CallLimit>();
const log: string[] = [];
const queries = interceptQueries();
let server: TestServer;
let world: World;
/** The headers of a reader whose session goes on. */
let reading: Record<string, string>;

beforeAll(async () => {
  server = await createTestServer({ rate_limits: (id) => limits.get(id) ?? UNLIMITED, log: (line) => log.push(line) });
  world = createWorld(server, await server.account());
  reading = submitter(await world.started());
});
afterAll(async () => {
  queries.restore();
  await server?.stop();
});

const produced = new Set<string>();

/** Checks an answer against the contract and remembers that its status was produced. */
function accept<T>(id: OperationId, status: number, result: Result<T>): Result<T> {
  expect(result.status, `${id} answered ${result.text}`).toBe(status);
  const validate = responseValidator(id, status)!;
  expect(validate(result.body) || validate.errors, result.text).toBe(true);
  expect(result.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(result.headers.get('cache-control')).toBe('no-store');
  expectRequestId(result);
  produced.add(`${id} ${status}`);
  return result;
}

function expectRequestId({ status, headers, body }: Result): void {
  const id = headers.get('x-request-id');
  expect(id).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
  if (status !== 200) expect((body as Problem).request_id).toBe(id);
}

const expectProblem = (result: Result, code: string, text?: string | RegExp): Problem => {
  const problem = result.body as Problem;
  expect(problem).toMatchObject({
    code,
    ...(text !== undefined && { error: text instanceof RegExp ? expect.stringMatching(text) : text }),
  });
  return problem;
};

const prepare = (id: OperationId): Promise<Scenario> => scenarios[id](world);
const perform = (id: OperationId, scenario: Scenario, headers?: Record<string, string>) =>
  performOn(server.call, id, scenario, headers);

/** What opens the operation, when nothing of the account will change. */
const opening = (id: OperationId): Record<string, string> =>
  id === 'reader.submit' ? reading : authorization(credentialsFor(id, world.account));

const takesNoInput = (id: OperationId) => Object.keys(requestSchema(id).properties ?? {}).length === 0;
const needsNoInput = (id: OperationId) => (requestSchema(id).required ?? []).length === 0;
const isPublic = (id: OperationId) => schemesOf(id).length === 0;

describe('200', () => {
  test.each(operationIds)('%s', async (id) => {
    accept(id, 200, await perform(id, await prepare(id)));
  });

  test.each(operationIds.filter(needsNoInput))('%s takes no body, an empty one and {}', async (id) => {
    for (const body of [undefined, '', '{}']) {
      const { caller } = await prepare(id);
      const headers = { ...(body !== undefined && JSON_BODY), ...authorization(credentialsFor(id, caller)) };
      accept(id, 200, await send(server.base, id, { headers, ...(body !== undefined && { body }) }));
    }
  });
});

describe('400', () => {
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

    test.each(['[]', '"text"', '7', 'null', 'true'])('%s in the place of an object', async (body) => {
      const received = body === 'null' ? 'null' : body === '[]' ? 'array' : typeof JSON.parse(body);
      expectProblem(accept(id, 400, await post(body)), 'wrong_type', `The body must be object, received ${received}`);
    });

    test('an unknown property', async () => {
      const { required = [], properties = {} } = requestSchema(id);
      const known = Object.fromEntries(
        required.map((name) => [
          name,
          requestExamples(id).map(({ value }) => (value as Record<string, unknown>)[name])[0],
        ]),
      );
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
        const [example] = requestExamples(id);
        for (const [name, property] of Object.entries(requestSchema(id).properties ?? {})) {
          const { type, nullable } = [...walk({ properties: { [name]: property } })][0]!.schema;
          const wrong = type === 'string' ? 7 : 'seven';
          const body = { ...(example!.value as object), [name]: wrong };
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

  test.each(mutating)('%s refuses an Idempotency-Key that is too long', async (id) => {
    const result = await server.call(
      id,
      requestExamples(id)[0]!.value as Record<string, unknown>,
      credentialsFor(id, world.account),
      { 'Idempotency-Key': 'k'.repeat(256) },
    );
    expectProblem(accept(id, 400, result), 'invalid_value', /Idempotency-Key/);
  });
});

describe('401', () => {
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

describe('403', () => {
  test.each(operationIds)('%s for a page of another site', async (id) => {
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
    '%s for credentials of the other kind',
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

describe('404', () => {
  const MISSING: Record<string, { value: unknown; shown: RegExp }> = {
    Id: { value: 8_007_199_254_740_991, shown: /id: \d+/ },
    EventId: { value: 'msg_aaaaaaaaaaaaaaaaaaaaaaaa', shown: /id: msg_\w+/ },
    RequestIdentifier: { value: 'req_aaaaaaaaaaaaaaaaaaaaaaaa', shown: /id: req_\w+/ },
    Cursor: { value: 'bm9uZQ', shown: /$^/ },
    token: { value: `8007199254740991.${'A'.repeat(43)}`, shown: /$^/ },
    setup_intent_id: { value: 'seti_aaaaaaaaaaaaaaaaaaaaaaaa', shown: /id: seti_\w+/ },
  };

  const cases = operationIds
    .filter((id) => statusesOf(id).includes(404))
    .flatMap((id) =>
      [...walk(requestSchema(id))]
        .map(({ path, ref }) => ({ id, path, kind: ref !== undefined && ref in MISSING ? ref : path }))
        .filter(({ kind }) => kind in MISSING),
    );

  test.each(cases)('$id with a $path that names nothing', async ({ id, path, kind }) => {
    const { body, caller } = await prepare(id);
    const { value, shown } = MISSING[kind]!;
    const result = accept(
      id,
      404,
      await server.call(id, { ...body, [path]: value }, credentialsFor(id, caller ?? world.account)),
    );
    const { error } = expectProblem(result, 'not_found');
    const documented = responseExamples(id, 404).map((example) =>
      (example.value as Problem).error.replace(shown, `id: ${value}`),
    );
    expect(documented).toContain(error);
  });

  test('reader.submit with a Session-Token that names nothing', async () => {
    const { headers, body } = await prepare('reader.submit');
    const unknown = { ...headers, 'Session-Token': `8007199254740991.${'A'.repeat(43)}` };
    const result = accept('reader.submit', 404, await server.call('reader.submit', body, {}, unknown));
    expectProblem(result, 'not_found', 'No session found for this token');
  });

  test('an unknown name', async () => {
    for (const name of ['session.destroy', 'Session.create', '', 'constructor', '__proto__', 'session.create/']) {
      const result = await send(server.base, name, { headers: JSON_BODY, body: '{}' });
      expect(result.status, name).toBe(404);
      expectProblem(result, 'not_found');
      expectRequestId(result);
    }
  });
});

describe('409', () => {
  const key = () => ({ 'Idempotency-Key': `key-${Math.random()}` });

  test.each(mutating)('%s under a key that was used with another body', async (id) => {
    const scenario = await prepare(id);
    const headers = {
      ...JSON_BODY,
      ...key(),
      ...scenario.headers,
      ...authorization(credentialsFor(id, scenario.caller)),
    };
    const body = JSON.stringify(scenario.body);
    accept(id, 200, await send(server.base, id, { headers, body }));
    const conflict = await send(server.base, id, { headers, body: otherBody(id, body) });
    // The account and its tokens are gone by then, and that comes first.
    if (id === 'merchant.delete') return expect(conflict.status).toBe(401);
    expectProblem(accept(id, 409, conflict), 'idempotency_conflict');
  });

  /** Calls without input know only one body; written in another way it is another one, byte by byte. */
  const otherBody = (id: OperationId, body: string) => {
    const [name, property] =
      Object.entries(requestSchema(id).properties ?? {}).find(([, { type }]) => type === 'boolean') ?? [];
    return name && property
      ? JSON.stringify({ ...JSON.parse(body), [name]: !JSON.parse(body)[name] })
      : body.replace('{', '{ ');
  };

  test.each(mutating)('%s under a key whose call is still running', async (id) => {
    const scenario = await prepare(id);
    const headers = key();
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    let holding = false;
    await queries.during(
      async (sql) => {
        if (holding || !/^select .*idempotency_keys/.test(sql)) return;
        holding = true;
        reached.resolve();
        await held.promise;
      },
      async () => {
        const first = perform(id, scenario, headers);
        await reached.promise;
        const second = await perform(id, scenario, headers);
        held.resolve();
        expectProblem(accept(id, 409, second), 'idempotency_in_progress');
        expect(second.headers.get('retry-after')).toBe('1');
        accept(id, 200, await first);
      },
    );
  });
});

describe('413', () => {
  test.each(operationIds)('%s', async (id) => {
    const limit = LARGER_LIMITS[id] ?? BODY_LIMIT;
    const headers = { ...JSON_BODY, ...opening(id) };
    // Refused by its announced length alone: the rest is never sent.
    expectProblem(
      accept(id, 413, await announce(server.base, id, limit + 1, headers)),
      'payload_too_large',
      `The body is larger than ${limit} bytes`,
    );
  });

  test('by count when the length is not announced', async () => {
    const body = new Blob([`{"a":"${'a'.repeat(BODY_LIMIT)}"}`]).stream();
    const response = await fetch(`${server.base}/api/v1/user.self`, {
      method: 'POST',
      headers: { ...JSON_BODY, ...opening('user.self') },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  test('not one byte before the limit', async () => {
    const body = `{"a":"${'a'.repeat(BODY_LIMIT - 8)}"}`;
    expect(body.length).toBe(BODY_LIMIT);
    expectProblem(await send(server.base, 'demo.create', { headers: JSON_BODY, body }), 'unknown_property');
  });
});

describe('415', () => {
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

  test('application/json with parameters is taken', async () => {
    const result = await send(server.base, 'user.self', {
      headers: { 'Content-Type': 'Application/JSON; charset=utf-8', ...opening('user.self') },
      body: '{}',
    });
    accept('user.self', 200, result);
  });
});

describe('429', () => {
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

/** What is trusted is in memory, and its call goes on when the database is gone. */
const fromMemory: OperationId[] = ['trust.get'];
const asking = operationIds.filter((id) => !fromMemory.includes(id));

describe('faults', () => {
  /** The queries of authentication alone, which must pass for the fault to hit the handler. */
  const authenticating = new Set<string>();

  beforeAll(async () => {
    await queries.during(
      (sql) => void authenticating.add(sql),
      async () => {
        const { bearer, basic } = world.account;
        await server.call('user.self', { colour: 'red' }, { bearer });
        await server.call('session.state', { colour: 'red' }, { basic });
      },
    );
    expect(authenticating.size).toBeGreaterThan(0);
  });

  const failing = async (id: OperationId, error: Error): Promise<Result> => {
    const scenario = await prepare(id);
    let failed = false;
    const result = await queries.during(
      (sql) => {
        if (authenticating.has(sql) && id !== 'user.self') return;
        failed = true;
        throw error;
      },
      () => perform(id, scenario),
    );
    expect(failed, 'the handler asked the database').toBe(true);
    return result;
  };

  test.each(asking)('%s answers a programming error with 500 and nothing of it', async (id) => {
    const lines = log.length;
    const result = accept(
      id,
      500,
      await failing(id, new TypeError("Cannot read properties of undefined (reading 'planted_name')")),
    );
    expectProblem(result, 'internal_error');
    expect(result.text).not.toMatch(/planted|TypeError|undefined|select|insert|\.ts|node_modules/i);
    const { request_id } = result.body as Problem;
    const cause = log.slice(lines).find((line) => line.includes(request_id) && line.includes('planted_name'));
    expect(cause, 'the cause is in the log, with the request id').toBeDefined();
  });

  test.each(asking)('%s answers a full disk with 503', async (id) => {
    const full = world.server.deps.config.database_url
      ? Object.assign(new Error('could not extend file'), { code: '53100' })
      : Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    const result = accept(id, 503, await failing(id, full));
    expectProblem(result, 'service_unavailable');
    expect(result.text).not.toMatch(/disk|full|SQLITE|extend/);
    expect(Number(result.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('a call works again after the fault is gone', async () => {
    accept('user.self', 200, await perform('user.self', await prepare('user.self')));
  });
});

describe('outside the contract', () => {
  test.each(operationIds)('405 for another method than POST on %s', async (id) => {
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

describe('refusals of one operation', () => {
  /** Codes that the HTTP layer gives and the tests above look at. */
  const GENERAL = new Set([
    ...[
      'missing_property',
      'wrong_type',
      'invalid_value',
      'unknown_property',
      'malformed_body',
      'missing_credentials',
      'forbidden',
      'wrong_user_type',
      'role_not_allowed',
      'second_factor_setup_required',
    ],
    ...[
      'csrf_failed',
      'not_found',
      'payload_too_large',
      'unsupported_media_type',
      'rate_limited',
      'idempotency_conflict',
      'idempotency_in_progress',
    ],
    ...['internal_error', 'service_unavailable'],
  ]);
  /** Sign-in attempts are limited on these only, though the shared answer shows both codes. */
  const isGeneral = (status: number, code: string, id: OperationId) =>
    GENERAL.has(code) ||
    (status === 401 && code === 'invalid_credentials' && !isPublic(id)) ||
    (code === 'too_many_attempts' && codesOf(id, 429)[0] === 'rate_limited');

  const documented = operationIds.flatMap((id) =>
    statusesOf(id)
      .filter((status) => status >= 400)
      .flatMap((status) =>
        codesOf(id, status)
          .filter((code) => !isGeneral(status, code, id))
          .map((code) => ({ id, status, code })),
      ),
  );

  test.each(documented)('$id: $status $code', async ({ id, status, code }) => {
    const provoke = refusals[`${id} ${code}`];
    if (typeof provoke === 'string') return;
    expect(provoke, 'a refusal in tests/support/refusals.ts').toBeDefined();
    const result = accept(id, status, await provoke!(world));
    const { error } = expectProblem(result, code);
    expect(error).not.toMatch(/undefined|null|\[object/);
  });

  test('none is listed that the contract does not document', () => {
    const known = new Set(documented.map(({ id, code }) => `${id} ${code}`));
    expect(Object.keys(refusals).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('the database is gone', () => {
  test('every operation answers 503', async () => {
    const doomed = await createTestServer();
    const { bearer, basic } = await doomed.account();
    await doomed.ctx.db.destroy();
    for (const id of asking) {
      const [scheme] = schemesOf(id);
      const result = await doomed.call(
        id,
        requestExamples(id)[0]!.value as Record<string, unknown>,
        scheme === 'apiKey' ? { basic } : scheme ? { bearer } : {},
        id === 'reader.submit' ? reading : {},
      );
      // A public call with a token that cannot be ours, or a code without a browser, is answered without the database.
      if (isPublic(id) && [401, 403, 404].includes(result.status)) continue;
      accept(id, 503, result);
    }
    // The service may have asked itself a moment ago, and keeps that answer for a second.
    await eventually(async () => (await fetch(`${doomed.base}/readyz`)).status === 503, 'the service to notice');
    expect((await fetch(`${doomed.base}/healthz`)).status).toBe(200);
    await doomed.stop().catch(() => {});
  });
});

test('every documented status of every operation was produced', () => {
  const documented = operationIds.flatMap((id) => statusesOf(id).map((status) => `${id} ${status}`));
  const untouched = fromMemory.flatMap((id) => [`${id} 500`, `${id} 503`]);
  expect(documented.filter((pair) => !produced.has(pair))).toEqual(untouched);
  expect(documented.length).toBeGreaterThan(Object.keys(contract.paths).length);
});
