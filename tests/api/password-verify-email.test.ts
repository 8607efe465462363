import { afterAll, describe, expect, test } from 'vitest';
import { newestCode, otherThan } from '../support/server/email-codes.ts';
import { createTestServer } from '../support/server/test-server.ts';

const server = await createTestServer();
afterAll(() => server.stop());
const { call, signUp, advance } = server;

describe('password.verify_email', () => {
  const sendCode = (bearer: string) => call('password.verify_email_send_code', {}, { bearer });
  const verify = (bearer: string, code: string) => call('password.verify_email', { code }, { bearer });

  test('verifies the address with the code from the email, in upper or lower case', async () => {
    const { email, bearer } = await signUp();
    expect((await sendCode(bearer)).text).toBe('{}');
    const code = await newestCode(server, email);
    expect((await verify(bearer, code.toLowerCase())).text).toBe('{}');
    expect((await call('user.self', {}, { bearer })).body.email_verified).toBe(true);
  });

  test('accepts a code once', async () => {
    const { email, bearer } = await signUp();
    await sendCode(bearer);
    const code = await newestCode(server, email);
    const results = await Promise.all([verify(bearer, code), verify(bearer, code), verify(bearer, code)]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await verify(bearer, code)).body).toMatchObject({ code: 'invalid_code', error: 'The code is not correct' });
  });

  test('sends nothing when the address is already verified', async () => {
    const { email, bearer } = await signUp();
    await sendCode(bearer);
    await verify(bearer, await newestCode(server, email));
    await advance('PT31S');
    expect((await sendCode(bearer)).text).toBe('{}');
    expect(await server.mailbox(email)).toHaveLength(1);
  });

  test('sends once every 30 seconds, and a new code voids the old one', async () => {
    const { email, bearer } = await signUp();
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => sendCode(bearer)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 429, 429, 429]);
    const old = await newestCode(server, email);
    const early = await sendCode(bearer);
    expect(early.body).toMatchObject({ code: 'rate_limited' });
    expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    await advance('PT30S');
    expect((await sendCode(bearer)).status).toBe(200);
    expect(await server.mailbox(email)).toHaveLength(2);
    const code = await newestCode(server, email);
    expect((await verify(bearer, old)).body).toMatchObject({ code: 'invalid_code' });
    expect((await verify(bearer, code)).status).toBe(200);
  });

  test('refuses a code after 10 minutes', async () => {
    const { email, bearer } = await signUp();
    await sendCode(bearer);
    await advance('PT10M');
    const { status, body } = await verify(bearer, await newestCode(server, email));
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'code_expired', error: 'The code has expired. Request a new one' });
  });

  test('allows 5 attempts out of 200 wrong ones at once, and then refuses even the right code', async () => {
    const { email, bearer } = await signUp();
    await sendCode(bearer);
    const code = await newestCode(server, email);
    const guesses = Array.from({ length: 200 }, (_, index) => verify(bearer, otherThan(code, index)));
    const results = await Promise.all(guesses);
    expect(results.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(results.filter(({ status }) => status === 429)).toHaveLength(195);
    const { status, body, headers } = await verify(bearer, code);
    expect([status, headers.get('x-should-retry')]).toEqual([429, 'false']);
    expect(body).toMatchObject({ code: 'too_many_attempts', error: 'Too many attempts. Request a new code' });
  });

  test('accepts no code of another user or for another purpose', async () => {
    const [ada, bob] = [await signUp(), await signUp()];
    await sendCode(ada.bearer);
    await sendCode(bob.bearer);
    await call('password.recover_send_code', { email: ada.email });
    const mails = await server.mailbox(ada.email);
    const recovery = mails.find(({ subject }) => subject.includes('new password'))!;
    const recoveryCode = /^[A-Z2-9]{6}$/m.exec(recovery.text)![0];
    expect((await verify(ada.bearer, await newestCode(server, bob.email))).status).toBe(400);
    expect((await verify(ada.bearer, recoveryCode)).status).toBe(400);
  });

  test('stores the code only as a keyed hash', async () => {
    const { email, bearer } = await signUp();
    await sendCode(bearer);
    const rows = await server.ctx.db.selectFrom('codes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(await newestCode(server, email));
  });
});
