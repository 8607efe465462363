import { afterAll, describe, expect, test } from 'vitest';
import { findTamperedEntry } from '../../server/audit/audit.service.ts';
import { createTestServer } from '../support/server/test-server.ts';

const server = await createTestServer();
afterAll(() => server.stop());
const { call, signUp } = server;
const account = () => server.account();
const { db } = server.ctx;

test('merchant.self names the account by its company, or until it has one, by the domain of its first address', async () => {
  const { email, bearer } = await signUp();
  const own = (await call('merchant.self', {}, { bearer })).body;
  expect(own).toEqual({
    id: expect.any(Number),
    name: email.split('@')[1],
    created: expect.any(String),
    require_clone_protection: false,
    refuse_weak: false,
    require_second_factor: false,
    retention_hours: 24,
    document_memory_days: 0,
    request_log_days: 30,
    return_addresses: [],
  });
  await call('billing.update', { company: 'Vinter AB', country: 'SE' }, { bearer });
  expect((await call('merchant.self', {}, { bearer })).body).toEqual({ ...own, name: 'Vinter AB' });
});

test('merchant.update sets the requirements of new sessions, which a session may override, and is logged once', async () => {
  const { bearer, basic } = await account();
  const required = async (options = {}) => {
    const { id } = (await call('session.create', options, { basic })).body;
    return (await call('session.get', { id }, { basic })).body.require_clone_protection;
  };
  expect(await required()).toBe(false);
  for (let times = 0; times < 2; times++) {
    const { body } = await call('merchant.update', { require_clone_protection: true }, { bearer });
    expect(body).toMatchObject({ require_clone_protection: true });
  }
  expect((await call('merchant.self', {}, { bearer })).body).toMatchObject({ require_clone_protection: true });
  expect(await required()).toBe(true);
  expect(await required({ require_clone_protection: false })).toBe(false);
  expect((await call('merchant.update', {}, { bearer })).body).toMatchObject({ require_clone_protection: true });
  const { entries } = (await call('audit.list', {}, { bearer })).body;
  expect(entries.filter(({ action }: { action: string }) => action === 'merchant.update')).toHaveLength(1);

  const other = await account();
  const { id } = (await call('session.create', {}, { basic: other.basic })).body;
  expect((await call('session.get', { id }, { basic: other.basic })).body.require_clone_protection).toBe(false);
  const { token } = (await call('demo.create', {})).body;
  expect((await call('demo.get', { token })).body.require_clone_protection).toBe(false);
});

test('merchant.update of refuse_weak applies to new sessions unless they say otherwise, and to no existing one', async () => {
  const { bearer, basic: own } = await account();
  const settle = (refuse_weak: boolean) => call('merchant.update', { refuse_weak }, { bearer });
  const create = async (options = {}) => (await call('session.create', options, { basic: own })).body.id;
  const of = async (id: number) => (await call('session.get', { id }, { basic: own })).body.refuse_weak;
  const before = await create();
  expect((await settle(true)).body).toMatchObject({ refuse_weak: true });
  expect((await call('merchant.self', {}, { bearer })).body).toMatchObject({ refuse_weak: true });
  const [during, otherwise] = [await create(), await create({ refuse_weak: false })];
  await settle(false);
  const after = await create();
  expect(await Promise.all([before, during, otherwise, after].map(of))).toEqual([false, true, false, false]);
  const { sessions } = (await call('session.list', {}, { basic: own })).body;
  expect(sessions.filter(({ refuse_weak }: { refuse_weak?: boolean }) => refuse_weak)).toMatchObject([{ id: during }]);
});

describe('merchant.delete', () => {
  test("revokes every token, key and session of the account immediately, and nobody else's", async () => {
    const [gone, other] = [await account(), await account()];
    const session = (await call('session.create', { reference: 'personal' }, { basic: gone.basic })).body;
    await call('session.create', {}, { basic: other.basic });
    const merchant = await db
      .selectFrom('users')
      .select('merchant_id')
      .where('email', '=', gone.email)
      .executeTakeFirstOrThrow();
    const { merchant_id } = merchant;

    expect((await call('merchant.delete', undefined, { bearer: gone.bearer })).text).toBe('{}');

    expect((await call('user.self', {}, { bearer: gone.bearer })).status).toBe(401);
    expect((await call('bearer.renew', { refresh_token: gone.credentials.refresh_token })).status).toBe(401);
    expect((await call('session.create', {}, { basic: gone.basic })).status).toBe(401);
    expect((await call('reader.open', { token: session.token })).status).toBe(404);
    expect((await call('password.authenticate', { email: gone.email, password: gone.password })).status).toBe(401);
    const left = await db.selectFrom('sessions').selectAll().where('merchant_id', '=', merchant_id).execute();
    expect(JSON.stringify(left)).not.toContain('personal');
    expect(await db.selectFrom('users').select('id').where('merchant_id', '=', merchant_id).execute()).toEqual([]);
    expect(await findTamperedEntry({ db, deps: server.deps }, merchant_id)).toBeUndefined();

    expect((await call('session.create', {}, { basic: other.basic })).status).toBe(200);
    expect((await call('user.self', {}, { bearer: other.bearer })).status).toBe(200);
  });

  test('frees the address for a new account', async () => {
    const { email, bearer } = await signUp();
    await call('merchant.delete', {}, { bearer });
    const again = await signUp(email);
    expect((await call('user.list', {}, { bearer: again.bearer })).body.users).toHaveLength(1);
  });
});
