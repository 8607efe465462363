import { afterAll, describe, expect, test } from 'vitest';
import { newestCode, otherThan } from '../support/server/email-codes.ts';
import { createTestServer } from '../support/server/test-server.ts';

const server = await createTestServer();
afterAll(() => server.stop());
const { call, signUp } = server;

describe('password.recover', () => {
  const sendCode = (email: string) => call('password.recover_send_code', { email });
  const recover = (email: string, code: string, new_password = 'new password') =>
    call('password.recover', { email, code, new_password });

  test('sets a new password and ends all sign-ins', async () => {
    const { email, password, bearer, credentials } = await signUp();
    expect((await sendCode(email)).text).toBe('{}');
    expect((await recover(email, await newestCode(server, email))).text).toBe('{}');
    expect((await call('user.self', {}, { bearer })).status).toBe(401);
    expect((await call('bearer.renew', { refresh_token: credentials.refresh_token })).status).toBe(401);
    expect((await call('password.authenticate', { email, password })).status).toBe(401);
    expect((await call('password.authenticate', { email, password: 'new password' })).status).toBe(200);
  });

  test('lets an owner in after too many wrong guesses', async () => {
    const { email } = await signUp();
    for (let guess = 0; guess < 11; guess++) await call('password.authenticate', { email, password: 'wrong' });
    await sendCode(email);
    await recover(email, await newestCode(server, email));
    expect((await call('password.authenticate', { email, password: 'new password' })).status).toBe(200);
  });

  test('responds the same for an unknown address', async () => {
    const { email } = await signUp();
    const unknown = 'nobody.here@example.com';
    const shape = async (pending: Promise<{ status: number; text: string }>) => {
      const { status, text } = await pending;
      return [status, text.replace(/"request_id":"[^"]+"/, '')];
    };
    // Guesses without a code, requests a code, requests another too soon, and uses up the guesses.
    const story = (address: string) => [
      () => recover(address, 'ABCDEF'),
      () => sendCode(address),
      () => sendCode(address),
      ...Array.from({ length: 7 }, (_, index) => () => recover(address, otherThan('', index))),
    ];
    const [known, other] = [story(email), story(unknown)];
    for (const [step, run] of known.entries()) expect(await shape(other[step]!())).toEqual(await shape(run()));
    expect(await server.mailbox(email)).toHaveLength(1);
    expect(await server.mailbox(unknown)).toEqual([]);
  });

  test('shares 5 attempts between 50 wrong guesses and the right one', async () => {
    const { email } = await signUp();
    await sendCode(email);
    const code = await newestCode(server, email);
    const codes = Array.from({ length: 50 }, (_, index) => otherThan(code, index));
    const results = await Promise.all([...codes, code].map((guess) => recover(email, guess)));
    expect(results.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(5);
  });
});
