/** bearer-renewal.test.ts compares random sequences of renewals with a model. */
import { afterAll, describe, expect, test } from 'vitest';
import { createTestServer } from '../support/server/test-server.ts';

const server = await createTestServer();
afterAll(() => server.stop());
const { call, signUp, advance } = server;

const renew = (refresh_token: string) => call('bearer.renew', { refresh_token });
const isSignedIn = async (bearer: string) => (await call('user.self', {}, { bearer })).status === 200;

describe('access tokens', () => {
  test('expire after 15 minutes', async () => {
    const { bearer } = await signUp();
    await advance('PT14M50S');
    expect(await isSignedIn(bearer)).toBe(true);
    await advance('PT10S');
    const { status, body } = await call('user.self', {}, { bearer });
    expect(status).toBe(401);
    expect(body).toMatchObject({ code: 'invalid_credentials' });
  });

  test('do not work as refresh tokens, nor refresh tokens as access tokens', async () => {
    const { credentials } = await signUp();
    expect((await renew(credentials.access_token)).status).toBe(401);
    expect(await isSignedIn(credentials.refresh_token)).toBe(false);
  });
});

describe('bearer.renew', () => {
  test('rotates both tokens and shortens the life of the old access token', async () => {
    const { credentials } = await signUp();
    const { status, body } = await renew(credentials.refresh_token);
    expect(status).toBe(200);
    expect(body.refresh_token).not.toBe(credentials.refresh_token);
    expect(await isSignedIn(body.access_token)).toBe(true);
    expect(await isSignedIn(credentials.access_token)).toBe(true);
    await advance('PT61S');
    expect(await isSignedIn(credentials.access_token)).toBe(false);
    expect(await isSignedIn(body.access_token)).toBe(true);
  });

  test('gives the same successors to repeated and to parallel renewals', async () => {
    const { credentials } = await signUp();
    const parallel = await Promise.all(Array.from({ length: 10 }, () => renew(credentials.refresh_token)));
    const again = await renew(credentials.refresh_token);
    expect(new Set([...parallel, again].map(({ text }) => text)).size).toBe(1);
    expect(again.status).toBe(200);
  });

  test('ends the sign-in when a replaced token is used again later', async () => {
    const { credentials } = await signUp();
    const { body } = await renew(credentials.refresh_token);
    await advance('PT61S');
    const stolen = await renew(credentials.refresh_token);
    expect(stolen.status).toBe(401);
    expect(stolen.body).toMatchObject({ code: 'invalid_credentials', error: 'The refresh token is not valid' });
    expect(await isSignedIn(body.access_token)).toBe(false);
    expect((await renew(body.refresh_token)).status).toBe(401);
  });

  test('has no grace period for tokens older than the previous one', async () => {
    const { credentials } = await signUp();
    const second = (await renew(credentials.refresh_token)).body;
    const third = (await renew(second.refresh_token)).body;
    expect((await renew(credentials.refresh_token)).status).toBe(401);
    expect(await isSignedIn(third.access_token)).toBe(false);
  });

  test('refuses a token after 30 days, and leaves other sign-ins alone', async () => {
    const { credentials, email, password } = await signUp();
    await advance('P29D');
    const other = (await call('password.authenticate', { email, password })).body;
    await advance('P1D');
    expect((await renew(credentials.refresh_token)).status).toBe(401);
    expect((await renew(other.refresh_token)).status).toBe(200);
  });

  test('ends a sign-in 90 days after it began, however often it was renewed', async () => {
    const { credentials, bearer } = await signUp();
    const began = (await call('sign_in.list', {}, { bearer })).body.sign_ins[0]!.created;
    const end = Date.parse(began) + 90 * 86_400_000;
    let current = credentials;
    for (const days of [29, 29, 29]) {
      await advance(`P${days}D`);
      const { status, body } = await renew(current.refresh_token);
      expect(status).toBe(200);
      expect(Date.parse(body.refresh_token_expires)).toBeLessThanOrEqual(end);
      current = body;
    }
    expect(Date.parse(current.refresh_token_expires)).toBe(end);
    await advance('P2DT23H50M');
    const last = await renew(current.refresh_token);
    expect(last.status).toBe(200);
    expect(Date.parse(last.body.access_token_expires)).toBeLessThanOrEqual(end);
    await advance('PT11M');
    expect(await isSignedIn(last.body.access_token)).toBe(false);
    expect(await renew(last.body.refresh_token)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  });
});

describe('bearer.revoke', () => {
  test('ends the sign-in immediately, and responds the same for an unknown token', async () => {
    const { credentials } = await signUp();
    const { access_token, refresh_token } = credentials;
    const answers = [access_token, access_token, 'unknown-token-unknown-token'].map((token) => ({
      access_token: token,
    }));
    for (const body of answers) expect((await call('bearer.revoke', body)).text).toBe('{}');
    expect(await isSignedIn(access_token)).toBe(false);
    expect((await renew(refresh_token)).status).toBe(401);
  });

  test('ends the sign-in of an access token that has expired', async () => {
    const { credentials } = await signUp();
    await advance('PT1H');
    await call('bearer.revoke', { access_token: credentials.access_token });
    expect((await renew(credentials.refresh_token)).status).toBe(401);
  });

  test("leaves the user's other sign-ins alone", async () => {
    const { email, password, bearer } = await signUp();
    const other = (await call('password.authenticate', { email, password })).body;
    await call('bearer.revoke', { access_token: bearer });
    expect(await isSignedIn(other.access_token)).toBe(true);
  });
});
