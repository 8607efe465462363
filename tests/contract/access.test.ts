/**
 * Who may call what, and with whose resources: every operation × every kind of caller × every field that names a resource. The
 * table (ACCESS in tests/support/contract/scenarios.ts) is written by hand, so that a change of `security` in the contract fails
 * here.
 */
// SQLite only: access is decided before a query, or by the same queries with other values.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { operationIds, requestSchema, schemesOf, walk } from '../support/contract/contract.ts';
import { ACCESS, type Callers, credentialsFor, scenarios } from '../support/contract/scenarios.ts';
import { someOf } from '../support/runs/sweep.ts';
import { authorization, type Credentials, type Result, send } from '../support/server/call.ts';
import { settledDump } from '../support/server/database.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

const SCHEMES: Record<Callers, string[]> = {
  anyone: [],
  key: ['apiKey'],
  user: ['accessToken'],
  'key or user': ['apiKey', 'accessToken'],
};

/** Fields of these types identify a resource, whatever their names. */
const NAMING = new Set(['Id', 'EventId', 'Cursor', 'OpaqueToken']);

type Owned =
  | 'session'
  | 'user'
  | 'invitation'
  | 'sign-in'
  | 'passkey'
  | 'callback'
  | 'shared view'
  | 'note'
  | 'callback endpoint'
  | 'link'
  | 'request'
  | 'bill'
  | 'payment method'
  | 'card setup';

const MISSING: Record<Owned, unknown> = {
  session: 8_007_199_254_740_991,
  'shared view': 8_007_199_254_740_991,
  note: 8_007_199_254_740_991,
  user: 8_007_199_254_740_991,
  invitation: 8_007_199_254_740_991,
  'sign-in': 8_007_199_254_740_991,
  passkey: 8_007_199_254_740_991,
  callback: 'msg_aaaaaaaaaaaaaaaaaaaaaaaa',
  'callback endpoint': 8_007_199_254_740_991,
  link: 8_007_199_254_740_991,
  request: 'req_aaaaaaaaaaaaaaaaaaaaaaaa',
  bill: 8_007_199_254_740_991,
  'payment method': 8_007_199_254_740_991,
  'card setup': 'seti_aaaaaaaaaaaaaaaaaaaaaaaa',
};

let server: TestServer;
let victim: World;
let attacker: World;

beforeAll(async () => {
  server = await createTestServer();
  victim = createWorld(server, await server.account());
  attacker = createWorld(server, await server.account());
  // Makes the attacker a customer of the card provider, like anyone who is after another account's card.
  await attacker.succeed('stripe.start', {}, { bearer: attacker.account.bearer });
});
afterAll(() => server?.stop());

const prepare = (id: OperationId, world: World) => scenarios[id](world);

/** The response without what always differs: the request id and the requested name. */
const anonymous = ({ status, text, body }: Result, name: unknown) =>
  `${status} ${text.replaceAll((body as { request_id: string }).request_id, '(request)').replaceAll(String(name), '(name)')}`;

describe('the table of access', () => {
  test.each(operationIds)('classifies %s as the contract does', (id) => {
    expect(Object.keys(ACCESS)).toContain(id);
    const { callers, names = {} } = ACCESS[id];
    expect(schemesOf(id).toSorted()).toEqual(SCHEMES[callers].toSorted());
    const naming = [...walk(requestSchema(id))].filter(
      ({ path, ref }) => NAMING.has(ref ?? '') || /(^|_)(id|token|cursor)$/.test(path),
    );
    expect(naming.map(({ path }) => path).toSorted()).toEqual(Object.keys(names).toSorted());
  });
});

