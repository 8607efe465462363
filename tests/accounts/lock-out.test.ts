/** What strangers do to be let in, or to keep others out: through two processes on one database, from as many addresses as they like. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { type Body, createCaller } from '../support/call.ts';
import { createServerProcess, type ServerProcess } from '../support/server-process.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestServer, eventually, type Mail } from '../support/test-server.ts';

const PASSWORD = 'correct horse';

let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let servers: ServerProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sigill-lock-out-'));
  database = await createTestDatabase();
  const environment = { DATA_DIR: folder, TRUSTED_PROXIES: '1', ...(database && { DATABASE_URL: database.url }) };
  for (let number = 0; number < 2; number++) {
    const server = await createServerProcess(environment);
    await server.start();
    servers = [...servers, server];
  }
});
afterAll(async () => {
  for (const server of servers) await server.remove();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

let turn = 0;
function call<Id extends OperationId>(id: Id, body: Body<Id>, from: string, cookie?: string, bearer?: string) {
  const { base } = servers[turn++ % servers.length]!;
  const headers = { 'X-Forwarded-For': from, ...(cookie && { Cookie: cookie }) };
  return createCaller(base)(id, body, bearer ? { bearer } : {}, headers);
}

const signIn = (email: string, password: string, from: string, cookie?: string) =>
  call('password.authenticate', { email, password }, from, cookie);

/** An owner, with the cookie of the device that signed up. */
async function owner() {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const { status, headers, body } = await call('password.create', { email, password: PASSWORD }, anIpv4());
  expect(status).toBe(200);
  const [line = ''] = headers.getSetCookie();
  return { email, line, cookie: line.split(';', 1)[0]!, bearer: body.access_token };
}

const anIpv4 = () => `10.${[...randomBytes(3)].join('.')}`;
const group = () => randomBytes(2).toString('hex');
/** An address of a /64 that is given by its first four groups. */
const within = (prefix: string) => `${prefix}:${group()}:${group()}:${group()}:${group()}`;
const count = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

/** Wrong guesses at an account from ever new addresses, until the account takes no more from strangers. */
async function guessOut(email: string) {
  const guesses = await Promise.all(
    Array.from({ length: 150 }, (_, n) => signIn(email, `guess ${n}`, within(`2001:db8:${n.toString(16)}:1`))),
  );
  // One more is tried every 36 s, which a slow machine may take.
  expect(count(guesses, 429)).toBeGreaterThan(30);
}

describe('strangers', () => {
  test('in one /64 are one caller, at one account and at all of them, and others sign in', async () => {
    const { email } = await owner();
    const prefix = `2001:db8:${group()}:${group()}`;
    const atOne = await Promise.all(Array.from({ length: 25 }, (_, n) => signIn(email, `guess ${n}`, within(prefix))));
    expect(count(atOne, 401)).toBe(10);
    const atAll = await Promise.all(
      Array.from({ length: 200 }, (_, n) => signIn(`${n}-${email}`, 'guess', within(prefix))),
    );
    expect(count(atAll, 429)).toBeGreaterThan(100);
    expect((await signIn(email, PASSWORD, anIpv4())).status).toBe(200);
    expect((await signIn(email, PASSWORD, within('2001:db8:ffff:1'))).status).toBe(200);
  });

  test('in one /48 are looser, and still one caller', async () => {
    const { email } = await owner();
    const prefix = `2001:db8:${group()}`;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => signIn(email, `guess ${n}`, within(`${prefix}:${group()}`))),
    );
    expect(count(answers, 401)).toBe(20);
    expect((await signIn(email, PASSWORD, anIpv4())).status).toBe(200);
  });

  test('with an IPv4 address written as IPv6 are that address', async () => {
    const { email } = await owner();
    const ip = anIpv4();
    const spellings = [ip, `::ffff:${ip}`, `::FFFF:${ip}`, `0:0:0:0:0:ffff:${ip}`];
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => signIn(email, `guess ${n}`, spellings[n % spellings.length]!)),
    );
    expect(count(answers, 401)).toBe(10);
  });

  test('who guess at one account from everywhere leave its owner the devices that signed in before', async () => {
    const { email, cookie, line } = await owner();
    expect(line).toMatch(/^sigill-device=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    await guessOut(email);
    for (let time = 0; time < 3; time++) expect((await signIn(email, PASSWORD, anIpv4(), cookie)).status).toBe(200);
  });

  test('cannot keep an owner without such a device from a new password, which makes the device known', async () => {
    const { email } = await owner();
    await guessOut(email);
    const from = anIpv4();
    expect((await call('password.recover_send_code', { email }, from)).status).toBe(200);
    const code = await mailedCode(email);
    const recovered = await call('password.recover', { email, code, new_password: 'battery staple' }, from);
    expect(recovered.status).toBe(200);
    const [line = ''] = recovered.headers.getSetCookie();
    expect((await signIn(email, 'battery staple', from, line.split(';', 1)[0])).status).toBe(200);
  });
});

