/** Idempotency keys on every operation that changes something: a retry gets the same bytes, and the effect happens once. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { mutating, operation, schemesOf } from '../support/contract/contract.ts';
import { perform as performOn, type Scenario, scenarios } from '../support/contract/scenarios.ts';
import { someOf } from '../support/runs/sweep.ts';
import { bytesAtRest, type Dump, rowChanges, settledDump } from '../support/server/database.ts';
import { teammate } from '../support/server/team.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
  // The account's signing secret is created with the first callback, of whatever kind.
  await performOn(server.call, 'callback.test', await scenarios['callback.test'](world));
});
afterAll(() => server?.stop());

const key = () => ({ 'Idempotency-Key': randomUUID() });
const perform = (id: OperationId, scenario: Scenario, headers: Record<string, string>) =>
  performOn(server.call, id, scenario, headers);
const state = () => settledDump(server.ctx);

/** Tables in which a repeated call may differ: counters, and proofs, which are stored only when they change. */
const COUNTERS = new Set([
  ...['usage_days', 'usage_parts', 'callback_days', 'callback_answer_times', 'callback_endpoints'],
  'vat_proofs',
]);
const withoutCounters = (state: Dump): Dump =>
  Object.fromEntries(Object.entries(state).filter(([table]) => !COUNTERS.has(table)));

/** The first call deletes the account and its credentials, so a repeated call must be refused. */
const ENDS_ITS_CALLER = new Set<OperationId>(['merchant.delete']);
const keyed = mutating.filter((id) => !ENDS_ITS_CALLER.has(id));
const repeatable = keyed.filter((id) => !operation(id)['x-secret-response']);
/**
 * On SQLite one operation in eight is enough, because all writes wait for a single writer. On PostgreSQL all are tried, because
 * transactions run concurrently.
 */
const racing = process.env['TEST_DATABASE_URL'] ? repeatable : repeatable.filter((_, index) => index % 8 === 0);
const secretive = keyed.filter((id) => operation(id)['x-secret-response']);

describe.each(someOf(repeatable, 4))('%s', (id) => {
  let effect: Record<string, number>;

  test('stores no refusal of wrong input, repeats its response byte for byte, and has its effect once', async () => {
    const scenario = await scenarios[id](world);
    const before = await state();
    const headers = key();
    expect((await perform(id, { ...scenario, body: { ...scenario.body, colour: 'red' } }, headers)).status).toBe(400);
    const first = await perform(id, scenario, headers);
    expect(first.status, first.text).toBe(200);
    const after = await state();
    effect = rowChanges(withoutCounters(before), withoutCounters(after));
    expect(effect['idempotency_keys']).toBe(1);
    for (let repetition = 0; repetition < 3; repetition++) {
      const again = await perform(id, scenario, headers);
      expect(again.status).toBe(200);
      expect(again.text).toBe(first.text);
      expect(again.headers.getSetCookie()).toEqual(first.headers.getSetCookie());
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    }
    expect(await state()).toEqual(after);
  });

  if (racing.includes(id))
    test('has its effect once when 20 calls arrive at the same time', async () => {
      const scenario = await scenarios[id](world);
      const before = await state();
      const headers = key();
      const answers = await Promise.all(Array.from({ length: 20 }, () => perform(id, scenario, headers)));
      const succeeded = answers.filter(({ status }) => status === 200);
      expect(succeeded.length).toBeGreaterThan(0);
      expect(new Set(succeeded.map(({ text }) => text)).size).toBe(1);
      for (const { status, body, headers: answered } of answers.filter((answer) => answer.status !== 200)) {
        expect([status, (body as unknown as { code: string }).code]).toEqual([409, 'idempotency_in_progress']);
        expect([answered.get('retry-after'), answered.get('x-should-retry')]).toEqual(['1', 'true']);
      }
      expect(rowChanges(withoutCounters(before), withoutCounters(await state()))).toEqual(effect);
      const last = await perform(id, scenario, headers);
      expect(last.text).toBe(succeeded[0]!.text);
    });
});

