/** Strangers who try to get in, or to lock others out: through two processes on one database, from any number of addresses. */
// SQLite only: guessing.test.ts tests the counters on both databases.
// CI only: it guesses hundreds of passwords from as many addresses.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anIpv4, createServerPair, deviceOf, PASSWORD, type ServerPair } from '../support/process/server-pair.ts';
import { createTestServer } from '../support/server/test-server.ts';

let pair: ServerPair;
let call: ServerPair['call'];
let signUp: ServerPair['signUp'];
beforeAll(async () => {
  pair = await createServerPair();
  ({ call, signUp } = pair);
});
afterAll(() => pair?.remove());

const signIn = (email: string, password: string, from = anIpv4(), cookie?: string) =>
  call('password.authenticate', { email, password }, { from, cookie });

const group = () => randomBytes(2).toString('hex');
const within = (prefix: string) => `${prefix}:${group()}:${group()}:${group()}:${group()}`;
const count = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

/** Guesses 150 times, each time from a new IP address, so that the account then refuses strangers. */
async function guessOut(email: string) {
  const guesses = await Promise.all(
    Array.from({ length: 150 }, (_, n) => signIn(email, `guess ${n}`, within(`2001:db8:${n.toString(16)}:1`))),
  );
  // Leaves a margin: another guess is accepted every 36 s, and on a slow machine the guesses may take that long.
  expect(count(guesses, 429)).toBeGreaterThan(30);
}

describe('strangers', () => {
  test('in one /64 count as one caller, at one account and at all of them, and others can sign in', async () => {
    const { email } = await signUp();
    const prefix = `2001:db8:${group()}:${group()}`;
    const atOne = await Promise.all(Array.from({ length: 25 }, (_, n) => signIn(email, `guess ${n}`, within(prefix))));
    expect(count(atOne, 401)).toBe(10);
    const atAll = await Promise.all(
      Array.from({ length: 200 }, (_, n) => signIn(`${n}-${email}`, 'guess', within(prefix))),
    );
    expect(count(atAll, 429)).toBeGreaterThan(100);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    expect((await signIn(email, PASSWORD, within('2001:db8:ffff:1'))).status).toBe(200);
  });

  test('in one /48 have a looser limit, and still count as one caller', async () => {
    const { email } = await signUp();
    const prefix = `2001:db8:${group()}`;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => signIn(email, `guess ${n}`, within(`${prefix}:${group()}`))),
    );
    expect(count(answers, 401)).toBe(20);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  test('with an IPv4 address written as IPv6 count as that address', async () => {
    const { email } = await signUp();
    const ip = anIpv4();
    const spellings = [ip, `::ffff:${ip}`, `::FFFF:${ip}`, `0:0:0:0:0:ffff:${ip}`];
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => signIn(email, `guess ${n}`, spellings[n % spellings.length]!)),
    );
    expect(count(answers, 401)).toBe(10);
  });

  test('who guess at one account from everywhere do not lock out the devices that signed in before', async () => {
    const { email, device, line } = await signUp();
    expect(line).toMatch(/^sigill-device=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    await guessOut(email);
    for (let time = 0; time < 3; time++) expect((await signIn(email, PASSWORD, anIpv4(), device)).status).toBe(200);
  });

  test('cannot keep an owner without such a device from setting a new password, which makes the device known', async () => {
    const { email } = await signUp();
    await guessOut(email);
    const from = anIpv4();
    expect((await call('password.recover_send_code', { email }, { from })).status).toBe(200);
    const code = await pair.code(email);
    const recovered = await call('password.recover', { email, code, new_password: 'battery staple' }, { from });
    expect(recovered.status).toBe(200);
    expect((await signIn(email, 'battery staple', from, deviceOf(recovered.headers))).status).toBe(200);
  });
});

/** A known device has a separate limit, which it can use while the account refuses strangers. */
async function isKnown(email: string, cookie: string): Promise<boolean> {
  const guess = () => signIn(email, 'guess', anIpv4(), cookie);
  return count(await Promise.all(Array.from({ length: 12 }, guess)), 401) >= 10;
}

describe('the cookie of a device', () => {
  test('gives no access, but has a separate limit', async () => {
    const { email, device } = await signUp();
    expect((await call('user.self', {}, { cookie: device })).status).toBe(401);
    expect((await call('user.self', {}, { bearer: device.split('=')[1]! })).status).toBe(401);
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => signIn(email, `guess ${n}`, anIpv4(), device)),
    );
    expect(count(answers, 401)).toBe(10);
    expect((await signIn(email, PASSWORD, anIpv4(), device)).status).toBe(429);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  test('is worth nothing for another account, changed, made up, or after a change of the password', async () => {
    const [mine, theirs] = [await signUp(), await signUp()];
    await guessOut(theirs.email);
    const made = `sigill-device=${'A'.repeat(22)}.${'A'.repeat(22)}`;
    const changed = theirs.device.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const cookie of [mine.device, made, changed, 'sigill-device=', `${theirs.device}.`])
      expect([cookie, await isKnown(theirs.email, cookie)]).toEqual([cookie, false]);
    expect(await isKnown(theirs.email, theirs.device)).toBe(true);

    const change = { password: PASSWORD, new_password: 'battery staple' };
    const answer = await call('password.change_password', change, { bearer: theirs.bearer });
    expect(answer.status).toBe(200);
    expect(await isKnown(theirs.email, theirs.device)).toBe(false);
    const renewed = deviceOf(answer.headers);
    expect((await signIn(theirs.email, 'battery staple', anIpv4(), renewed)).status).toBe(200);
  });

  test('recognises each of the people who share the device', async () => {
    const [ada, bob] = [await signUp(), await signUp()];
    const second = await signIn(bob.email, PASSWORD, anIpv4(), ada.device);
    const shared = deviceOf(second.headers);
    for (const { email } of [ada, bob]) {
      await guessOut(email);
      expect((await signIn(email, PASSWORD, anIpv4(), shared)).status).toBe(200);
    }
  });
});

test('many failures are logged once an hour, and nobody is refused because of them', async () => {
  const log: string[] = [];
  const server = await createTestServer({ environment: { TRUSTED_PROXIES: '1' }, log: (line) => log.push(line) });
  const from = () => ({ 'X-Forwarded-For': anIpv4() });
  const { email } = await server.signUp();
  const guesses = (email: string) =>
    Promise.all(
      Array.from({ length: 300 }, () => server.call('password.authenticate', { email, password: 'guess' }, {}, from())),
    );
  const alarms = () => log.filter((line) => line.includes('an unusual number of sign-ins failed'));
  for (let round = 0; round < 3; round++) await guesses('nobody@example.com');
  expect(alarms()).toEqual([]);
  for (let round = 0; round < 2; round++) await guesses('nobody@example.com');
  expect(alarms()).toHaveLength(1);
  expect(JSON.parse(alarms()[0]!)).toMatchObject({ level: 40, window_seconds: 3600 });
  expect((await server.call('password.authenticate', { email, password: PASSWORD }, {}, from())).status).toBe(200);
  await server.stop();
});
