import { afterAll, describe, expect, test } from 'vitest';
import { newestCode } from '../support/server/email-codes.ts';
import { createTestServer } from '../support/server/test-server.ts';

const server = await createTestServer({ real_passwords: true });
afterAll(() => server.stop());
const { call, signUp, advance } = server;

const signIn = (email: string, password: string) => call('password.authenticate', { email, password });

test.each(['a@b.co', 'ada.lovelace+x@mail.example.com'])('%s is accepted as an address', async (email) => {
  expect((await signIn(email, 'correct horse')).status).toBe(401);
});

test.each(['', 'a', 'a@b', 'a@b.c', 'a b@c.de', 'a@b c.de', '@b.co', 'a@b.co '])(
  '"%s" is refused as an address',
  async (email) => {
    expect(await signIn(email, 'correct horse')).toMatchObject({ status: 400, body: { code: 'invalid_value' } });
  },
);

describe('password.create', () => {
  test('accepts a password of four characters but not of three', async () => {
    const create = (password: string) => call('password.create', { email: 'short@example.com', password });
    expect(await create('abc')).toMatchObject({ status: 400, body: { details: [{ path: 'password' }] } });
    expect((await create('abcd')).status).toBe(200);
  });

  test('signs a new account up', async () => {
    const { bearer, email } = await signUp();
    const { status, body } = await call('user.self', {}, { bearer });
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: 'NATURAL', email, email_verified: false, alias: email });
  });

  test('refuses a taken address, also in different case', async () => {
    const { email } = await signUp('Ada.Taken@example.com');
    for (const again of [email, 'ada.taken@EXAMPLE.com']) {
      const { status, body } = await call('password.create', { email: again, password: 'another one' });
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: 'email_taken', error: 'This email is already registered' });
    }
  });

  test('gives an address to only one of many concurrent sign-ups', async () => {
    const body = { email: 'race@example.com', password: 'correct horse' };
    const results = await Promise.all(Array.from({ length: 8 }, () => call('password.create', body)));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });

  test('keeps an unknown reference as attribution', async () => {
    const body = { email: 'campaign@example.com', password: 'correct horse', reference: 'spring-campaign' };
    expect((await call('password.create', body)).status).toBe(200);
    const merchant = await server.ctx.db
      .selectFrom('merchants')
      .innerJoin('users', 'users.merchant_id', 'merchants.id')
      .select('merchants.reference')
      .where('users.email', '=', body.email)
      .executeTakeFirst();
    expect(merchant).toEqual({ reference: 'spring-campaign' });
  });

  test('stores neither the password nor a token', async () => {
    const { password, credentials } = await signUp(undefined, 'a password to look for');
    const stored = JSON.stringify([
      await server.ctx.db.selectFrom('passwords').selectAll().execute(),
      await server.ctx.db.selectFrom('tokens').selectAll().execute(),
    ]);
    expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    for (const secret of [password, credentials.access_token, credentials.refresh_token]) {
      expect(stored).not.toContain(secret);
    }
  });
});

