import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, createSecondFactors, setUpApp } from '../support/outside/authenticator-app.ts';
import { createTestServer, eventually } from '../support/server/test-server.ts';

const server = await createTestServer();
afterAll(() => server.stop());
const { call, signUp, advance } = server;
const { withApp, signIn, mailed } = createSecondFactors(server);

describe('totp: an authenticator app', () => {
  test('is not required until a code from it was entered', async () => {
    const user = await signUp();
    await call('totp.create', {}, { bearer: user.bearer });
    expect((await signIn(user)).status).toBe(200);
    expect((await call('totp.self', {}, { bearer: user.bearer })).body).toEqual({
      is_enabled: false,
      recovery_codes_left: 0,
    });
  });

  test('is asked for after the right password, and only then', async () => {
    const user = await withApp();
    const { status, body } = await signIn(user);
    expect(status).toBe(403);
    expect(body).toMatchObject({
      code: 'second_factor_required',
      details: [{ path: 'totp_code' }, { path: 'recovery_code' }],
    });
    expect(await signIn({ ...user, password: 'wrong horse' })).toMatchObject({
      status: 401,
      body: { code: 'wrong_credentials' },
    });
    expect((await signIn(user, { totp_code: codeOf(server, user.secret) })).status).toBe(200);
  });

  test('gives codes that work once, and none older than the last one used', async () => {
    const user = await withApp();
    await advance('PT5M');
    const [before, now] = [codeOf(server, user.secret, -1), codeOf(server, user.secret)];
    expect((await signIn(user, { totp_code: now })).status).toBe(200);
    expect(await signIn(user, { totp_code: now })).toMatchObject({ status: 400, body: { code: 'invalid_code' } });
    expect((await signIn(user, { totp_code: before })).status).toBe(400);
    expect((await signIn(user, { totp_code: codeOf(server, user.secret, 1) })).status).toBe(200);
  });

  test('gives only one sign-in to two calls with the same code', async () => {
    const user = await withApp();
    const totp_code = codeOf(server, user.secret);
    const answers = await Promise.all([signIn(user, { totp_code }), signIn(user, { totp_code })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test('replaces the previous app when it is confirmed, not before', async () => {
    const user = await withApp();
    const { secret } = (await call('totp.create', {}, { bearer: user.bearer })).body;
    expect((await signIn(user, { totp_code: codeOf(server, secret) })).status).toBe(400);
    expect((await signIn(user, { totp_code: codeOf(server, user.secret) })).status).toBe(200);
    await call('totp.confirm', { code: codeOf(server, secret) }, { bearer: user.bearer });
    expect((await signIn(user, { totp_code: codeOf(server, user.secret, 1) })).status).toBe(400);
    expect((await signIn(user, { totp_code: codeOf(server, secret, 1) })).status).toBe(200);
  });

  test('can be removed, which is confirmed by email', async () => {
    const user = await withApp();
    await mailed(user.email, /sign-in methods/);
    await call('totp.delete', {}, { bearer: user.bearer });
    expect((await signIn(user)).status).toBe(200);
    expect((await call('totp.self', {}, { bearer: user.bearer })).body.recovery_codes_left).toBe(0);
    const removed = async () => (await server.mailbox(user.email)).find(({ text }) => /was removed/.test(text));
    expect(await eventually(removed, 'the mail')).toBeDefined();
  });

  test('can be guessed five times from one network, which does not lock out a device the user has used before', async () => {
    const user = await signUp();
    const known = await signIn(user);
    const cookie = known.headers
      .getSetCookie()
      .find((line) => line.includes('sigill-device'))!
      .split(';', 1)[0]!;
    const { secret } = await setUpApp(server, user.bearer);
    const wrong = codeOf(server, secret, 100);
    for (let guess = 0; guess < 5; guess++) expect((await signIn(user, { totp_code: wrong })).status).toBe(400);
    expect((await signIn(user, { totp_code: codeOf(server, secret) })).status).toBe(429);
    const owner = await signIn(user, { totp_code: codeOf(server, secret) }, { Cookie: cookie });
    expect(owner.status).toBe(200);
    expect((await signIn(user, {}, { Cookie: cookie })).status).toBe(403);
  });
});

describe('an account that requires a second factor', () => {
  async function requiring() {
    const user = await signUp();
    await call('merchant.update', { require_second_factor: true }, { bearer: user.bearer });
    return user;
  }

  test('allows nothing before one is set up', async () => {
    const user = await requiring();
    const { bearer } = user;
    for (const id of ['user.list', 'merchant.update', 'session.list', 'user.create_service_user'] as const)
      expect(await call(id, {}, { bearer })).toMatchObject({
        status: 403,
        body: { code: 'second_factor_setup_required' },
      });
    for (const id of ['user.self', 'merchant.self', 'totp.self', 'sign_in.list'] as const)
      expect((await call(id, {}, { bearer })).status).toBe(200);
    await setUpApp(server, bearer);
    expect((await call('user.list', {}, { bearer })).status).toBe(200);
  });

  test('requires it of existing sign-ins too', async () => {
    const user = await signUp();
    const { access_token: other } = (await signIn(user)).body;
    const { secret } = await setUpApp(server, user.bearer);
    await call('merchant.update', { require_second_factor: true }, { bearer: user.bearer });
    expect((await call('user.list', {}, { bearer: other })).status).toBe(403);
    const proof = { method: 'totp', totp_code: codeOf(server, secret) };
    expect((await call('bearer.prove', proof, { bearer: other })).status).toBe(200);
    expect((await call('user.list', {}, { bearer: other })).status).toBe(200);
  });

  test('does not require it of API keys', async () => {
    const { bearer, basic } = await server.account();
    await call('merchant.update', { require_second_factor: true }, { bearer });
    expect((await call('session.list', {}, { basic })).status).toBe(200);
  });
});

test("proving an unverified address is one's own removes the second factor of the person who registered it", async () => {
  const { email } = await withApp();
  await recover(email);
  expect((await signIn({ email, password: 'battery staple' })).status).toBe(200);
});

test('recovering a verified address sets a new password, and the code of the app is still required', async () => {
  const user = await withApp();
  await call('password.verify_email_send_code', {}, { bearer: user.bearer });
  const code = await mailedCode(user.email, /^Verify/);
  expect((await call('password.verify_email', { code }, { bearer: user.bearer })).status).toBe(200);
  await recover(user.email);
  const recovered = { ...user, password: 'battery staple' };
  expect(await signIn(recovered)).toMatchObject({ status: 403, body: { code: 'second_factor_required' } });
  expect((await signIn(recovered, { totp_code: codeOf(server, user.secret, 1) })).status).toBe(200);
});

async function recover(email: string): Promise<void> {
  await call('password.recover_send_code', { email });
  const code = await mailedCode(email, /new password/);
  await call('password.recover', { email, code, new_password: 'battery staple' });
}

const mailedCode = async (email: string, subject: RegExp): Promise<string> =>
  /\b[A-HJ-NP-Z2-9]{6}\b/.exec((await mailed(email, subject)).text)![0];

test('the database contains neither the TOTP secret nor any codes', async () => {
  const { secret, recovery_codes } = await withApp();
  const rows = [
    ...(await server.ctx.db.selectFrom('totps').selectAll().execute()),
    ...(await server.ctx.db.selectFrom('recovery_codes').selectAll().execute()),
  ];
  const stored = JSON.stringify(rows, (_, value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value));
  for (const text of [secret, ...recovery_codes, recovery_codes[0]!.replace('-', '')])
    expect(stored).not.toContain(text);
});
