import { afterAll, describe, expect, test } from 'vitest';
import { createPortalClient } from '../../sdk/client/src/portal/portal.ts';
import { createTestServer } from '../support/server/test-server.ts';

const server = await createTestServer();
afterAll(() => server.stop());
const { call, signUp, advance } = server;
const account = () => server.account();

const works = async (basic: { public_key: string; secret: string }) =>
  (await call('session.create', { specimen: true }, { basic })).status === 200;

describe('user.create_service_user', () => {
  test('creates a key pair that works with basic authentication', async () => {
    const { bearer } = await signUp();
    const { body } = await call('user.create_service_user', { name: 'Production' }, { bearer });
    expect(body.public_key).toMatch(/^public-key-[A-Za-z0-9]{24}$/);
    expect(body.secret).toMatch(/^secret-[\w-]{43}$/);
    expect(await works(body)).toBe(true);
    expect(await works({ ...body, secret: `${body.secret}x` })).toBe(false);
    const { users } = (await call('user.list', {}, { bearer })).body;
    expect(users[0]).toEqual({
      id: body.id,
      type: 'SERVICE',
      alias: body.public_key.slice(0, 19),
      public_key: body.public_key,
      name: 'Production',
      created: expect.any(String),
      last_used: expect.any(String),
    });
  });

  test('stores the secret only as a hash', async () => {
    const { basic } = await account();
    const rows = await server.ctx.db.selectFrom('service_keys').selectAll().execute();
    const stored = rows.map((row) => JSON.stringify(row) + row.secret_hash.toString('latin1')).join();
    expect(stored).toContain(basic.public_key);
    expect(stored).not.toContain(basic.secret.slice('secret-'.length));
  });
});

describe('user.rotate_service_user', () => {
  test('accepts the old secret until the grace period is over', async () => {
    const { bearer, basic, key_id } = await account();
    const { body } = await call('user.rotate_service_user', { id: key_id, grace_period_hours: 2 }, { bearer });
    expect(body).toEqual({ id: key_id, public_key: basic.public_key, secret: expect.not.stringMatching(basic.secret) });
    expect(await works(body)).toBe(true);
    expect(await works(basic)).toBe(true);
    await advance('PT2H');
    expect(await works(basic)).toBe(false);
    expect(await works(body)).toBe(true);
  });

  test('revokes the old secret immediately on request', async () => {
    const { bearer, basic, key_id } = await account();
    await call('user.rotate_service_user', { id: key_id, grace_period_hours: 0 }, { bearer });
    expect(await works(basic)).toBe(false);
  });

  test('refuses users without a key', async () => {
    const { bearer } = await signUp();
    const self = (await call('user.self', {}, { bearer })).body;
    const { status, body } = await call('user.rotate_service_user', { id: self.id }, { bearer });
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'wrong_user_type' });
  });
});

describe('user.rename_service_user', () => {
  const signedIn = (bearer: string) => createPortalClient({ baseUrl: server.base, accessToken: () => bearer }).user;

  test('renames a key, and changes nothing else about it', async () => {
    const { bearer, basic, key_id: id } = await account();
    const users = signedIn(bearer);
    const before = await users.get({ id });
    expect(before).not.toHaveProperty('name');
    const named = await users.renameServiceUser({ id, name: 'Staging' });
    expect(named).toEqual({ ...before, name: 'Staging' });
    expect(await users.renameServiceUser({ id, name: 'Production' })).toEqual({
      ...before,
      name: 'Production',
    });
    expect(await users.get({ id })).toEqual({ ...before, name: 'Production' });
    expect(await works(basic)).toBe(true);
  });

  test('is in the audit log, without the name', async () => {
    const { bearer, key_id: id } = await account();
    await signedIn(bearer).renameServiceUser({ id, name: 'Staging' });
    const { body, text } = await call('audit.list', { limit: 1 }, { bearer });
    expect(body.entries).toMatchObject([{ action: 'user.rename_service_user', target_id: id }]);
    expect(text).not.toContain('Staging');
  });

  test('refuses people, who are known by their address', async () => {
    const { bearer } = await signUp();
    const users = signedIn(bearer);
    const self = await users.self();
    await expect(users.renameServiceUser({ id: self.id, name: 'Ada' })).rejects.toMatchObject({
      status: 403,
      code: 'wrong_user_type',
    });
    expect(await users.get({ id: self.id })).not.toHaveProperty('name');
  });

  test.each([
    ['', 'invalid_value'],
    ['x'.repeat(101), 'invalid_value'],
    ['two\nlines', 'invalid_value'],
    [undefined, 'missing_property'],
  ])('refuses the name %j as creating a key does', async (name, code) => {
    const { bearer, key_id: id } = await account();
    expect(await call('user.rename_service_user', { id, name }, { bearer })).toMatchObject({
      status: 400,
      body: { code },
    });
  });
});

describe('user.delete', () => {
  test('revokes the key immediately', async () => {
    const { bearer, basic, key_id } = await account();
    expect((await call('user.delete', { id: key_id }, { bearer })).text).toBe('{}');
    expect(await works(basic)).toBe(false);
    expect((await call('user.list', {}, { bearer })).body.users).toHaveLength(1);
    const again = await call('user.delete', { id: key_id }, { bearer });
    expect(again.status).toBe(404);
    expect(again.body).toMatchObject({ error: `No user found with id: ${key_id}` });
  });

  test('refuses the current user', async () => {
    const { bearer } = await signUp();
    const self = (await call('user.self', {}, { bearer })).body;
    const { status, body } = await call('user.delete', { id: self.id }, { bearer });
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'cannot_delete_self', error: 'You cannot delete yourself' });
  });
});

test.each(['user.get', 'user.delete', 'user.rotate_service_user', 'user.rename_service_user'] as const)(
  "%s treats another account's id like a missing one",
  async (operation) => {
    const { bearer } = await signUp();
    const victim = await account();
    const more = operation === 'user.rename_service_user' ? { name: 'Mine' } : {};
    const missing = await call(operation, { id: 123, ...more }, { bearer });
    const foreign = await call(operation, { id: victim.key_id, ...more }, { bearer });
    expect(missing.status).toBe(404);
    expect(missing.body).toMatchObject({ code: 'not_found', error: 'No user found with id: 123' });
    expect(foreign.status).toBe(404);
    expect(foreign.body).toMatchObject({ code: 'not_found', error: `No user found with id: ${victim.key_id}` });
    expect(await works(victim.basic)).toBe(true);
  },
);

test("each API key's last_used is written at most once a minute", async () => {
  const { bearer, basic, key_id } = await account();
  const lastUsed = async () => (await call('user.get', { id: key_id }, { bearer })).body.last_used;
  expect(await lastUsed()).toBeUndefined();
  await works(basic);
  const first = await lastUsed();
  await advance('PT30S');
  await works(basic);
  expect(await lastUsed()).toBe(first);
  await advance('PT31S');
  await works(basic);
  expect(Date.parse((await lastUsed())!) - Date.parse(first!)).toBeGreaterThanOrEqual(61_000);
});
