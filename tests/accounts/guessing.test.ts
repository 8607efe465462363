/** Concurrent guessing through two processes on one database. All processes must share the counters. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anIpv4, createServerPair, PASSWORD, type ServerPair } from '../support/process/server-pair.ts';

const AT_ONCE = 200;
const TRIES_PER_CODE = 5;
const GUESSES_PER_ADDRESS = 10;
const GUESSES_PER_ACCOUNT = 100;
const GUESSES_PER_SIGN_IN = 10;

let pair: ServerPair;
let call: ServerPair['call'];
let signUp: ServerPair['signUp'];
beforeAll(async () => {
  pair = await createServerPair();
  ({ call, signUp } = pair);
});
afterAll(() => pair?.remove());

function wrongCodes(right: string): string[] {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
  const codes = Array.from({ length: AT_ONCE + 1 }, (_, n) => `AAAA${letters[Math.floor(n / 24)]}${letters[n % 24]}`);
  return codes.filter((code) => code !== right).slice(0, AT_ONCE);
}

const statuses = (answers: { status: number }[]): Record<number, number> =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, group]) => [status, group.length]),
  );

describe(`${AT_ONCE} concurrent codes`, () => {
  test('to verify an address are compared five times, and the right one comes too late', async () => {
    const { email, bearer } = await signUp();
    await call('password.verify_email_send_code', {}, { bearer });
    const code = await pair.code(email);
    const answers = await Promise.all(
      wrongCodes(code).map((guess) => call('password.verify_email', { code: guess }, { bearer })),
    );
    expect(statuses(answers)).toEqual({ 400: TRIES_PER_CODE, 429: AT_ONCE - TRIES_PER_CODE });
    expect(await call('password.verify_email', { code }, { bearer })).toMatchObject({ status: 429 });
    expect((await call('user.self', {}, { bearer })).body.email_verified).toBe(false);
  });

  test('to recover a password from one address are compared five times, and do not block the right one of the owner elsewhere', async () => {
    const { email } = await signUp();
    await call('password.recover_send_code', { email });
    const code = await pair.code(email);
    const thief = anIpv4();
    // Few enough that the rate limit per IP address refuses none of them.
    const answers = await Promise.all(
      wrongCodes(code)
        .slice(0, 25)
        .map((guess) => call('password.recover', { email, code: guess, new_password: 'taken over' }, { from: thief })),
    );
    expect(statuses(answers)).toEqual({ 400: TRIES_PER_CODE, 429: 25 - TRIES_PER_CODE });
    const recover = (from: string) => call('password.recover', { email, code, new_password: 'my own' }, { from });
    expect(await recover(thief)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(await recover(anIpv4())).toMatchObject({ status: 200 });
    expect(await call('password.authenticate', { email, password: 'my own' })).toMatchObject({ status: 200 });
  });

  test('to recover a password from as many addresses do not block the right one of the owner', async () => {
    const { email } = await signUp();
    await call('password.recover_send_code', { email });
    const code = await pair.code(email);
    const recover = (guess: string) => call('password.recover', { email, code: guess, new_password: 'my own' });
    expect(statuses(await Promise.all(wrongCodes(code).map(recover)))).toEqual({ 400: AT_ONCE });
    expect(await recover(code)).toMatchObject({ status: 200 });
  });

  test('of which one is right change the password at most once', async () => {
    const { email } = await signUp();
    await call('password.recover_send_code', { email });
    const code = await pair.code(email);
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) =>
        call('password.recover', { email, code, new_password: `new ${n} one` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await call('password.authenticate', { email, password: `new ${winner} one` })).toMatchObject({
      status: 200,
    });
  });
});

describe(`${AT_ONCE} concurrent passwords`, () => {
  const guesses = Array.from({ length: AT_ONCE }, (_, n) => `guess ${n}`);

  test('from one address are compared ten times, and the owner elsewhere gets in', async () => {
    const { email } = await signUp();
    const thief = anIpv4();
    // Few enough that the rate limit per IP address refuses none of them.
    const answers = await Promise.all(
      guesses.slice(0, 25).map((guess) => call('password.authenticate', { email, password: guess }, { from: thief })),
    );
    expect(statuses(answers)).toEqual({ 401: GUESSES_PER_ADDRESS, 429: 25 - GUESSES_PER_ADDRESS });
    expect(await call('password.authenticate', { email, password: PASSWORD }, { from: thief })).toMatchObject({
      status: 429,
    });
    expect(await call('password.authenticate', { email, password: PASSWORD })).toMatchObject({ status: 200 });
  });

  test('from as many addresses are compared a hundred times', async () => {
    const { email } = await signUp();
    const answers = await Promise.all(
      guesses.map((guess) => call('password.authenticate', { email, password: guess })),
    );
    const tried = answers.filter(({ status }) => status === 401).length;
    expect(tried).toBeGreaterThanOrEqual(GUESSES_PER_ACCOUNT);
    // Leaves a margin: the limit allows another guess every 36 s, and on a slow machine the guesses may take that long.
    expect(tried).toBeLessThan(GUESSES_PER_ACCOUNT + 20);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(36);
  });

  test('of a signed-in thief are compared ten times, and do not keep the owner out', async () => {
    const { email, bearer } = await signUp();
    const answers = await Promise.all(
      guesses.map((guess) =>
        call('password.change_password', { password: guess, new_password: 'taken over' }, { bearer }),
      ),
    );
    expect(statuses(answers)).toEqual({ 401: GUESSES_PER_SIGN_IN, 429: AT_ONCE - GUESSES_PER_SIGN_IN });
    const own = await call('password.authenticate', { email, password: PASSWORD });
    expect(own).toMatchObject({ status: 200 });
    const change = { password: PASSWORD, new_password: 'another one' };
    expect(await call('password.change_password', change, { bearer: own.body.access_token })).toMatchObject({
      status: 200,
    });
  });
});
