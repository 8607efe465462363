/**
 * Input that breaks the schema gets 400 and the name of what is wrong. All cases are generated from the contract's schemas, so a
 * new operation is covered as soon as it has a scenario. fuzz.test.ts changes good calls at random.
 */
// SQLite only: input is refused before a query, or runs the same queries with other values.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { requestValidator } from '../../server/http/contract.ts';
import {
  contract,
  exampleWith,
  hasVariants,
  operationIds,
  requestExamples,
  requestSchema,
  resolve,
  type Schema,
  walk,
} from '../support/contract/contract.ts';
import { credentialsFor, type Scenario, scenarios } from '../support/contract/scenarios.ts';
import { someOf } from '../support/runs/sweep.ts';
import { trials } from '../support/runs/trials.ts';
import { authorization, type Result, send } from '../support/server/call.ts';
import { settledDump } from '../support/server/database.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

type Json = Record<string, unknown>;

interface Problem {
  error: string;
  code: string;
  details?: { path: string; expected: string; received: string }[];
}

const SEED = 20_261_121;

let server: TestServer;
let world: World;
/** Refused input has no effect, so one valid call per operation serves all cases. */
const prepared = new Map<OperationId, Scenario>();

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
  for (const id of operationIds) prepared.set(id, await scenarios[id](world));
});
afterAll(() => server?.stop());

const validBody = (id: OperationId): Json => prepared.get(id)!.body;

const headersOf = (id: OperationId) => {
  const { caller, headers } = prepared.get(id)!;
  return { 'Content-Type': 'application/json', ...headers, ...authorization(credentialsFor(id, caller)) };
};

const post = (id: OperationId, body: string): Promise<Result> =>
  send(server.base, id, {
    headers: headersOf(id),
    body,
  });

const shownObjects = operationIds
  .flatMap((id) => requestExamples(id).flatMap(({ value }) => Object.values(value as Json)))
  .filter((value): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value));

/** For properties that the valid call omits: a complete object, of which a part can be changed. */
const wholeObject = ({ required = [] }: Schema): Json =>
  shownObjects.find((shown) => required.length > 0 && required.every((name) => name in shown)) ?? {};

