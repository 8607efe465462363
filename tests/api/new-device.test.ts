import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { hashToken } from '../../server/secrets/random-secret.ts';
import { createAuthenticator } from '../support/outside/authenticator.ts';
import type { Body } from '../support/server/call.ts';
import { freshEmail } from '../support/server/newcomers.ts';
import { createTestServer } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

const server = await createTestServer({ environment: { TRUSTED_PROXIES: '1' } });
afterAll(() => server.stop());
const { chosenAt } = createWorld(server, await server.account());

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const PASSWORD = 'correct horse';

const tellOfDevice = async (email: string) =>
  (await server.mailbox(email)).filter(({ subject }) =>
    /^(New sign-in to|Nuevo inicio de sesión en) Sigill$/.test(subject),
  );

function createBrowser(user_agent = FIREFOX, more: Record<string, string> = {}) {
  const cookies = new Map<string, string>();
  const keep = (lines: string[]) => {
    for (const line of lines) {
      const [name = '', value = ''] = line.split(';', 1)[0]!.split(/=(.*)/s);
      cookies.set(name, value);
    }
  };
  async function call<Id extends OperationId>(operation: Id, body: Body<Id>, bearer?: string) {
    const Cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { 'User-Agent': user_agent, ...(Cookie && { Cookie }), ...more };
    const result = await server.call(operation, body, bearer === undefined ? {} : { bearer }, headers);
    expect(result.status, result.text).toBe(200);
    keep(result.headers.getSetCookie());
    return result.body;
  }
  return {
    call,
    signUp: async (email = freshEmail()) => {
      const { access_token: bearer } = await call('password.create', { email, password: PASSWORD });
      return { email, bearer };
    },
    signIn: (email: string, password = PASSWORD) => call('password.authenticate', { email, password }),
    async signInAt(provider: 'google' | 'microsoft', email: string) {
      const { body, headers } = await chosenAt(provider, { email });
      keep([headers.Cookie]);
      return call(`${provider}.authenticate`, body);
    },
  };
}

describe('a sign-in with the password', () => {
  test('from a new browser is emailed once, with the time, the browser and where to end it', async () => {
    const { email } = await createBrowser().signUp();
    const phone = createBrowser(SAFARI);
    const before = server.deps.clock.now();
    const { access_token: bearer } = await phone.signIn(email);
    await phone.signIn(email);
    const [mail, ...others] = await tellOfDevice(email);
    expect(others).toEqual([]);
    const link = `${server.base}/sign-in-security`;
    for (const part of ['with your password', 'in Safari on iOS', link]) expect(mail!.text).toContain(part);
    const told = / at (\d+:\d\d [AP]M) UTC/.exec(mail!.text.replaceAll('\u202f', ' '))?.[1];
    const minute = new Intl.DateTimeFormat('en', { timeStyle: 'short', timeZone: 'UTC' });
    const times = [before, server.deps.clock.now()].map((time) => minute.format(time).replaceAll('\u202f', ' '));
    expect(times).toContain(told);
    expect(mail!.html).toContain(`href="${link}"`);
    const { sign_ins } = await phone.call('sign_in.list', {}, bearer);
    expect(sign_ins).toContainEqual(expect.objectContaining({ browser: 'Safari', is_current: true }));
  });

  test('from the browser that signed up is not emailed', async () => {
    const browser = createBrowser();
    const { email } = await browser.signUp();
    await browser.signIn(email);
    expect(await server.mailbox(email)).toEqual([]);
  });

  test('is emailed again after a new password has made every other browser unknown', async () => {
    const [mine, other] = [createBrowser(), createBrowser(SAFARI)];
    const { email, bearer } = await mine.signUp();
    await other.signIn(email);
    await mine.call('password.change_password', { password: PASSWORD, new_password: 'battery staple' }, bearer);
    await mine.signIn(email, 'battery staple');
    expect(await tellOfDevice(email)).toHaveLength(1);
    await other.signIn(email, 'battery staple');
    expect(await tellOfDevice(email)).toHaveLength(2);
  });

  test('is emailed in Spanish, also if the browser does not identify itself', async () => {
    const { email } = await createBrowser(FIREFOX, { 'Accept-Language': 'es' }).signUp();
    await createBrowser('').signIn(email);
    const [mail] = await tellOfDevice(email);
    expect(mail!.text).toContain('en un navegador desconocido.');
    expect(mail!.text).toContain(`${server.base}/es/sign-in-security`);
  });
});

test('a sign-in with a passkey is emailed from a new browser, but not from the one that signed up', async () => {
  const [mine, other] = [createBrowser(), createBrowser(SAFARI)];
  const [email, device] = [freshEmail(), createAuthenticator(server.base)];
  const passkey = device.make(await mine.call('passkey.start_sign_up', { email }));
  await mine.call('passkey.sign_up', { email, passkey });
  const signIn = async (browser: ReturnType<typeof createBrowser>) =>
    browser.call('passkey.authenticate', {
      passkey: device.answer(await browser.call('passkey.start_authentication', {})),
    });
  await signIn(mine);
  expect(await tellOfDevice(email)).toEqual([]);
  await signIn(other);
  await signIn(other);
  expect(await tellOfDevice(email)).toMatchObject([
    { text: expect.stringContaining('with a passkey, in Safari on iOS') },
  ]);
});

test.each([
  ['google', 'Google'],
  ['microsoft', 'Microsoft'],
] as const)(
  'a sign-in with %s is emailed from a new browser, but not from the one that signed up',
  async (provider, name) => {
    const [mine, other] = [createBrowser(), createBrowser(SAFARI)];
    const email = freshEmail();
    await mine.signInAt(provider, email);
    await mine.signInAt(provider, email);
    expect(await tellOfDevice(email)).toEqual([]);
    await other.signInAt(provider, email);
    await other.signInAt(provider, email);
    expect(await tellOfDevice(email)).toMatchObject([
      { text: expect.stringContaining(`with ${name}, in Safari on iOS`) },
    ]);
  },
);

describe('the limit for emails about new browsers', () => {
  test('is ten a day for each user, and every sign-in still succeeds', async () => {
    const { email } = await createBrowser().signUp();
    for (let n = 0; n < 12; n++) await createBrowser().signIn(email);
    expect(await tellOfDevice(email)).toHaveLength(10);
    await server.advance('P1D');
    await createBrowser().signIn(email);
    expect(await tellOfDevice(email)).toHaveLength(11);
  });

  test('stops emails to unverified addresses caused by one network, while verified addresses still get theirs', async () => {
    const ip = `10.${[...randomBytes(3)].join('.')}`;
    const empty_at = server.deps.clock.now().getTime() + 86_400_000;
    await server.ctx.db
      .insertInto('throttles')
      .values({ id: hashToken(`new devices from ${ip}`), empty_at })
      .execute();
    const [unverified, verified] = [await createBrowser().signUp(), await createBrowser().signUp()];
    await server.ctx.db.updateTable('users').set({ email_verified: 1 }).where('email', '=', verified.email).execute();
    for (const { email } of [unverified, verified])
      await createBrowser(SAFARI, { 'X-Forwarded-For': ip }).signIn(email);
    expect(await tellOfDevice(unverified.email)).toEqual([]);
    expect(await tellOfDevice(verified.email)).toHaveLength(1);
  });
});
