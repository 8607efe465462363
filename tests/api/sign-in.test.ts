import { afterAll, describe, expect, test } from 'vitest';
import { createTestServer } from '../support/server/test-server.ts';

const server = await createTestServer();
afterAll(() => server.stop());
const { call, signUp, advance } = server;

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

async function signInOn(user_agent: string, { email, password }: { email: string; password: string }) {
  const { body } = await call('password.authenticate', { email, password }, {}, { 'User-Agent': user_agent });
  return body;
}

const isSignedIn = async (bearer: string) => (await call('user.self', {}, { bearer })).status === 200;
const signInsOf = async (bearer: string) => (await call('sign_in.list', {}, { bearer })).body.sign_ins;

describe('sign_in.list', () => {
  test('names browser and system, gives the time, and marks the current one', async () => {
    const account = await signUp();
    await advance('PT1M');
    const phone = await signInOn(SAFARI, account);
    await advance('PT1M');
    const desk = await signInOn(FIREFOX, account);
    const list = await signInsOf(desk.access_token);
    expect(list).toMatchObject([
      { browser: 'Firefox', system: 'Windows', is_current: true },
      { browser: 'Safari', system: 'iOS', is_current: false },
      { is_current: false },
    ]);
    expect(list.map(({ created }) => created)).toEqual(list.map(({ last_used }) => last_used));
    await advance('PT10M');
    await call('bearer.renew', { refresh_token: phone.refresh_token });
    const [, renewed] = await signInsOf(desk.access_token);
    expect(Date.parse(renewed!.last_used) - Date.parse(renewed!.created)).toBeGreaterThanOrEqual(600_000);
  });

  test('shows neither the sign-ins of other users in the account nor ended ones', async () => {
    const mine = await signUp();
    const theirs = await signUp();
    expect(await signInsOf(mine.bearer)).toHaveLength(1);
    const ended = await signInOn(FIREFOX, mine);
    await call('bearer.revoke', { access_token: ended.access_token });
    expect(await signInsOf(mine.bearer)).toHaveLength(1);
    expect(await signInsOf(theirs.bearer)).toHaveLength(1);
  });
});

describe('sign_in.revoke', () => {
  test('revokes its access token and its refresh token immediately, and no other', async () => {
    const account = await signUp();
    const other = await signInOn(SAFARI, account);
    const { id } = (await signInsOf(account.bearer)).find(({ is_current }) => !is_current)!;
    expect((await call('sign_in.revoke', { id }, { bearer: account.bearer })).status).toBe(200);
    expect(await isSignedIn(other.access_token)).toBe(false);
    expect((await call('bearer.renew', { refresh_token: other.refresh_token })).status).toBe(401);
    expect(await isSignedIn(account.bearer)).toBe(true);
  });

  test('cannot reach the sign-in of another user', async () => {
    const [mine, theirs] = [await signUp(), await signUp()];
    const [{ id } = { id: 0 }] = await signInsOf(theirs.bearer);
    expect((await call('sign_in.revoke', { id }, { bearer: mine.bearer })).status).toBe(404);
    expect(await isSignedIn(theirs.bearer)).toBe(true);
  });
});

test('sign_in.revoke_others ends all but the current sign-in', async () => {
  const account = await signUp();
  const others = [await signInOn(SAFARI, account), await signInOn(FIREFOX, account)];
  await call('sign_in.revoke_others', {}, { bearer: account.bearer });
  for (const { access_token } of others) expect(await isSignedIn(access_token)).toBe(false);
  expect(await signInsOf(account.bearer)).toMatchObject([{ is_current: true }]);
});

describe('a fresh proof', () => {
  async function idle() {
    const account = await server.account();
    await advance('PT11M');
    return account;
  }

  test('is the sign-in itself, for ten minutes', async () => {
    const { bearer } = await signUp();
    await advance('PT9M50S');
    expect((await call('user.create_service_user', {}, { bearer })).status).toBe(200);
    await advance('PT10S');
    const { status, body } = await call('user.create_service_user', {}, { bearer });
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'fresh_proof_required' });
  });

  test('is not given by renewing the tokens', async () => {
    const { bearer, credentials } = await idle();
    const { body } = await call('bearer.renew', { refresh_token: credentials.refresh_token });
    for (const token of [bearer, body.access_token])
      expect((await call('callback.rotate_secret', {}, { bearer: token })).status).toBe(403);
  });

  test('is given by the password, for this sign-in alone', async () => {
    const account = await idle();
    const { bearer, password } = account;
    expect((await call('bearer.prove', { method: 'password', password: 'wrong horse' }, { bearer })).status).toBe(401);
    expect((await call('callback.rotate_secret', {}, { bearer })).status).toBe(403);
    const other = await signInOn(SAFARI, account);
    await advance('PT11M');
    const renewed = await call('bearer.renew', { refresh_token: account.credentials.refresh_token });
    const fresh = renewed.body.access_token;
    expect((await call('bearer.prove', { method: 'password', password }, { bearer: fresh })).status).toBe(200);
    expect((await call('callback.rotate_secret', {}, { bearer: fresh })).status).toBe(200);
    expect((await call('callback.rotate_secret', {}, { bearer: other.access_token })).status).toBe(403);
  });

  test('names the property that the method needs', async () => {
    const { bearer } = await signUp();
    const { status, body } = await call('bearer.prove', { method: 'password' }, { bearer });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'missing_property', error: 'Missing property: password' });
  });

  test('is not required of an API key', async () => {
    const { basic, key_id } = await idle();
    expect((await call('callback.rotate_secret', {}, { basic })).status).toBe(200);
    expect((await call('user.rotate_service_user', { id: key_id }, { basic })).status).toBe(200);
  });
});