/** Replaces the value at a dotted path, or removes it if `value` is undefined. */
function withValue(id: OperationId, path: string, value: unknown): Json {
  const names = path.split('.');
  // The valid call is of one variant. Other variants have other properties.
  const inVariant = hasVariants(id) && exampleWith(id, names[0]!, value);
  const copy = structuredClone(inVariant || validBody(id)) as Json;
  const last = names.pop()!;
  let [parent, schema] = [copy, requestSchema(id)];
  for (const name of names) {
    schema = resolve(schema.properties![name]!);
    parent[name] ??= structuredClone(wholeObject(schema));
    parent = parent[name] as Json;
  }
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

const WRONG_TYPES: Record<string, unknown[]> = {
  string: [7, true, [], {}, null],
  integer: ['7', 1.5, false, [], {}, null],
  boolean: ['true', 1, [], {}, null],
  object: ['text', 7, [], null],
  array: ['text', 7, true, {}, null],
};

interface Case {
  path: string;
  value: unknown;
  what: string;
  code: 'wrong_type' | 'invalid_value' | 'missing_property';
}

function casesOf(id: OperationId): Case[] {
  return [...walk(requestSchema(id))].flatMap(({ path, schema, required }) => {
    const invalid = (what: string, value: unknown): Case => ({ path, value, what, code: 'invalid_value' });
    const wrong = WRONG_TYPES[schema.type!]!.filter((value) => value !== null || !schema.nullable);
    const cases: Case[] = wrong.map((value) => ({
      path,
      value,
      what: `${JSON.stringify(value)} for ${schema.type}`,
      code: 'wrong_type',
    }));
    if (required) cases.push({ path, value: undefined, what: 'removed', code: 'missing_property' });
    if (schema.enum && schema.type === 'integer')
      cases.push(invalid('no such value', Math.max(...(schema.enum as number[])) + 1));
    else if (schema.enum)
      cases.push(
        invalid('no such value', 'NO_SUCH_VALUE'),
        invalid('another case', inAnotherCase(String(schema.enum[0]))),
      );
    if (schema.minLength) cases.push(invalid('too short', 'A'.repeat(schema.minLength - 1)));
    if (schema.maxLength !== undefined && !schema.enum && schema.maxLength < 60_000)
      cases.push(invalid('too long', tooLong(schema)));
    if (schema.minimum !== undefined) cases.push(invalid('below the minimum', schema.minimum - 1));
    if (schema.maximum !== undefined) cases.push(invalid('above the maximum', schema.maximum + 1));
    if (schema.maxItems !== undefined) cases.push(invalid('too many', Array(schema.maxItems + 1).fill('AAAA')));
    if (schema.pattern) cases.push(invalid('against the pattern', unmatching(schema)));
    return cases;
  });
}

/** Too long, but otherwise valid if the pattern allows that. */
function tooLong({ pattern, maxLength = 0 }: Schema): string {
  const rest = (start: string, end = '') => start + 'a'.repeat(maxLength + 1 - start.length - end.length) + end;
  if (pattern && new RegExp(pattern, 'u').test('a@a.aa')) return rest('a@', '.aa');
  if (pattern && new RegExp(pattern, 'u').test('https://a.aa')) return rest('https://');
  return rest('');
}

const unmatching = ({ pattern, minLength = 0, maxLength = 1000 }: Schema): string => {
  const text = [' ', '\u0000', 'é', '@']
    .map((letter) => letter.repeat(Math.min(Math.max(minLength, 8), maxLength)))
    .find((candidate) => !new RegExp(pattern!, 'u').test(candidate));
  if (!text) throw new Error(`No text breaks ${pattern}`);
  return text;
};

function expectRefusal(id: OperationId, result: Result, path: string, code: string, what: string): void {
  const { body, text } = result as Result<Problem>;
  const context = `${id}: ${path} ${what} → ${text}`;
  expect(result.status, context).toBe(400);
  expect(body.code, context).toBe(code);
  expect(body.details, context).toEqual([expect.objectContaining({ path })]);
  expect(body.error, context).toContain(path);
}

describe.each(someOf(operationIds, 3))('%s', (id) => {
  const cases = casesOf(id);

  if (cases.length > 0)
    test('names each property that breaks its schema, and what it must be', async () => {
      for (const { path, value, what, code } of cases) {
        const result = await post(id, JSON.stringify(withValue(id, path, value)));
        expectRefusal(id, result, path, code, what);
        const { error, details } = result.body as Problem;
        if (code === 'missing_property') expect(error).toBe(`Missing property: ${path}`);
        if (code === 'wrong_type')
          expect(error).toBe(`${path} must be ${details![0]!.expected}, received ${details![0]!.received}`);
      }
    });

  test('accepts values at their bounds', () => {
    const validate = requestValidator(id)!;
    for (const { path, schema } of walk(requestSchema(id))) {
      const { minimum, maximum, minLength, maxLength = 10, pattern } = schema;
      const texts =
        schema.type === 'string' && !schema.enum && !pattern ? ['a'.repeat(minLength ?? 0), 'é'.repeat(maxLength)] : [];
      for (const value of [minimum, maximum, ...texts, ...(schema.enum ?? [])]) {
        if (value === undefined) continue;
        const body = withValue(id, path, value);
        expect(validate(body) || validate.errors, `${path}: ${String(value).slice(0, 30)}`).toBe(true);
      }
    }
  });

  test('accepts U+0000 in passwords only, and the contract says so', async () => {
    const validate = requestValidator(id)!;
    for (const { path, schema } of walk(requestSchema(id))) {
      if (schema.type !== 'string' || schema.enum) continue;
      const body = withValue(id, path, `\u0000${'a'.repeat(Math.max(schema.minLength ?? 0, 6) - 1)}`);
      const isPassword = /password$/.test(path);
      expect(validate(body), path).toBe(isPassword);
      if (!isPassword) expectRefusal(id, await post(id, JSON.stringify(body)), path, 'invalid_value', 'with U+0000');
    }
  });

  test('refuses the property names of every other schema', async () => {
    const validate = requestValidator(id)!;
    const own = new Set([...walk(requestSchema(id))].map(({ path }) => path));
    const foreign = [...propertyNames].filter((name) => !own.has(name));
    const refusesFor = (name: string): unknown =>
      !validate({ ...validBody(id), [name]: 1 }) && validate.errors![0]!.params['additionalProperty'];
    expect(foreign.filter((name) => refusesFor(name) !== name)).toEqual([]);
    // The most dangerous names are also sent over HTTP.
    for (const name of PRIVILEGED.filter((candidate) => !own.has(candidate))) {
      expectRefusal(
        id,
        await post(id, JSON.stringify({ ...validBody(id), [name]: 1 })),
        name,
        'unknown_property',
        'added',
      );
    }
  });

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', ' ', 'id\u0000'])(
    'refuses a property named %j',
    async (name) => {
      const body = JSON.stringify(validBody(id)).replace(
        /^\{/,
        `{${JSON.stringify(name)}:{"isAdmin":true}${Object.keys(validBody(id)).length > 0 ? ',' : ''}`,
      );
      expectRefusal(id, await post(id, body), name, 'unknown_property', 'added');
      expect(({} as Json)['isAdmin']).toBeUndefined();
    },
  );
});

test('is unaffected by refused input', async () => {
  const before = await settledDump(server.ctx);
  for (const id of operationIds) {
    for (const { path, value } of casesOf(id).slice(0, 5)) await post(id, JSON.stringify(withValue(id, path, value)));
  }
  expect(await settledDump(server.ctx)).toEqual(before);
});

// Invalid bytes are refused in the same way for all operations, so a few are enough.
test.each(operationIds.filter((_, index) => index % 10 === 0))('%s refuses random bytes', async (id) => {
  if (id === 'reader.submit') prepared.set(id, await scenarios[id](world));
  const headers = headersOf(id);
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 200 }),
    fc.string({ unit: 'binary', maxLength: 100 }).map((text) => new TextEncoder().encode(`{"${text}":0}`)),
  );
  const property = fc.asyncProperty(bytes, async (body) => {
    const { status, text } = await send(server.base, id, { headers, body: new Uint8Array(body) });
    expect(status, text).toBe(400);
  });
  await fc.assert(property, { ...trials(40, SEED), verbose: 1 });
});