describe('password.authenticate', () => {
  test('signs in with the right password, whatever the case of the address', async () => {
    const { email, password } = await signUp('Grace@example.com');
    expect((await signIn(email, password)).status).toBe(200);
    const { body } = await signIn('grace@Example.com', password);
    expect((await call('user.self', {}, { bearer: body.access_token })).body.email).toBe(email);
  });

  test('responds the same for a wrong password and an unknown address', async () => {
    const { email } = await signUp();
    const wrong = await signIn(email, 'wrong horse');
    const unknown = await signIn('nobody@example.com', 'wrong horse');
    const shape = ({ status, text, headers }: typeof wrong) => ({
      status,
      text: text.replace(/"request_id":"[^"]+"/, ''),
      headers: [...headers.keys()],
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toMatchObject({ code: 'wrong_credentials', error: 'Wrong email or password' });
    expect(shape(unknown)).toEqual(shape(wrong));
  });

  test('compares every character of a long password', async () => {
    const start = 'x'.repeat(200);
    const { email } = await signUp(undefined, `${start}a`);
    expect((await signIn(email, `${start}b`)).status).toBe(401);
    expect((await signIn(email, start)).status).toBe(401);
    expect((await signIn(email, `${start}a`)).status).toBe(200);
  });

  test('recognises a password typed with combining accents', async () => {
    const { email } = await signUp(undefined, 'contraseña'.normalize('NFC'));
    expect((await signIn(email, 'contraseña'.normalize('NFD'))).status).toBe(200);
  });

  test('compares at most 10 of 200 concurrent guesses, and lets the owner in later', async () => {
    const { email, password } = await signUp();
    const results = await Promise.all(Array.from({ length: 200 }, (_, index) => signIn(email, `guess ${index}`)));
    const count = (status: number) => results.filter((result) => result.status === status).length;
    expect(count(401)).toBe(10);
    expect(count(429)).toBe(190);
    const refused = await signIn(email, password);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'rate_limited' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(300);
    await advance('PT6M');
    expect((await signIn(email, password)).status).toBe(200);
  });

  test('limits attempts for an unknown address in the same way', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => signIn('no.one@example.com', 'guess')));
    expect(results.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test('forgets wrong guesses after the right password', async () => {
    const { email, password } = await signUp();
    for (let round = 0; round < 3; round++) {
      for (let guess = 0; guess < 6; guess++) expect((await signIn(email, 'wrong horse')).status).toBe(401);
      expect((await signIn(email, password)).status).toBe(200);
    }
  });
});

describe('password.change_password', () => {
  test('ends all other sign-ins and keeps this one', async () => {
    const { email, password, bearer } = await signUp();
    const other = (await signIn(email, password)).body;
    const answer = await call('password.change_password', { password, new_password: 'staple battery' }, { bearer });
    expect(answer.text).toBe('{}');
    expect((await call('user.self', {}, { bearer })).status).toBe(200);
    expect((await call('user.self', {}, { bearer: other.access_token })).status).toBe(401);
    expect((await call('bearer.renew', { refresh_token: other.refresh_token })).status).toBe(401);
    expect((await signIn(email, password)).status).toBe(401);
    expect((await signIn(email, 'staple battery')).status).toBe(200);
    const subjects = (await server.mailbox(email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => /password was changed/.test(subject))).toHaveLength(1);
  });

  test('refuses a wrong current password, and compares at most 10', async () => {
    const { bearer } = await signUp();
    const change = () => call('password.change_password', { password: 'wrong', new_password: 'staple' }, { bearer });
    const results = await Promise.all(Array.from({ length: 30 }, change));
    expect(results.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(results.find(({ status }) => status === 401)?.body).toMatchObject({
      code: 'wrong_credentials',
      error: 'Wrong password',
    });
    expect(results.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('is for people, not for API keys', async () => {
    const { bearer, email, password } = await signUp();
    await server.ctx.db.updateTable('users').set({ type: 'GOOGLE' }).where('email', '=', email).execute();
    const change = await call('password.change_password', { password, new_password: 'staple' }, { bearer });
    const email_change = await call('password.change_email', { password, new_email: 'x@example.org' }, { bearer });
    for (const { status, body } of [change, email_change]) {
      expect(status).toBe(403);
      expect(body).toMatchObject({
        code: 'wrong_user_type',
        error: 'Only users who signed up with an email can change their email or password',
      });
    }
  });
});

describe('password.change_email', () => {
  test('replaces an unverified address immediately and notifies it', async () => {
    const { email, password, bearer } = await signUp();
    const new_email = 'Moved@example.org';
    expect((await call('password.change_email', { password, new_email }, { bearer })).text).toBe('{}');
    const { body } = await call('user.self', {}, { bearer });
    expect(body).toMatchObject({ email: new_email, alias: new_email, email_verified: false });
    expect((await server.mailbox(email))[0]?.subject).toContain('email address was changed');
    expect(await server.mailbox(new_email)).toEqual([]);
    expect((await signIn(email, password)).status).toBe(401);
    expect((await signIn(new_email, password)).status).toBe(200);
  });

  test('voids the code that went to the old address', async () => {
    const { email, password, bearer } = await signUp();
    await call('password.verify_email_send_code', {}, { bearer });
    const code = await newestCode(server, email);
    await call('password.change_email', { password, new_email: 'elsewhere@example.org' }, { bearer });
    expect((await call('password.verify_email', { code }, { bearer })).body).toMatchObject({ code: 'invalid_code' });
    expect((await call('user.self', {}, { bearer })).body.email_verified).toBe(false);
  });

  test('refuses a taken address', async () => {
    const { password, bearer } = await signUp();
    const taken = await signUp();
    const { status, body } = await call('password.change_email', { password, new_email: taken.email }, { bearer });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'email_taken' });
  });
});
