import { afterAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../support/outside/authenticator.ts';
import { codeOf, setUpApp } from '../support/outside/authenticator-app.ts';
import {
  addPasskey,
  cookieOf,
  madePasskey,
  passkeyForSignUp,
  shownPasskey,
  signInWithPasskey,
  signUpWithPasskey,
} from '../support/outside/passkeys.ts';
import { freshEmail } from '../support/server/newcomers.ts';
import { createTestServer, eventually } from '../support/server/test-server.ts';

const server = await createTestServer();
afterAll(() => server.stop());
const { call, signUp, advance } = server;

const selfOf = async (bearer: string) => (await call('user.self', {}, { bearer })).body;
const recoveryCode = (email: string) =>
  eventually(async () => {
    const mail = (await server.mailbox(email)).find(({ subject }) => /new password/.test(subject));
    return /\b[A-HJ-NP-Z2-9]{6}\b/.exec(mail?.text ?? '')?.[0];
  }, 'the code');

test("passkey.start_registration lists the user's passkeys, so that no device creates a second one", async () => {
  const { bearer } = await signUp();
  await addPasskey(server, bearer);
  const { body } = await call('passkey.start_registration', {}, { bearer });
  expect(body.excludeCredentials).toHaveLength(1);
});

describe('signing up with a passkey', () => {
  test('creates a user without a password, whose address must be verified as usual', async () => {
    const { email, bearer, device } = await signUpWithPasskey(server, freshEmail());
    expect(await selfOf(bearer)).toMatchObject({ email, type: 'NATURAL', email_verified: false });
    const { body } = await signInWithPasskey(server, device);
    expect(await selfOf(body.access_token)).toMatchObject({ email });
    expect((await call('password.authenticate', { email, password: 'correct horse' })).status).toBe(401);
  });

  test('is refused for a taken address, both before and after the device was asked', async () => {
    const { email } = await signUp();
    expect((await call('passkey.start_sign_up', { email })).status).toBe(409);
    const late = freshEmail();
    const { body, headers } = await passkeyForSignUp(server, late);
    await signUp(late);
    expect(await call('passkey.sign_up', body, {}, headers)).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
  });

  test('leaves a way back without the device: a code by email sets the first password', async () => {
    const { email } = await signUpWithPasskey(server, freshEmail());
    await call('password.recover_send_code', { email });
    const code = await recoveryCode(email);
    expect((await call('password.recover', { email, code, new_password: 'battery staple' })).status).toBe(200);
    expect((await call('password.authenticate', { email, password: 'battery staple' })).status).toBe(200);
  });

  test("under somebody else's address gives no access once they prove the address is theirs", async () => {
    const { email, device } = await signUpWithPasskey(server, freshEmail());
    await call('password.recover_send_code', { email });
    const code = await recoveryCode(email);
    await call('password.recover', { email, code, new_password: 'battery staple' });
    expect((await signInWithPasskey(server, device)).status).toBe(401);
  });
});

describe('signing in with a passkey', () => {
  test('asks for nothing else, even if the user has an authenticator app', async () => {
    const { bearer, email } = await signUp();
    const { device } = await addPasskey(server, bearer);
    await setUpApp(server, bearer);
    const { body, status } = await signInWithPasskey(server, device);
    expect(status).toBe(200);
    expect(await selfOf(body.access_token)).toMatchObject({ email });
  });

  test.each([
    ['of another site', 'https://evil.example', {}],
    ['without user verification', server.base, { verifies: false }],
  ])('is refused for a response %s', async (_, origin, options) => {
    const { bearer } = await signUp();
    const device = createAuthenticator(origin, options);
    const { passkey, headers } = await madePasskey(server, bearer, device);
    const registered = await call('passkey.register', { name: 'Laptop', passkey }, { bearer }, headers);
    expect(registered).toMatchObject({ status: 400, body: { code: 'invalid_value', details: [{ path: 'passkey' }] } });
    expect((await signInWithPasskey(server, device)).status).toBe(401);
  });

  test('accepts each challenge once, for five minutes, from the browser that requested it', async () => {
    const { bearer } = await signUp();
    const { device } = await addPasskey(server, bearer);
    const { passkey, headers } = await shownPasskey(server, device);
    expect((await call('passkey.authenticate', { passkey }, {}, headers)).status).toBe(200);
    expect((await call('passkey.authenticate', { passkey }, {}, headers)).status).toBe(401);

    const elsewhere = await shownPasskey(server, device);
    expect((await call('passkey.authenticate', { passkey: elsewhere.passkey })).status).toBe(401);
    const other = await shownPasskey(server, device);
    const another = cookieOf(await call('passkey.start_authentication', {}));
    expect((await call('passkey.authenticate', { passkey: other.passkey }, {}, another)).status).toBe(401);

    const late = await shownPasskey(server, device);
    await advance('PT5M');
    expect((await call('passkey.authenticate', { passkey: late.passkey }, {}, late.headers)).status).toBe(401);
  });

  test('is refused when the signature covers something else', async () => {
    const { bearer } = await signUp();
    const { device } = await addPasskey(server, bearer);
    const [one, two] = [await shownPasskey(server, device), await shownPasskey(server, device)];
    const forged = { ...one.passkey, signature: two.passkey.signature };
    expect((await call('passkey.authenticate', { passkey: forged }, {}, one.headers)).status).toBe(401);
  });
});

describe('the passkeys of a user', () => {
  test('are listed, renamed and removed, and additions and removals are emailed', async () => {
    const { bearer, email } = await signUp();
    const { id, device } = await addPasskey(server, bearer);
    await signInWithPasskey(server, device);
    expect((await call('passkey.list', {}, { bearer })).body.passkeys).toMatchObject([
      { id, name: 'Laptop', last_used: expect.any(String) },
    ]);
    expect((await call('passkey.rename', { id, name: 'Work' }, { bearer })).body).toMatchObject({ name: 'Work' });
    expect((await call('passkey.delete', { id }, { bearer })).status).toBe(200);
    expect((await signInWithPasskey(server, device)).status).toBe(401);
    for (const word of ['was added', 'was removed'])
      await eventually(async () => (await server.mailbox(email)).find(({ text }) => text.includes(word)), word);
  });

  test('cannot be removed if one is the last way to sign in', async () => {
    const { bearer, device } = await signUpWithPasskey(server, freshEmail());
    const [first] = (await call('passkey.list', {}, { bearer })).body.passkeys;
    expect(await call('passkey.delete', { id: first!.id }, { bearer })).toMatchObject({
      status: 403,
      body: { code: 'last_sign_in_method' },
    });
    expect((await signInWithPasskey(server, device)).status).toBe(200);
    await addPasskey(server, bearer);
    expect((await call('passkey.delete', { id: first!.id }, { bearer })).status).toBe(200);
  });

  test('cannot be used by others, and one device is not added twice', async () => {
    const [mine, theirs] = [await signUp(), await signUp()];
    const { id } = await addPasskey(server, theirs.bearer);
    for (const [operation, body] of [
      ['passkey.rename', { id, name: 'Mine' }],
      ['passkey.delete', { id }],
    ] as const)
      expect((await call(operation, body, { bearer: mine.bearer })).status).toBe(404);
    const { passkey, headers } = await madePasskey(server, theirs.bearer);
    const stolen = await call('passkey.register', { name: 'Laptop', passkey }, { bearer: mine.bearer }, headers);
    expect(stolen.status).toBe(400);
  });
});

describe('a passkey in addition to the password', () => {
  test('is a second factor for users with an app, and in accounts that require one', async () => {
    const { bearer, email, password } = await signUp();
    const { device } = await addPasskey(server, bearer);
    expect((await call('password.authenticate', { email, password })).status).toBe(200);
    await call('merchant.update', { require_second_factor: true }, { bearer });
    const asked = await call('password.authenticate', { email, password });
    expect(asked).toMatchObject({ status: 403, body: { details: [{ path: 'passkey' }] } });
    const { passkey, headers } = await shownPasskey(server, device);
    const { status, body } = await call('password.authenticate', { email, password, passkey }, {}, headers);
    expect(status).toBe(200);
    expect((await call('user.list', {}, { bearer: body.access_token })).status).toBe(200);
  });

  test('of another user does not count', async () => {
    const [mine, theirs] = [await signUp(), await signUp()];
    const { secret } = await setUpApp(server, mine.bearer);
    const { device } = await addPasskey(server, theirs.bearer);
    const { passkey, headers } = await shownPasskey(server, device);
    const { email, password } = mine;
    expect((await call('password.authenticate', { email, password, passkey }, {}, headers)).status).toBe(401);
    expect((await call('password.authenticate', { email, password, totp_code: codeOf(server, secret) })).status).toBe(
      200,
    );
  });

  test('is a fresh proof', async () => {
    const { bearer } = await signUp();
    const { device } = await addPasskey(server, bearer);
    await advance('PT11M');
    expect((await call('callback.rotate_secret', {}, { bearer })).status).toBe(403);
    const { passkey, headers } = await shownPasskey(server, device);
    expect((await call('bearer.prove', { method: 'passkey', passkey }, { bearer }, headers)).status).toBe(200);
    expect((await call('callback.rotate_secret', {}, { bearer })).status).toBe(200);
  });
});
