/**
 * Every documented status that a handler responds with, checked against the contract. http-statuses.test.ts has the responses that
 * are given before a handler runs and without a query.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import {
  codesOf,
  contract,
  mutating,
  operationIds,
  requestExamples,
  requestSchema,
  responseExamples,
  schemesOf,
  statusesOf,
  walk,
} from '../support/contract/contract.ts';
import {
  accept,
  expectProblem,
  expectRequestId,
  missingStatuses,
  type Problem,
} from '../support/contract/documented-statuses.ts';
import { refusals } from '../support/contract/refusals.ts';
import {
  ACCESS,
  credentialsFor,
  perform as performOn,
  type Scenario,
  scenarios,
} from '../support/contract/scenarios.ts';
import { isWhole, someOf } from '../support/runs/sweep.ts';
import { authorization, type Result, send } from '../support/server/call.ts';
import { interceptQueries } from '../support/server/database.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, submitter, type World } from '../support/server/world.ts';

const JSON_BODY = { 'Content-Type': 'application/json' };

const log: string[] = [];
const queries = interceptQueries();
let server: TestServer;
let world: World;
let reading: Record<string, string>;

beforeAll(async () => {
  server = await createTestServer({ log: (line) => log.push(line) });
  world = createWorld(server, await server.account());
  reading = submitter(await world.started());
});
afterAll(async () => {
  queries.restore();
  await server?.stop();
});

const onSqlite = process.env['TEST_DATABASE_URL'] === undefined;
/** For tests in which all operations run the same queries, so that a few operations are enough on PostgreSQL. */
const few = <T>(all: T[]): T[] => (onSqlite ? someOf(all, 4) : all.slice(0, 3));

const prepare = (id: OperationId): Promise<Scenario> => scenarios[id](world);
const perform = (id: OperationId, scenario: Scenario, headers?: Record<string, string>) =>
  performOn(server.call, id, scenario, headers);

const needsNoInput = (id: OperationId) => (requestSchema(id).required ?? []).length === 0;
const isPublic = (id: OperationId) => schemesOf(id).length === 0;

describe('200 for valid calls', () => {
  // Statements are cached by their text. One whose text differs each time would be prepared each time and displace others.
  test.each(operationIds)('%s, with no time or id in the text of a statement', async (id) => {
    const scenario = await prepare(id);
    const texts: string[] = [];
    accept(
      id,
      200,
      await queries.during(
        (sql) => void texts.push(sql),
        () => perform(id, scenario),
      ),
    );
    expect(texts.filter((sql) => /\d{10}/.test(sql))).toEqual([]);
  });

  test.each(few(operationIds.filter(needsNoInput)))('%s without a body', async (id) => {
    const { caller } = await prepare(id);
    accept(id, 200, await send(server.base, id, { headers: authorization(credentialsFor(id, caller)) }));
  });

  test.each(['', '{}'])('user.self with the body %j', async (body) => {
    const headers = { ...JSON_BODY, ...authorization(credentialsFor('user.self', world.account)) };
    accept('user.self', 200, await send(server.base, 'user.self', { headers, body }));
  });
});

describe('404 for what does not exist', () => {
  const MISSING: Record<string, { value: unknown; shown: RegExp; by?: string }> = {
    Id: { value: 8_007_199_254_740_991, shown: /id: \d+/ },
    EventId: { value: 'msg_aaaaaaaaaaaaaaaaaaaaaaaa', shown: /id: msg_\w+/ },
    RequestIdentifier: { value: 'req_aaaaaaaaaaaaaaaaaaaaaaaa', shown: /id: req_\w+/ },
    InviteReference: { value: 'unknown', shown: /$^/ },
    LinkCode: { value: 'aaaaaaaaaaaaaa', shown: /$^/ },
    PolicyName: { value: 'no-such-policy', shown: /name: [\w-]+/, by: 'name' },
    Cursor: { value: 'bm9uZQ', shown: /$^/ },
    token: { value: `8007199254740991.${'A'.repeat(43)}`, shown: /$^/ },
    setup_intent_id: { value: 'seti_aaaaaaaaaaaaaaaaaaaaaaaa', shown: /id: seti_\w+/ },
  };

  const cases = operationIds
    .filter((id) => statusesOf(id).includes(404))
    .flatMap((id) =>
      [...walk(requestSchema(id))]
        .map(({ path, ref }) => ({ id, path, kind: ref !== undefined && ref in MISSING ? ref : path }))
        .filter(({ path, kind }) => kind in MISSING && !path.includes('.'))
        .filter(({ path }) => ACCESS[id].names?.[path] !== 'recorded'),
    );

  test.each(few(cases))('$id with an unknown $path', async ({ id, path, kind }) => {
    const { body, caller } = await prepare(id);
    const { value, shown, by = 'id' } = MISSING[kind]!;
    const result = accept(
      id,
      404,
      await server.call(id, { ...body, [path]: value }, credentialsFor(id, caller ?? world.account)),
    );
    const { error } = expectProblem(result, 'not_found');
    const documented = responseExamples(id, 404).map((example) =>
      (example.value as Problem).error.replace(shown, `${by}: ${value}`),
    );
    expect(documented).toContain(error);
  });

  test('reader.submit with an unknown Session-Token', async () => {
    const { headers, body } = await prepare('reader.submit');
    const unknown = { ...headers, 'Session-Token': `8007199254740991.${'A'.repeat(43)}` };
    const result = accept('reader.submit', 404, await server.call('reader.submit', body, {}, unknown));
    expectProblem(result, 'not_found', 'No session found for this token');
  });

  test('an unknown operation', async () => {
    for (const name of ['session.destroy', 'Session.create', '', 'constructor', '__proto__', 'session.create/']) {
      const result = await send(server.base, name, { headers: JSON_BODY, body: '{}' });
      expect(result.status, name).toBe(404);
      expectProblem(result, 'not_found');
      expectRequestId(result);
    }
  });
});

