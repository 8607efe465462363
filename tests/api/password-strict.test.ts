/** PASSWORD_POLICY=strict applies only to new passwords, wherever one is set, and locks nobody out. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../server/auth/password/password-hash.ts';
import { createRangeService, knows } from '../support/outside/range-service.ts';
import type { Result } from '../support/server/call.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

const GOOD = 'a quiet river bends twice';
const BETTER = 'seven lamps over the bay';
const LEAKED = 'eleven crows on a wire';
const WEAK = [
  'four',
  'fourteen chars',
  'passwordpassword',
  '123456789012345678',
  'correct horse battery staple',
  'Mailcreated5240',
  LEAKED,
];

let ranges: Awaited<ReturnType<typeof createRangeService>>;
let server: TestServer;
let world: World;
beforeAll(async () => {
  ranges = await createRangeService();
  ranges.answer = knows({ [LEAKED]: 2 });
  server = await createTestServer({
    environment: { PASSWORD_POLICY: 'strict', BREACHED_PASSWORDS_URL: ranges.url },
  });
  const user = await server.signUp(undefined, GOOD);
  const { id: key_id, ...basic } = await server.keyOf(user);
  world = createWorld(server, { ...user, basic, key_id });
});
afterAll(async () => {
  await server?.stop();
  await ranges?.stop();
});

const setters: Record<string, { property: string; prepare: () => Promise<(password: string) => Promise<Result>> }> = {
  'password.create': {
    property: 'password',
    prepare: async () => (password) => server.call('password.create', { email: world.freshEmail(), password }),
  },
  'password.change_password': {
    property: 'new_password',
    async prepare() {
      const { bearer } = await server.signUp(undefined, GOOD);
      return (new_password) => server.call('password.change_password', { password: GOOD, new_password }, { bearer });
    },
  },
  'password.recover': {
    property: 'new_password',
    async prepare() {
      const { email } = await server.signUp(undefined, GOOD);
      await world.succeed('password.recover_send_code', { email });
      const code = await world.code(email);
      return (new_password) => server.call('password.recover', { email, code, new_password });
    },
  },
};

describe.each(Object.keys(setters))('%s', (name) => {
  const { property, prepare } = setters[name]!;

  test('refuses a weak password with an error for its property, without using up an attempt, and accepts a good one', async () => {
    const set = await prepare();
    for (const password of WEAK) {
      const { status, body } = await set(password);
      expect([password, status]).toEqual([password, 400]);
      expect(body).toMatchObject({ code: 'invalid_value', details: [{ path: property }] });
      expect(JSON.stringify(body)).not.toContain(`"${password}"`);
    }
    expect(await set(BETTER)).toMatchObject({ status: 200 });
  });
});

test('while the breach service is unreachable, passwords can be set, and listed ones are still refused', async () => {
  ranges.answer = (response) => void response.writeHead(500).end();
  const create = (password: string) => server.call('password.create', { email: world.freshEmail(), password });
  expect((await create(LEAKED)).status).toBe(200);
  expect((await create('Mailcreated5240')).status).toBe(400);
  ranges.answer = knows({ [LEAKED]: 2 });
});

test('a password from before the strict policy still signs in and may be changed', async () => {
  const { email } = await server.signUp(undefined, GOOD);
  await server.ctx.db
    .updateTable('passwords')
    .set({ hash: await hashPassword('four', server.deps.password_cost, {}) })
    .where('user_id', '=', (eb) => eb.selectFrom('users').select('id').where('email', '=', email))
    .execute();
  const { access_token: bearer } = await world.succeed('password.authenticate', { email, password: 'four' });
  const new_email = world.freshEmail();
  await world.succeed('password.change_email', { password: 'four', new_email }, { bearer });
  await world.succeed('password.change_password', { password: 'four', new_password: GOOD }, { bearer });
});

test('without the strict policy, four characters are enough', async () => {
  const plain = await createTestServer();
  expect(await plain.call('password.create', { email: 'four@example.com', password: 'four' })).toMatchObject({
    status: 200,
  });
  expect(await plain.call('password.create', { email: 'three@example.com', password: 'thr' })).toMatchObject({
    status: 400,
  });
  await plain.stop();
});