/** Whether a device has a budget of its own at an account that takes no more from strangers. */
async function isKnown(email: string, cookie: string): Promise<boolean> {
  const guess = () => signIn(email, 'guess', anIpv4(), cookie);
  return count(await Promise.all(Array.from({ length: 12 }, guess)), 401) >= 10;
}

describe('the cookie of a device', () => {
  test('opens nothing, and has a budget of its own', async () => {
    const { email, cookie } = await owner();
    expect((await call('user.self', {}, anIpv4(), cookie)).status).toBe(401);
    const value = cookie.split('=')[1]!;
    expect((await call('user.self', {}, anIpv4(), undefined, value)).status).toBe(401);
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => signIn(email, `guess ${n}`, anIpv4(), cookie)),
    );
    expect(count(answers, 401)).toBe(10);
    expect((await signIn(email, PASSWORD, anIpv4(), cookie)).status).toBe(429);
    expect((await signIn(email, PASSWORD, anIpv4())).status).toBe(200);
  });

  test('is worth nothing for another account, changed, made up, or once the password is another', async () => {
    const [mine, theirs] = [await owner(), await owner()];
    await guessOut(theirs.email);
    const made = `sigill-device=${'A'.repeat(22)}.${'A'.repeat(22)}`;
    const changed = theirs.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const cookie of [mine.cookie, made, changed, 'sigill-device=', `${theirs.cookie}.`])
      expect([cookie, await isKnown(theirs.email, cookie)]).toEqual([cookie, false]);
    expect(await isKnown(theirs.email, theirs.cookie)).toBe(true);

    const change = { password: PASSWORD, new_password: 'battery staple' };
    const answer = await call('password.change_password', change, anIpv4(), undefined, theirs.bearer);
    expect(answer.status).toBe(200);
    expect(await isKnown(theirs.email, theirs.cookie)).toBe(false);
    const [renewed = ''] = answer.headers.getSetCookie();
    expect((await signIn(theirs.email, 'battery staple', anIpv4(), renewed.split(';', 1)[0])).status).toBe(200);
  });

  test('knows each of the people who take turns at the device', async () => {
    const [ada, bob] = [await owner(), await owner()];
    const second = await signIn(bob.email, PASSWORD, anIpv4(), ada.cookie);
    const [line = ''] = second.headers.getSetCookie();
    const shared = line.split(';', 1)[0];
    for (const { email } of [ada, bob]) {
      await guessOut(email);
      expect((await signIn(email, PASSWORD, anIpv4(), shared)).status).toBe(200);
    }
  });
});

test('many failures are told in the log once an hour, and refuse nobody', async () => {
  const log: string[] = [];
  const server = await createTestServer({ environment: { TRUSTED_PROXIES: '1' }, log: (line) => log.push(line) });
  const from = () => ({ 'X-Forwarded-For': anIpv4() });
  const { email } = await server.signUp();
  const guesses = (email: string) =>
    Promise.all(
      Array.from({ length: 300 }, () => server.call('password.authenticate', { email, password: 'guess' }, {}, from())),
    );
  const alarms = () => log.filter((line) => line.includes('unusually many sign-ins fail'));
  for (let round = 0; round < 3; round++) await guesses('nobody@example.com');
  expect(alarms()).toEqual([]);
  for (let round = 0; round < 2; round++) await guesses('nobody@example.com');
  expect(alarms()).toHaveLength(1);
  expect(JSON.parse(alarms()[0]!)).toMatchObject({ level: 40, window_seconds: 3600 });
  expect((await server.call('password.authenticate', { email, password: PASSWORD }, {}, from())).status).toBe(200);
  await server.stop();
});

const mailedCode = (email: string) =>
  eventually(async () => {
    const response = await fetch(`${servers[0]!.base}/_local/mailbox.json?to=${email}`);
    const { mails } = (await response.json()) as { mails: Mail[] };
    return /^[A-Z2-9]{6}$/m.exec(mails[0]?.text ?? '')?.[0];
  }, 'the code');