describe('409 for idempotency keys in use', () => {
  const key = () => ({ 'Idempotency-Key': `key-${Math.random()}` });

  test.each(few(mutating))('%s under a key used with another body', async (id) => {
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
    // The first call deleted the account and its tokens, and tokens are checked before the idempotency key.
    if (id === 'merchant.delete') return expect(conflict.status).toBe(401);
    expectProblem(accept(id, 409, conflict), 'idempotency_conflict');
  });

  /** Changes a boolean if the call has one. Otherwise adds a space, because bodies are compared byte by byte. */
  const otherBody = (id: OperationId, body: string) => {
    const [name, property] =
      Object.entries(requestSchema(id).properties ?? {}).find(([, { type }]) => type === 'boolean') ?? [];
    return name && property
      ? JSON.stringify({ ...JSON.parse(body), [name]: !JSON.parse(body)[name] })
      : body.replace('{', '{ ');
  };

  test.each(few(mutating))('%s under a key whose call is still running', async (id) => {
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

/** Trust is in memory, so its call still works without the database. */
const fromMemory: OperationId[] = ['trust.get'];
const asking = operationIds.filter((id) => !fromMemory.includes(id));

describe('faults of the service', () => {
  /** The queries of authentication, which must pass for the fault to hit the handler. */
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

  const failing = async (id: OperationId, scenario: Scenario, error: Error): Promise<Result> => {
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

  test.each(few(asking))(
    '%s returns 500 for a programming error and 503 for a full disk, and reveals nothing of either',
    async (id) => {
      const scenario = await prepare(id);
      const lines = log.length;
      const defect = new TypeError("Cannot read properties of undefined (reading 'planted_name')");
      const failed = accept(id, 500, await failing(id, scenario, defect));
      expectProblem(failed, 'internal_error');
      expect(failed.text).not.toMatch(/planted|TypeError|undefined|select|insert|\.ts|node_modules/i);
      const { request_id } = failed.body as Problem;
      const cause = log.slice(lines).find((line) => line.includes(request_id) && line.includes('planted_name'));
      expect(cause, 'the cause is in the log, with the request id').toBeDefined();

      const full = onSqlite
        ? Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
        : Object.assign(new Error('could not extend file'), { code: '53100' });
      const refused = accept(id, 503, await failing(id, scenario, full));
      expectProblem(refused, 'service_unavailable');
      expect(refused.text).not.toMatch(/disk|full|SQLITE|extend/);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );

  test('a call works again after the fault is gone', async () => {
    accept('user.self', 200, await perform('user.self', await prepare('user.self')));
  });
});

describe('documented refusals of one operation', () => {
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
  /** The shared 429 response also has the example `too_many_attempts`, which operations whose 429 begins with `rate_limited` never send. */
  const isGeneral = (status: number, code: string, id: OperationId) =>
    GENERAL.has(code) ||
    (status === 401 && code === 'invalid_credentials' && !isPublic(id)) ||
    (code === 'account_suspended' && !isPublic(id)) ||
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

  test.each(someOf(documented, 4))('$id: $status $code', async ({ id, status, code }) => {
    const provoke = refusals[`${id} ${code}`];
    if (typeof provoke === 'string') return;
    expect(provoke, 'a refusal in tests/support/contract/refusals.ts').toBeDefined();
    const result = accept(id, status, await provoke!(world));
    const { error } = expectProblem(result, code);
    expect(error).not.toMatch(/undefined|null|\[object/);
  });

  test('none is listed that the contract does not document', () => {
    const known = new Set(documented.map(({ id, code }) => `${id} ${code}`));
    expect(Object.keys(refusals).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('without the database', () => {
  test('every operation returns 503', async () => {
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
      // Public calls are refused without a query if the token is malformed, or if the code is from a sign-in that this browser did
      // not begin.
      if (isPublic(id) && [401, 403, 404].includes(result.status)) continue;
      accept(id, 503, result);
    }
    // The readiness check is cached for a second.
    await eventually(async () => (await fetch(`${doomed.base}/readyz`)).status === 503, 'the service to notice');
    expect((await fetch(`${doomed.base}/healthz`)).status).toBe(200);
    await doomed.stop().catch(() => {});
  });
});

test.runIf(onSqlite && isWhole)('every documented status of the handlers was produced', () => {
  const untouched = fromMemory.flatMap((id) => [`${id} 500`, `${id} 503`]);
  expect(missingStatuses('handlers')).toEqual(untouched);
  expect(operationIds.flatMap(statusesOf).length).toBeGreaterThan(Object.keys(contract.paths).length);
});