describe.each(secretive)('%s, whose response contains a secret', (id) => {
  test('has its effect once, and says that its response is not stored', async () => {
    const scenario = await scenarios[id](world);
    const headers = key();
    const answers = await Promise.all(Array.from({ length: 20 }, () => perform(id, scenario, headers)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const after = await state();
    const again = await perform(id, scenario, headers);
    expect(again).toMatchObject({ status: 409, body: { code: 'answer_not_kept' } });
    expect((again.body as unknown as { error: string }).error).toContain(operation(id)['x-secret-response']);
    expect(again.headers.get('x-should-retry')).not.toBe('true');
    expect(await state()).toEqual(after);
  });

  test('stores nothing of its response, not even sealed', async () => {
    const scenario = await scenarios[id](world);
    const before = await storedAnswers();
    const { text } = await perform(id, scenario, key());
    const added = (await storedAnswers()).filter((answer) => !before.includes(answer));
    expect(added).toHaveLength(1);
    expect(added[0]!.length).toBeLessThan(text.length);
  });

  test('can be called again under another key', async () => {
    const scenario = await scenarios[id](world);
    await perform(id, scenario, key());
    // A code from an authenticator app works only once.
    if (id === 'totp.confirm') return;
    expect((await perform(id, scenario, key())).status).toBe(200);
  });
});

const storedAnswers = async (): Promise<string[]> =>
  (await server.ctx.db.selectFrom('idempotency_keys').select('answer').execute()).map(({ answer }) =>
    answer.toString('hex'),
  );

test.each([...ENDS_ITS_CALLER])('%s leaves no caller who could repeat it', async (id) => {
  const scenario = await scenarios[id as 'merchant.delete'](world);
  const headers = key();
  expect((await perform(id, scenario, headers)).status).toBe(200);
  expect((await perform(id, scenario, headers)).status).toBe(401);
});

describe('the scope of an idempotency key', () => {
  test('is the calling user: a colleague gets a separate response', async () => {
    const owner = await world.freshAccount();
    const colleague = await teammate(world, owner, 'developer');
    const headers = { 'Idempotency-Key': '1' };
    const create = ({ bearer }: { bearer: string }) =>
      server.call('session.create', { specimen: true }, { bearer }, headers);
    const [mine, theirs] = [await create(owner), await create(colleague)];
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect(theirs.body.token).not.toBe(mine.body.token);
    const secret = (bearer: string) => server.call('totp.create', {}, { bearer }, headers);
    const [first, second] = [await secret(owner.bearer), await secret(colleague.bearer)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.secret).not.toBe(first.body.secret);
  });

  test('is the API key, also after its secret was rotated', async () => {
    const { bearer, basic, key_id } = await world.freshAccount();
    const { id: _, ...other } = await world.succeed('user.create_service_user', {}, { bearer });
    const headers = key();
    const create = (basic: { public_key: string; secret: string }) =>
      server.call('session.create', {}, { basic }, headers);
    const first = await create(basic);
    expect((await create(other)).body.id).not.toBe(first.body.id);
    const rotated = await world.succeed('user.rotate_service_user', { id: key_id }, { bearer });
    expect((await create(rotated)).text).toBe(first.text);
  });

  test('does not reach another account', async () => {
    const other = await server.account();
    const headers = key();
    const mine = await server.call('session.create', { reference: 'mine' }, { basic: world.account.basic }, headers);
    const theirs = await server.call('session.create', { reference: 'theirs' }, { basic: other.basic }, headers);
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  test('is the operation', async () => {
    const headers = key();
    const { bearer, basic } = world.account;
    expect((await server.call('session.create', {}, { basic }, headers)).status).toBe(200);
    expect((await server.call('user.create_service_user', {}, { bearer }, headers)).status).toBe(200);
    expect((await server.call('demo.create', {}, {}, headers)).status).toBe(200);
  });

  test('ends after 24 hours', async () => {
    const own = await createTestServer();
    const { basic } = await own.account();
    const headers = key();
    const first = await own.call('session.create', {}, { basic }, headers);
    await own.advance('PT23H59M');
    expect((await own.call('session.create', {}, { basic }, headers)).text).toBe(first.text);
    await own.advance('PT1M');
    const next = await own.call('session.create', {}, { basic }, headers);
    expect(next.status).toBe(200);
    expect(next.body.id).not.toBe(first.body.id);
    await own.stop();
  });

  test('does not reach operations that only read', async () => {
    const { basic } = world.account;
    const headers = key();
    const { id, token } = await world.session();
    expect((await server.call('session.state', { id }, { basic }, headers)).body).toEqual({ state: 'CREATED' });
    await world.succeed('reader.abort', { token });
    expect((await server.call('session.state', { id }, { basic }, headers)).body).toEqual({ state: 'ABORTED' });
  });

  test('distinguishes keys that look alike', async () => {
    const { basic } = world.account;
    const keys = ['a', 'A', ' a', 'a"', 'a\\', '["a"]', '%00', 'a'.repeat(255)];
    const ids = [];
    for (const name of keys)
      ids.push((await server.call('session.create', {}, { basic }, { 'Idempotency-Key': name })).body.id);
    // HTTP trims whitespace around a value: ' a' is 'a'.
    expect(new Set(ids).size).toBe(keys.length - 1);
  });
});

describe('a refusal after the idempotency key was reserved', () => {
  test('is not stored: the call may be repeated once its cause is gone', async () => {
    const email = world.freshEmail();
    const { bearer } = await world.freshAccount();
    const headers = key();
    await world.succeed('password.verify_email_send_code', {}, { bearer });
    expect((await server.call('password.verify_email_send_code', {}, { bearer }, headers)).status).toBe(429);
    await server.advance('PT30S');
    expect((await server.call('password.verify_email_send_code', {}, { bearer }, headers)).status).toBe(200);
    expect(await server.mailbox(email)).toEqual([]);
  });
});

test('stored responses contain their secrets only sealed', async () => {
  const secrets: string[] = [];
  for (const id of keyed) {
    const scenario = await scenarios[id](world);
    const { body } = await perform(id, scenario, key());
    for (const [name, value] of Object.entries(body)) {
      if (/token|secret|reader_key|challenge/.test(name) && typeof value === 'string' && !/expires/.test(name))
        secrets.push(value);
    }
  }
  expect(secrets.length).toBeGreaterThanOrEqual(11);
  const stored = await bytesAtRest(server);
  const marker = await world.session({ reference: 'readable-at-rest' });
  expect(marker.id).toBeGreaterThan(0);
  expect((await bytesAtRest(server)).includes('readable-at-rest'), 'the search finds what is stored in clear').toBe(
    true,
  );
  for (const secret of secrets) {
    expect(stored.includes(secret), `${secret.slice(0, 8)}… in clear`).toBe(false);
    // A token is `id.secret`: its secret half must not be found either.
    expect(stored.includes(secret.split('.').at(-1)!), `${secret.slice(0, 8)}… in part`).toBe(false);
  }
});

test('every operation that changes something, and no other, is tested with idempotency keys', () => {
  expect(mutating.every((id) => schemesOf(id).length <= 2)).toBe(true);
  expect([...keyed, ...ENDS_ITS_CALLER].toSorted()).toEqual(mutating.toSorted());
});