describe('text with a meaning for a database, a shell or a page', () => {
  const texts = [
    "'; drop table sessions; --",
    '" or 1=1',
    '%00',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '\u05d0\u05d1 \u200f',
    '🛂'.repeat(60),
  ];

  test.each(texts)('%j is a reference like any other', async (reference) => {
    const { basic } = world.account;
    const created = await server.call('session.create', { reference }, { basic });
    expect(created.status).toBe(200);
    const found = await server.call('session.list', { reference }, { basic });
    expect(found.body.sessions.map(({ id }) => id)).toContain(created.body.id);
    expect(found.body.sessions[0]!.reference).toBe(reference);
  });
});

describe('text that makes a line look like another one', () => {
  const texts = [
    '\u0000',
    'a\r\nX-Injected: 1',
    'a\tb',
    '\u007f',
    '\u0085',
    '\u2028',
    '\u202e',
    '\u2067',
    'a\ud800b',
    '\udfff',
  ];

  test.each(texts)('%j is refused in every name', async (text) => {
    const { basic, bearer } = world.account;
    const { token } = await world.session();
    const refused = [
      ['reference', await server.call('session.create', { reference: text }, { basic })],
      ['company', await server.call('billing.update', { company: text, country: 'SE' }, { bearer })],
      ['name', await server.call('user.create_service_user', { name: text }, { bearer })],
      ['message', await server.call('reader.fail', { token, code: 'timeout', message: text })],
    ] as const;
    for (const [path, { status, body, text: shown }] of refused) {
      expect(status, shown).toBe(400);
      expect(body, shown).toMatchObject({ code: 'invalid_value', details: [{ path }] });
      const { error, details } = body as unknown as Problem;
      expect(error).toMatch(/must be text on one line|must not contain/);
      expect(error + JSON.stringify(details)).not.toMatch(/\\x|\[\^/);
    }
  });
});

test('no refusal shows a pattern', async () => {
  for (const id of operationIds)
    for (const { path, value, what } of casesOf(id).filter((one) => one.what === 'against the pattern')) {
      const { text } = await post(id, JSON.stringify(withValue(id, path, value)));
      expect(text, `${id} ${path} ${what}`).not.toMatch(/matching|\[A-Z|\[\^|\{\d|another form/i);
    }
});

test('a password may contain any character, and none of them ends it', async () => {
  const email = world.freshEmail();
  const password = 'åß\u0000 \u202e🛂"\\tail';
  await world.succeed('password.create', { email, password });
  await world.succeed('password.authenticate', { email, password });
  for (const wrong of ['åß', 'åß\u0000', password.slice(0, -1), `${password} `]) {
    expect([
      wrong,
      (await server.call('password.authenticate', { email, password: wrong.padEnd(4, '\u0000') })).status,
    ]).toEqual([wrong, 401]);
  }
});

const PRIVILEGED = [
  'merchant_id',
  'user_id',
  'state',
  'type',
  'email_verified',
  'specimen',
  'created',
  'expires',
  'demo',
  'billing_state',
  'user_type',
  'scheme',
];

const propertyNames = new Set(
  [...Object.values(contract.components.schemas), ...operationIds.map(requestSchema)].flatMap((schema) =>
    [...walk(resolve(schema as Schema))].map(({ path }) => path.split('.').at(-1)!),
  ),
);

function inAnotherCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}