describe('callers', () => {
  let revoked: Credentials;
  let deleted: Credentials;
  let demo: string;

  beforeAll(async () => {
    const { credentials, bearer, basic, key_id } = await server.account();
    const second = await victim.succeed('password.authenticate', {
      email: victim.account.email,
      password: victim.account.password,
    });
    await victim.succeed('bearer.revoke', { access_token: second.access_token });
    revoked = { bearer: second.access_token };
    await victim.succeed('user.delete', { id: key_id }, { bearer });
    deleted = { basic };
    expect(credentials.access_token).toBe(bearer);
    demo = (await victim.succeed('demo.create', {})).token;
  });

  const closed = operationIds.filter((id) => ACCESS[id].callers !== 'anyone');

  test.each(someOf(closed, 3))('%s refuses callers without valid credentials, and does nothing', async (id) => {
    const { body, caller } = await prepare(id, victim);
    const { basic, bearer } = caller!;
    const before = await settledDump(server.ctx);
    const refused: Record<string, Record<string, string>> = {
      none: {},
      'an empty header': { Authorization: '' },
      'a wrong token': authorization({ bearer: `${bearer.slice(0, -1)}${bearer.endsWith('A') ? 'B' : 'A'}` }),
      'a wrong secret': authorization({ basic: { ...basic, secret: `${basic.secret}A` } }),
      'the secret of another key': authorization({ basic: { ...basic, secret: attacker.account.basic.secret } }),
      'no secret': authorization({ basic: { ...basic, secret: '' } }),
      'a revoked sign-in': authorization(revoked),
      'a deleted key': authorization(deleted),
      'a refresh token': authorization({ bearer: caller!.credentials.refresh_token }),
      'the token of a demo session': authorization({ bearer: demo }),
      'the token of a demo session as a key': authorization({ basic: { public_key: basic.public_key, secret: demo } }),
      'a user name and password': authorization({ basic: { public_key: caller!.email, secret: caller!.password } }),
      'another scheme': { Authorization: `Digest ${bearer}` },
      'the token twice': { Authorization: `Bearer ${bearer}, Bearer ${bearer}` },
    };
    for (const [name, headers] of Object.entries(refused)) {
      const result = await send(server.base, id, {
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      expect([name, result.status], result.text).toEqual([name, 401]);
    }
    const other = ACCESS[id].callers === 'key' ? { bearer } : ACCESS[id].callers === 'user' ? { basic } : undefined;
    if (other) expect((await server.call(id, body, other)).status).toBe(403);
    expect(await settledDump(server.ctx)).toEqual(before);
  });

  test.each(someOf(closed, 3))('%s accepts each kind of credentials that the table names', async (id) => {
    for (const scheme of SCHEMES[ACCESS[id].callers]) {
      const { body, caller, headers } = await prepare(id, victim);
      const credentials = scheme === 'apiKey' ? { basic: caller!.basic } : { bearer: caller!.bearer };
      expect(await server.call(id, body, credentials, headers)).toMatchObject({ status: 200 });
    }
  });

  test('a public call ignores credentials, valid or not', async () => {
    const { token } = await victim.session();
    for (const credentials of [
      {},
      { bearer: attacker.account.bearer },
      { basic: attacker.account.basic },
      { bearer: 'x'.repeat(43) },
    ] as Credentials[]) {
      expect(await server.call('reader.state', { token }, credentials)).toMatchObject({
        status: 200,
        body: { state: 'CREATED' },
      });
    }
  });
});

describe('resources of another account', () => {
  const owned = operationIds.flatMap((id) =>
    Object.entries(ACCESS[id].names ?? {})
      .filter((entry): entry is [string, Owned] => entry[1] in MISSING)
      .map(([field, names]) => ({ id, field, names })),
  );

  test.each(owned)(
    '$id treats the $names of another account like a missing one, and changes nothing',
    async ({ id, field, names }) => {
      const { body } = await prepare(id, victim);
      const named = field in body ? body[field] : (await victim.session()).id;
      const before = await settledDump(server.ctx);
      for (const scheme of SCHEMES[ACCESS[id].callers]) {
        const credentials =
          scheme === 'apiKey' ? { basic: attacker.account.basic } : { bearer: attacker.account.bearer };
        const foreign = await server.call(id, { ...body, [field]: named }, credentials);
        const missing = await server.call(id, { ...body, [field]: MISSING[names] }, credentials);
        expect(missing.status).toBe(404);
        expect(anonymous(foreign, named)).toBe(anonymous(missing, MISSING[names]));
        expect([...foreign.headers.keys()].toSorted()).toEqual([...missing.headers.keys()].toSorted());
      }
      expect(await settledDump(server.ctx)).toEqual(before);
    },
  );

  test('a demo session belongs to no account', async () => {
    const { id } = await victim.succeed('demo.create', {});
    for (const operation of ['session.get', 'session.state', 'session.redact'] as const) {
      const result = await server.call(operation, { id }, { basic: victim.account.basic });
      const missing = await server.call(operation, { id: MISSING.session }, { basic: victim.account.basic });
      expect(anonymous(result, id)).toBe(anonymous(missing, MISSING.session));
    }
    const { sessions } = await victim.succeed('session.list', { limit: 100 }, { basic: victim.account.basic });
    expect(sessions.map((session) => session.id)).not.toContain(id);
  });

  test.each(['demo.get', 'demo.state'] as const)('%s refuses the token of a session', async (id) => {
    const { token } = await victim.session();
    const missing = `8007199254740991.${'A'.repeat(43)}`;
    const foreign = await server.call(id, { token });
    expect(foreign.status).toBe(404);
    expect(anonymous(foreign, token)).toBe(anonymous(await server.call(id, { token: missing }), missing));
  });

  test("reader.submit responds for another account's session and a foreign key as other calls do", async () => {
    const { headers, body } = await victim.submission();
    const foreign = await attacker.started();
    const before = await settledDump(server.ctx);
    const wrongKey = { ...headers, 'Reader-Key': foreign.reader_key };
    expect(await server.call('reader.submit', body, {}, wrongKey)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    const missing = `8007199254740991.${'A'.repeat(43)}`;
    const crossed = `${headers['Session-Token'].split('.')[0]}.${foreign.token.split('.')[1]}`;
    const answers = await Promise.all(
      [missing, crossed].map((token) => server.call('reader.submit', body, {}, { ...headers, 'Session-Token': token })),
    );
    expect(answers[0]!.status).toBe(404);
    expect(anonymous(answers[1]!, crossed)).toBe(anonymous(answers[0]!, missing));
    expect(await settledDump(server.ctx)).toEqual(before);
  });

  test.each(['reader.challenge', 'reader.fail', 'reader.abort'] as const)(
    '%s refuses the reader_key of another session',
    async (id) => {
      const { body } = await prepare(id, victim);
      const { reader_key } = await attacker.started();
      const before = await settledDump(server.ctx);
      expect(await server.call(id, { ...body, reader_key })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
      expect(await settledDump(server.ctx)).toEqual(before);
    },
  );

  test("a token combined with another session's id opens neither", async () => {
    const [mine, theirs] = [await attacker.session(), await victim.session()];
    const crossed = `${theirs.token.split('.')[0]}.${mine.token.split('.')[1]}`;
    expect((await server.call('reader.open', { token: crossed })).status).toBe(404);
  });
});

describe('lists', () => {
  /** @returns values that identify what the lists below could show of the victim. */
  async function stock() {
    const ended = await victim.ended('genuine', { reference: 'shared' });
    const callback = await victim.delivered();
    return [ended.id, callback, victim.account.key_id, victim.account.email];
  }

  test('show nothing of another account, whatever is asked for', async () => {
    const things = await stock();
    const theirs = await victim.succeed('session.list', { limit: 1 }, { basic: victim.account.basic });
    expect(theirs.next_cursor).toBeDefined();
    const callbacks = await victim.succeed('callback.list', { limit: 1 }, { bearer: victim.account.bearer });
    await victim.session({ callback_url: `${server.base}/_local/callbacks/more` });
    const { bearer, basic } = attacker.account;
    const answers = [
      await attacker.succeed('session.list', { limit: 100 }, { basic }),
      await attacker.succeed('session.list', { reference: 'shared' }, { basic }),
      await attacker.succeed('session.list', { cursor: theirs.next_cursor! }, { bearer }),
      await attacker.succeed('callback.list', { limit: 100 }, { bearer }),
      ...(callbacks.next_cursor
        ? [await attacker.succeed('callback.list', { cursor: callbacks.next_cursor }, { bearer })]
        : []),
      await attacker.succeed('user.list', {}, { bearer }),
      await attacker.succeed('audit.list', { limit: 100 }, { bearer }),
      await attacker.succeed('audit.list', { target: victim.account.key_id }, { bearer }),
      await attacker.succeed('dashboard.get_started', {}, { bearer }),
    ];
    const shown = JSON.stringify(answers);
    for (const thing of things) expect(shown).not.toContain(String(thing));
  });

  test("usage counts only the account's own sessions", async () => {
    const lonely = createWorld(server, await server.account());
    expect(await lonely.succeed('dashboard.usage', {}, { bearer: lonely.account.bearer })).toMatchObject({
      last_30_days: 0,
      last_90_days: 0,
    });
    await lonely.session();
    await lonely.succeed('demo.create', {});
    expect(await lonely.succeed('dashboard.usage', {}, { bearer: lonely.account.bearer })).toMatchObject({
      last_30_days: 1,
      last_90_days: 1,
    });
  });

  test('two accounts have different signing secrets', async () => {
    const [mine, theirs] = await Promise.all(
      [attacker, victim].map((world) => world.succeed('callback.secret', {}, { bearer: world.account.bearer })),
    );
    expect(mine!.secret).not.toBe(theirs!.secret);
  });
});

test("every operation that names no resource of an account acts on the caller's account only", async () => {
  const ownOnly = operationIds.filter((id) => ACCESS[id].callers !== 'anyone' && !ACCESS[id].names);
  for (const id of ownOnly) {
    const { body, caller, headers } = await prepare(id, attacker);
    const before = await ofVictim();
    const result = await server.call(id, body, credentialsFor(id, caller), headers);
    expect([id, result.status], result.text).toEqual([id, 200]);
    expect([id, await ofVictim()]).toEqual([id, before]);
  }

  async function ofVictim(): Promise<string[]> {
    const rows = Object.entries(await settledDump(server.ctx)).flatMap(([table, list]) =>
      list.map((row) => `${table} ${row}`),
    );
    const { merchant_id } = await server.ctx.db
      .selectFrom('users')
      .select('merchant_id')
      .where('id', '=', victim.account.key_id)
      .executeTakeFirstOrThrow();
    return rows.filter(
      (row) => row.includes(`"merchant_id":${merchant_id}`) || row.startsWith(`merchants {"id":${merchant_id}`),
    );
  }
});
