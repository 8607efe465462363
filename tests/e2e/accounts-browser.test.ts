/**
 * How the browser stores, renews and loses a sign-in, which page it then shows, and how forms behave. Tests in web/src/api and
 * web/src/storage cover the rules without a browser.
 */
// CI only: it plays the ways in which a sign-in gets lost, in two tabs.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Credentials } from '../../server/generated/operations.gen.ts';
import {
  arriveAt,
  CONSENT,
  countCalls,
  createSite,
  openLive,
  type Site,
  signedIn,
  slowDown,
  stored,
  type Visit,
} from '../support/browser/visitor.ts';
import { freshEmail } from '../support/server/newcomers.ts';
import { eventually } from '../support/server/test-server.ts';

let site: Site;
let server: Site['server'];
let visit: Site['visit'];
let visitSignedIn: Site['visitSignedIn'];

beforeAll(async () => {
  site = await createSite();
  ({ server, visit, visitSignedIn } = site);
});
afterAll(() => site?.stop());
afterEach(() => site.leave());

const PASSWORD = 'correct horse';
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** Avoids single-key shortcuts, each of which would render the page again. accounts.test.ts tests those. */
async function signUp(page: Page, email = freshEmail()): Promise<string> {
  await page.goto('/sign-up');
  await page.getByLabel('Work email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account', exact: true }).click();
  await arriveAt(page, '/dashboard');
  await page.getByRole('heading', { name: 'Get started' }).waitFor();
  return email;
}

const heldCredentials = async (page: Page): Promise<Credentials | undefined> => {
  const text = (await stored(page)).local['sigill.credentials'];
  return text === undefined ? undefined : (JSON.parse(text) as Credentials);
};

const NOTHING = { local: {}, session: {}, databases: [], caches: [] };
const CSRF_COOKIE = ['XSRF-TOKEN'];
/** After a sign-in, the cookie that identifies the device is strictly necessary. */
const SIGNED_IN_COOKIES = [...CSRF_COOKIE, 'sigill-device'];

describe('storage consent', () => {
  test('the banner fades in after a second, links to the privacy policy and stays until it is answered', async () => {
    const { page } = await visit({ storage: {} });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/');
    const banner = page.getByRole('region', { name: 'Storage consent' });
    const style = `(({ animationName, animationDelay }) => animationName + ' after ' + animationDelay)(getComputedStyle(document.querySelector('.consent-banner')))`;
    await page.locator('.consent-banner').waitFor({ state: 'attached' });
    expect(await page.evaluate(style)).toBe('fade after 1s');
    const at = (time: number) =>
      page.evaluate(
        `document.querySelector('.consent-banner').getAnimations().forEach((fade) => { fade.pause(); fade.currentTime = ${time}; })`,
      );
    await at(999);
    expect(await banner.count(), 'hidden until then').toBe(0);
    await at(1500);
    await banner.waitFor();
    await expect.poll(() => banner.getByRole('link', { name: 'Privacy policy' }).getAttribute('href')).toBe('/privacy');
    await page.goto('/sign-in');
    await page.getByRole('region', { name: 'Storage consent' }).waitFor();
    await page.goto('/es');
    await page.getByRole('region', { name: 'Consentimiento de almacenamiento' }).waitFor();
  });

  test('before consent nothing is stored, and a reload signs out', async () => {
    const { page, at } = await visit({ storage: {} });
    await page.goto(`/sign-up?state=${encodeURIComponent('{"reference":"spring"}')}`);
    await signUp(page);
    expect(await stored(page)).toEqual({ ...NOTHING, cookies: SIGNED_IN_COOKIES });
    await page.reload();
    await at('/sign-in');
  });

  test('accepting stores what is in memory, for the next visit too', async () => {
    const { page, pressButton } = await visit({ storage: {} });
    await signUp(page);
    await pressButton('Accept');
    const { local, cookies, ...rest } = await stored(page);
    expect({ ...rest, cookies }).toEqual({ session: {}, databases: [], caches: [], cookies: SIGNED_IN_COOKIES });
    expect(local['sigill.consent']).toBe('accepted');
    expect(Object.keys(JSON.parse(local['sigill.credentials']!) as object).toSorted()).toEqual([
      'access_token',
      'access_token_expires',
      'refresh_token',
      'refresh_token_expires',
    ]);
    await page.reload();
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Storage consent' }).count()).toBe(0);
  });

  test('a refusal is stored and nothing else, and the site keeps working', async () => {
    const { page, pressButton, pressLink } = await visit({ storage: {} });
    await signUp(page);
    await pressButton('Continue without cookies');
    expect((await stored(page)).local).toEqual({ 'sigill.consent': 'rejected' });
    await pressLink('Users');
    await page.getByText('Natural user').waitFor();
    expect((await stored(page)).local).toEqual({ 'sigill.consent': 'rejected' });
    await page.goto('/');
    await page.getByRole('link', { name: 'Start for free' }).first().waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Storage consent' }).count()).toBe(0);
  });
});

describe('signing out', () => {
  test('revokes the token first, then clears everything', async () => {
    const { page, context, at, user } = await visitSignedIn();
    let heldAtRevocation: unknown;
    await context.route('**/api/v1/bearer.revoke', async (route) => {
      heldAtRevocation = await heldCredentials(page);
      await route.continue();
    });
    const revocations = countCalls(context, 'bearer.revoke');
    await page.goto('/sign-out');
    await at('/');
    expect(revocations).toEqual([{ access_token: user.bearer }]);
    expect(heldAtRevocation).toMatchObject({ access_token: user.bearer });
    expect((await stored(page)).local).toEqual(CONSENT);
    expect(await server.call('user.self', {}, { bearer: user.bearer })).toMatchObject({ status: 401 });
  });

  test('clears everything soon while the service is silent or there is no network', async () => {
    const { page, context, at } = await visitSignedIn();
    await context.route('**/api/v1/bearer.revoke', () => {});
    const revocations = countCalls(context, 'bearer.revoke');
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Sign out' }).click();
    await expect.poll(() => revocations.length).toBe(1);
    await expect.poll(() => heldCredentials(page)).toBeUndefined();
    await at('/');
    const offline = await visitSignedIn();
    const refused = countCalls(offline.context, 'bearer.revoke');
    await offline.page.goto('/settings');
    const signOut = offline.page.getByRole('link', { name: 'Sign out' });
    // Waits until the code of the sign-out screen is loaded, because the network is then cut.
    const loaded = offline.page.waitForResponse(/\/assets\/sign-out-\w+\.js$/);
    await signOut.hover();
    await (await loaded).finished();
    await offline.context.setOffline(true);
    await signOut.click();
    await expect.poll(() => heldCredentials(offline.page)).toBeUndefined();
    expect(revocations).toHaveLength(1);
    expect(refused.length).toBeLessThan(2);
  });

  test('happens automatically when both tokens have expired, and nothing of them stays', async () => {
    const { page, at } = await visit({
      storage: signedIn({
        access_token: 'old',
        access_token_expires: inSeconds(-60),
        refresh_token: 'old',
        refresh_token_expires: inSeconds(-60),
      }),
    });
    await page.goto('/settings');
    await at('/sign-in');
    expect(Object.keys((await stored(page)).local)).not.toContain('sigill.credentials');
  });

  test('clears everything even if the revocation is refused', async () => {
    const { page, context, at } = await visitSignedIn();
    await context.route('**/api/v1/bearer.revoke', (route) => route.fulfill({ status: 400, json: { error: 'No' } }));
    await page.goto('/sign-out');
    await at('/');
    expect((await stored(page)).local).toEqual(CONSENT);
  });

  test("forgets the sign-in's own data, and keeps what the browser was asked to keep", async () => {
    const { page, at } = await visitSignedIn({ storage: { 'sigill.theme': 'dark' } });
    await page.goto(`/users?state=${encodeURIComponent('{"reference":"spring","return_path":"/users"}')}`);
    await page.getByText('Natural user').waitFor();
    expect(Object.keys((await stored(page)).local)).toContain('sigill.state');
    await page.goto('/sign-out');
    await at('/');
    expect((await stored(page)).local).toEqual({ ...CONSENT, 'sigill.theme': 'dark' });
  });

  test('in one tab is noticed in the others', async () => {
    const { page, context, at } = await visitSignedIn();
    const other = await context.newPage();
    await other.goto('/es/settings');
    await other.getByRole('link', { name: 'Cerrar sesión' }).waitFor();
    await page.goto('/sign-out');
    await at('/');
    await arriveAt(other, '/es');
  });
});

describe('renewal of the sign-in', () => {
  /** A sign-in whose access token expires in this many seconds as far as the browser knows. */
  async function visitWith(access: number, refresh = 3600, how: Visit = {}) {
    const { credentials } = await server.signUp();
    const held = { ...credentials, access_token_expires: inSeconds(access), refresh_token_expires: inSeconds(refresh) };
    const visitor = await visit({ ...how, storage: signedIn(held) });
    return { ...visitor, credentials, renewals: countCalls(visitor.context, 'bearer.renew') };
  }

  test('is shared by the calls of a page and by two tabs', async () => {
    const { page, context, credentials, renewals } = await visitWith(900);
    const other = await context.newPage();
    await Promise.all([page.goto('/settings'), other.goto('/settings')]);
    await Promise.all([page, other].map((tab) => tab.getByRole('link', { name: 'Sign out' }).waitFor()));
    // A call still in progress would renew between the two changes below.
    await Promise.all([page, other].map((tab) => tab.waitForLoadState('networkidle')));
    // Storage events reach only the other tabs, so each tab makes the token expire for the other.
    for (const [tab, margin] of [
      [page, 20],
      [other, 21],
    ] as const) {
      const text = JSON.stringify({ ...credentials, access_token_expires: inSeconds(margin) });
      await tab.evaluate(`localStorage.setItem('sigill.credentials', ${JSON.stringify(text)})`);
    }
    await context.route('**/api/v1/bearer.renew', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await Promise.all([page, other].map((tab) => tab.getByRole('link', { name: 'Dashboard' }).first().click()));
    await Promise.all([page, other].map((tab) => tab.getByText('Last 30 days').first().waitFor()));
    expect(renewals).toHaveLength(1);
    expect(await heldCredentials(page)).toEqual(await heldCredentials(other));
  });

  test('survives a lost response', async () => {
    const { page, context, renewals } = await visitWith(10);
    let isLost = false;
    await context.route('**/api/v1/bearer.renew', async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      await route.fetch();
      return route.abort();
    });
    await page.goto('/users');
    await page.getByText('Natural user').waitFor();
    expect(renewals).toHaveLength(2);
    expect(renewals[1]).toEqual(renewals[0]);
  });

  test('with expired tokens redirects while loading, also on a slow device', async () => {
    const { page, at } = await visitWith(50, -1, { isolated: true });
    await slowDown(page, 10);
    await page.goto('/users');
    await at('/');
    expect((await stored(page)).local).toEqual(CONSENT);
  });

  test('a sign-in that was ended elsewhere is noticed at the next call', async () => {
    const { page, pressLink, at, user } = await visitSignedIn();
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Change email' }).waitFor();
    await server.call('bearer.revoke', { access_token: user.bearer });
    // Focusing the link may already preload its page, which redirects before the link is pressed.
    void pressLink('Users').catch(() => undefined);
    await at('/');
    expect((await stored(page)).local).toEqual(CONSENT);
  });
});

describe('route guards', () => {
  const closed = ['/dashboard', '/user/1', '/new-verification'];
  const signedOutOnly = ['/sign-up', '/google', '/new-password'];

  test('redirect a signed-out visitor from account pages to sign-in, without a call', async () => {
    const { page, context, at } = await visit();
    const calls: string[] = [];
    context.on('request', (request) => {
      if (request.url().includes('/api/v1/')) calls.push(request.url());
    });
    for (const path of closed) {
      await page.goto(path);
      await at('/sign-in');
    }
    await page.goto('/es/users');
    await at('/es/sign-in');
    expect(calls).toEqual([]);
  });

  test('redirect a signed-in user from signed-out pages and the home page to the dashboard', async () => {
    const { page, at } = await visitSignedIn();
    for (const path of [...signedOutOnly, '/']) {
      await page.goto(path);
      await at('/dashboard');
    }
    await page.goto('/es/sign-in');
    await at('/es/dashboard');
  });

  test('follow another tab: signing in there opens the dashboard, signing out the locale root', async () => {
    const { page, context, at } = await visit();
    const other = await context.newPage();
    await other.goto('/es/sign-in');
    await other.getByRole('heading', { level: 1 }).waitFor();
    // In a background tab a failed call is retried only when the tab is shown.
    await page.bringToFront();
    await signUp(page);
    await arriveAt(other, '/es/dashboard');
    await other.goto('/es/sign-out');
    await arriveAt(other, '/es');
    await at('/');
  });
});

describe('the saved state of a sign-in', () => {
  test('is restored from the root, and its reference is sent at sign-up', async () => {
    const { page, context, pressLink, at } = await visit();
    const signUps = countCalls(context, 'password.create');
    await page.goto(
      `/api-reference?state=${encodeURIComponent('{"reference":"autumn-fair","access_token":"stolen"}')}`,
    );
    await pressLink('Start for free');
    await at('/sign-up');
    const email = freshEmail();
    await page.getByLabel('Work email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account', exact: true }).click();
    await at('/dashboard');
    expect(signUps).toEqual([{ email, password: PASSWORD, reference: 'autumn-fair' }]);
    const { reference } = await server.ctx.db
      .selectFrom('merchants')
      .innerJoin('users', 'users.merchant_id', 'merchants.id')
      .select('merchants.reference')
      .where('users.email', '=', email)
      .executeTakeFirstOrThrow();
    expect(reference).toBe('autumn-fair');
    expect((await stored(page)).local['sigill.state']).not.toContain('stolen');
  });

  test('is sent to the provider, URL-encoded, and its reference comes back without consent', async () => {
    const { page, context, type, pressButton, at } = await visit({ storage: {} });
    const departures = countCalls(context, 'google.uri');
    const returns = countCalls(context, 'google.authenticate');
    await page.goto(`/sign-in?state=${encodeURIComponent('{"reference":"winter"}')}`);
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await page.waitForURL(/\/_local\//);
    expect(JSON.parse(decodeURIComponent(String(departures[0]!['state'])))).toMatchObject({ reference: 'winter' });
    await type('Email', freshEmail());
    await pressButton('Continue');
    await at('/dashboard');
    expect(returns).toMatchObject([{ reference: 'winter' }]);
  });

  test('never redirects to another site', async () => {
    const { page, at } = await visit();
    const user = await server.signUp();
    await page.goto(`/sign-in?state=${encodeURIComponent('{"return_path":"//evil.example/"}')}`);
    await page.getByLabel('Email', { exact: true }).fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await at('/dashboard');
  });
});

describe('tokens in the query of the sign-in page', () => {
  const linkOf = (credentials: Credentials) => `/sign-in?${new URLSearchParams({ ...credentials })}`;
  const confirmation = (page: Page, email: string) => page.getByRole('button', { name: `Continue as ${email}` });

  test('sign in once the person has confirmed the account, and leave no trace', async () => {
    const { credentials, email } = await server.signUp();
    const { page, context, at } = await visit({ storage: CONSENT });
    const referrers: (string | undefined)[] = [];
    const asked: string[] = [];
    context.on('request', (request) => {
      referrers.push(request.headers()['referer']);
      asked.push(request.url());
    });
    await page.goto(linkOf(credentials));
    await confirmation(page, email).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await heldCredentials(page)).toBeUndefined();
    // A long address must not push the button out of a phone's window.
    await page.setViewportSize({ width: 320, height: 700 });
    expect((await confirmation(page, email).boundingBox())!.width).toBeLessThan(320);
    await confirmation(page, email).click();
    await at('/dashboard');
    await page.goto('/settings');
    await page.locator('dd', { hasText: email }).waitFor();
    const { access_token, refresh_token } = credentials;
    expect(referrers.filter((referrer) => referrer?.includes(access_token))).toEqual([]);
    const withTokens = asked.filter((url) => url.includes(access_token) || url.includes(refresh_token));
    // Only the request for the page itself contains the tokens, not the requests that the page makes.
    expect(withTokens).toHaveLength(1);
    for (let step = 0; step < 6; step++) {
      await page.goBack().catch(() => null);
      expect(page.url()).not.toContain(access_token);
    }
  });

  test('do not sign in a person who wants another account, not even after a reload', async () => {
    const { credentials, email } = await server.signUp();
    const { page } = await visit({ storage: CONSENT });
    await page.goto(linkOf(credentials));
    await confirmation(page, email).waitFor();
    await page.getByRole('button', { name: 'Sign in another way' }).click();
    await page.getByLabel('Email', { exact: true }).waitFor();
    expect(await heldCredentials(page)).toBeUndefined();
    await page.reload();
    await page.getByLabel('Email', { exact: true }).waitFor();
    expect(await confirmation(page, email).count()).toBe(0);
  });

  test('open the form with an explanation if they are invalid', async () => {
    const { credentials } = await server.signUp();
    const { page } = await visit({ storage: CONSENT });
    await page.goto(linkOf({ ...credentials, access_token: 'invented' }));
    await page.getByText('This sign-in link is no longer valid.').waitFor();
    await page.getByLabel('Email', { exact: true }).waitFor();
    expect(await heldCredentials(page)).toBeUndefined();
  });

  test('never replace an active sign-in', async () => {
    const { page, at, user } = await visitSignedIn();
    const { credentials } = await server.signUp();
    await page.goto(linkOf(credentials));
    await at('/dashboard');
    expect((await heldCredentials(page))?.access_token).toBe(user.bearer);
  });
});

describe('forms', () => {
  test.each([
    ['/sign-up', { 'Work email': 'username', Password: 'new-password' }],
    ['/sign-in', { Email: 'username webauthn', Password: 'current-password' }],
    ['/recover-password', { Email: 'username' }],
  ])('%s can be filled by password managers', async (path, fields) => {
    const { page } = await visit();
    await page.goto(path);
    await expectAutocomplete(page, fields);
  });

  test.each([
    ['/change-password', { 'Current password': 'current-password', 'New password': 'new-password' }],
    ['/change-email', { Password: 'current-password', 'New email': 'email' }],
  ])('%s says what its fields are, and whose password it asks for', async (path, fields) => {
    const { page, user } = await visitSignedIn();
    await page.goto(path);
    await expectAutocomplete(page, fields);
    const username = page.locator('form input[autocomplete=username]');
    await expect.poll(() => username.inputValue()).toBe(user.email);
    // Password managers look for the user name before the passwords.
    expect(await page.locator('form input').first().getAttribute('autocomplete')).toBe('username');
  });

  test.each([
    ['/verify-email', { Code: 'one-time-code' }],
    ['/account-deletion', { 'Type your email to confirm': 'off' }],
    ['/add-user', { Email: 'off' }],
  ])('%s, signed in, says what its fields are', async (path, fields) => {
    // Only users with a verified address may invite others.
    const { page } = path === '/add-user' ? await site.visitVerified() : await visitSignedIn();
    await page.goto(path);
    await expectAutocomplete(page, fields);
  });

  test('a new password after recovery is filled with address and code', async () => {
    const { email } = await server.signUp();
    const { page, type, at } = await visit();
    await page.goto('/recover-password');
    await type('Email', email);
    await page.keyboard.press('Enter');
    await at('/new-password');
    await expectAutocomplete(page, {
      Email: 'username',
      Code: 'one-time-code',
      'New password': 'new-password',
    });
  });

  async function expectAutocomplete(page: Page, fields: Partial<Record<string, string>>): Promise<void> {
    for (const [label, autocomplete] of Object.entries(fields)) {
      const field = page.getByLabel(label, { exact: true });
      await field.waitFor();
      expect([label, await field.getAttribute('autocomplete')]).toEqual([label, autocomplete]);
    }
  }

  test('a code can be pasted as it appears in the email', async () => {
    const { page, context, isFocused } = await visitSignedIn();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/verify-email');
    const field = page.getByLabel('Code', { exact: true });
    await page.evaluate(`navigator.clipboard.writeText(' ab c-123 \\n')`);
    await expect.poll(() => isFocused(field)).toBe(true);
    await page.keyboard.press('ControlOrMeta+V');
    await expect.poll(() => field.inputValue()).toBe('ABC123');
    await expect.poll(() => page.getByRole('button', { name: 'Verify' }).isEnabled()).toBe(true);
  });

  test('submit waits for valid values, and a field shows its error after it was left', async () => {
    const { page, type, reach } = await visit();
    await page.goto('/sign-up');
    const submit = page.getByRole('button', { name: 'Create account' });
    await submit.waitFor();
    await expect.poll(() => submit.isDisabled()).toBe(true);
    await type('Work email', 'nobody@example');
    await type('Password', 'abc');
    await page.keyboard.press('Tab');
    const email = page.getByLabel('Work email', { exact: true });
    await page.getByText('Enter an address such as name@company.com.').waitFor();
    await page.getByText('Enter at least 4 characters.').waitFor();
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
    const described = (await email.getAttribute('aria-describedby'))!.split(' ');
    const texts = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).innerText()));
    expect(texts).toContain('Enter an address such as name@company.com.');
    await expect.poll(() => submit.isDisabled()).toBe(true);
    await reach(email, 'Shift+Tab');
    await type('Work email', 'nobody@example.com');
    await type('Password', 'abcd');
    await eventually(() => submit.isEnabled(), 'the button');
    await expect.poll(() => email.getAttribute('aria-invalid')).toBeNull();
  });

  test('submit shows its dots, keeps its name and calls once; after a failure it can be pressed again and the input stays', async () => {
    const user = await server.signUp();
    const { page, context, type, pressButton, at } = await visit();
    const calls = countCalls(context, 'password.authenticate');
    let answer: () => void = () => {};
    await context.route('**/api/v1/password.authenticate', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.continue();
    });
    await page.goto('/sign-in');
    await type('Email', user.email);
    await type('Password', 'a wrong guess');
    const submit = page.getByRole('button', { name: 'Sign in', exact: true });
    await pressButton('Sign in');
    await page.locator('button[aria-busy] .loading-dots').waitFor();
    await expect.poll(() => submit.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Enter');
    await submit.click({ force: true });
    answer();
    await page.getByRole('alert').filter({ hasText: 'Wrong email or password' }).waitFor();
    expect(calls).toHaveLength(1);
    await expect.poll(() => page.locator('.loading-dots').count()).toBe(0);
    await expect.poll(() => submit.isEnabled()).toBe(true);
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(user.email);
    await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('a wrong guess');
    await type('Password', user.password);
    await page.keyboard.press('Enter');
    await eventually(async () => calls.length === 2, 'the second call');
    answer();
    await at('/dashboard');
  });

  test('a refusal shows its text, and its request id to copy in the details', async () => {
    const { page, context, type, press, user } = await visitSignedIn();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const taken = await server.signUp();
    const requestId = new Promise<string>((resolve) => {
      page.on('response', (response) => {
        if (response.url().endsWith('password.change_email')) resolve(response.headers()['x-request-id'] ?? '');
      });
    });
    await page.goto('/change-email');
    await type('Password', user.password);
    await type('New email', taken.email);
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert').filter({ hasText: 'This email is already registered' });
    await alert.waitFor();
    await press(alert.locator('summary'));
    await alert.getByText(await requestId).waitFor();
    await press(alert.getByRole('button', { name: 'Copy' }));
    await alert.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await requestId);
  });

  test('a refusal that names fields is shown at them, and the first one gets the focus', async () => {
    const { page, context, type, isFocused } = await visit();
    const problem = (path: string) => ({ path, expected: 'something else', received: 'this' });
    await context.route('**/api/v1/password.create', (route) =>
      route.fulfill({
        status: 400,
        json: {
          error: 'password must be at least 15 characters',
          code: 'invalid_value',
          request_id: 'req_1',
          details: [problem('password')],
        },
      }),
    );
    await page.goto('/sign-up');
    await type('Work email', freshEmail());
    await type('Password', 'four');
    await page.keyboard.press('Enter');
    const password = page.getByLabel('Password', { exact: true });
    await page.locator('p', { hasText: 'password must be at least 15 characters' }).first().waitFor();
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true');
    await eventually(() => isFocused(password), 'the focus in the field');
    await expect.poll(() => password.inputValue()).toBe('four');
  });

  test('a password can be shown, and its strength never blocks', async () => {
    const { page, type, press } = await visit();
    await page.goto('/sign-up');
    await type('Work email', freshEmail());
    await type('Password', 'abcd');
    await page.getByText('much harder to guess').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Create account' }).isEnabled()).toBe(true);
    const password = page.getByLabel('Password', { exact: true });
    await expect.poll(() => password.getAttribute('type')).toBe('password');
    const show = page.getByRole('button', { name: 'Show password' });
    await press(show, 'Space');
    await expect.poll(() => password.getAttribute('type')).toBe('text');
    await expect.poll(() => show.getAttribute('aria-pressed')).toBe('true');
  });

  test('a failed load is explained in place, and can be retried', async () => {
    const { page, context, pressButton, path } = await visitSignedIn();
    await context.route('**/api/v1/user.list', (route) => route.fulfill({ status: 400, json: { error: 'No' } }));
    await page.goto('/users');
    await page.getByText('This could not be loaded.').first().waitFor();
    expect(path()).toBe('/users');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await context.unroute('**/api/v1/user.list');
    await pressButton('Try again');
    await page.getByText('Natural user').waitFor();
  });

  test('a list without keys says so', async () => {
    const { page, context } = await visitSignedIn();
    await context.route('**/api/v1/user.list', (route) => route.fulfill({ json: { users: [] } }));
    await page.goto('/api-keys');
    await page.getByText('No API keys yet.').waitFor();
  });

  test('a refused recovery is shown', async () => {
    const user = await server.signUp();
    await server.call('password.recover_send_code', { email: user.email });
    const { page, type } = await visit();
    await page.goto('/recover-password');
    await type('Email', user.email);
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .filter({ hasText: /Try again in \d+ seconds/ })
      .waitFor();
  });
});

describe('calls of the site', () => {
  test('send the token, repeat the CSRF cookie in a header and carry an idempotency key', async () => {
    const { page, context, user } = await visitSignedIn();
    const seen: Record<string, string>[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/api/v1/user.create_service_user')) seen.push(request.headers());
    });
    await page.goto('/add-keys');
    await page.getByRole('button', { name: 'Generate' }).click();
    await page
      .getByText(/^secret-/)
      .first()
      .waitFor();
    const cookies = await context.cookies();
    const csrf = cookies.find(({ name }) => name === 'XSRF-TOKEN')!;
    expect(csrf).toMatchObject({ sameSite: 'Strict', path: '/' });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ authorization: `Bearer ${user.bearer}`, 'x-xsrf-token': csrf.value });
    expect(seen[0]!['idempotency-key']).toMatch(/.{16,}/);
  });

  test.each([
    ['a lost connection', undefined],
    ['the status 500', 500],
  ])('are retried twice after %s, 3 and 6 seconds later', async (_, status) => {
    const { page, context, clock } = await visitWithClock();
    const times: number[] = [];
    await context.route('**/api/v1/user.list', async (route) => {
      times.push(await page.evaluate<number>('Date.now()'));
      return status === undefined
        ? route.abort()
        : route.fulfill({ status, json: { error: 'later', code: 'x', request_id: 'r' } });
    });
    await page.goto('/users');
    await eventually(async () => times.length === 1, 'the first attempt');
    await clock.runFor(2_900);
    expect(times).toHaveLength(1);
    await clock.runFor(200);
    await eventually(async () => times.length === 2, 'the second attempt');
    await clock.runFor(5_900);
    expect(times).toHaveLength(2);
    await clock.runFor(200);
    await eventually(async () => times.length === 3, 'the third attempt');
    // While the service is unreachable, the site keeps checking, and loads again once it is back.
    if (status === undefined) return;
    // The last response may come after any of these seconds, and showing it needs the clock to advance again.
    await eventually(async () => {
      await clock.runFor(1_000);
      return page.getByText('This could not be loaded.').first().isVisible();
    }, 'what cannot be loaded');
    await clock.runFor(60_000);
    expect(times).toHaveLength(3);
  });

  async function visitWithClock() {
    const visitor = await visitSignedIn({ isolated: true });
    await visitor.page.clock.install();
    return { ...visitor, clock: visitor.page.clock };
  }

  test('are not needed for what the site itself contains: coverage and the legal texts', async () => {
    const { page, context } = await visit();
    const calls: string[] = [];
    context.on('request', (request) => {
      if (request.url().includes('/api/v1/')) calls.push(request.url());
    });
    for (const path of ['/coverage', '/supported-documents', '/terms', '/privacy']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    expect(calls).toEqual([]);
  });

  test("made by another site in a visitor's browser are refused", async () => {
    const other = createServer((_, res) => {
      res.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>other</title>
<form method="post" enctype="text/plain" action="${server.base}/api/v1/password.create">
<input name='{"email":"planted@example.com","password":"planted password","reference":"' value='"}'></form>`);
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { page, context } = await visit();
    await page.goto('/');
    await page.goto(origin);
    const answered = context.waitForEvent('response', (response) => response.url().includes('/api/v1/'));
    await page.locator('form').evaluate((form) => (form as unknown as { submit(): void }).submit());
    expect((await answered).status()).toBe(403);
    await page.waitForURL('**/api/v1/**');
    await page.goto(origin);
    const json = `fetch('${server.base}/api/v1/password.create', { method: 'POST', credentials: 'include',
      headers: { 'Content-Type': 'application/json' }, body: '{"email":"planted@example.com","password":"planted"}' }).then(({ status }) => status, () => 'blocked')`;
    expect(await page.evaluate(json)).toBe('blocked');
    const planted = await server.ctx.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'planted@example.com')
      .execute();
    expect(planted).toEqual([]);
    await new Promise((resolve) => other.close(resolve));
  });
});

describe('the frame around every page', () => {
  const mainLinks = (page: Page) =>
    page
      .locator('header')
      .getByRole('navigation', { name: /^(Main|Principal)$/ })
      .first()
      .getByRole('link');

  test('has the links of visitors and those of users', async () => {
    const { page } = await visit();
    await page.goto('/recover-password');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect
      .poll(() => mainLinks(page).allInnerTexts())
      .toEqual(['Biometric', 'Coverage', 'Pricing', 'Compare', 'Developer', 'Demo']);
    const bar = page.getByRole('banner');
    await expect.poll(() => bar.getByRole('link', { name: 'Sign in' }).first().getAttribute('href')).toBe('/sign-in');
    await expect
      .poll(() => bar.getByRole('link', { name: 'Start for free' }).first().getAttribute('href'))
      .toBe('/sign-up');
    // On a single-task page, the bar links only to the home page and to signing in.
    await page.goto('/sign-up');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => bar.getByRole('link').allInnerTexts()).toEqual(['Sigill', 'Sign in']);
    const user = await visitSignedIn();
    await user.page.goto('/dashboard');
    await user.page.getByRole('heading', { level: 1 }).waitFor();
    await expect
      .poll(() => mainLinks(user.page).allInnerTexts())
      .toEqual(['Dashboard', 'Billing', 'Users', 'Settings']);
  });

  test('lets the keyboard through to a new account in eight stops', async () => {
    const { page } = await visit();
    await openLive(page, '/sign-up');
    const names: string[] = [];
    for (let stop = 0; stop < 8; stop++) {
      await page.keyboard.press('Tab');
      const name = `(({ ariaLabel, labels, textContent }) => ariaLabel ?? labels?.[0]?.textContent ?? textContent)(document.activeElement)`;
      names.push((await page.evaluate<string>(name)).trim());
    }
    expect(names).toEqual([
      'Skip to content',
      'Sigill',
      'Search',
      'Sign in',
      'Work email',
      'Password',
      'Show password',
      'Create account',
    ]);
  });

  test('has a full-screen menu if there is no room for links', async () => {
    const { page, press, isFocused } = await visit({ viewport: { width: 320, height: 640 } });
    // A click before the scripts have loaded would be lost.
    await openLive(page, '/sign-in');
    const button = page.getByRole('button', { name: 'Menu' });
    await press(button);
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await menu.waitFor();
    expect(await menu.boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 640 });
    for (const name of [
      'Biometric',
      'Coverage',
      'Pricing',
      'Compare',
      'Developer',
      'Demo',
      'Start for free',
      'Sign in',
    ])
      await expect.poll(() => menu.getByRole('link', { name, exact: true }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(await isFocused(button)).toBe(true);
    await page.keyboard.press('Enter');
    await press(menu.getByRole('link', { name: 'Start for free' }));
    await arriveAt(page, '/sign-up');
    await menu.waitFor({ state: 'hidden' });
  });

  test('hides its bar when scrolled down by more than 50 px, and shows it when scrolled up', async () => {
    const { page } = await visit();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/api-reference');
    const top = () => page.getByRole('banner').evaluate((bar) => bar.getBoundingClientRect().bottom);
    const scrollTo = (y: number) => page.evaluate(`scrollTo({ top: ${y}, behavior: 'instant' })`);
    const settle = () => new Promise((resolve) => setTimeout(resolve, 600));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await scrollTo(45);
    await settle();
    expect(await top()).toBeGreaterThan(0);
    await scrollTo(400);
    await eventually(async () => (await top()) <= 0, 'the bar to go');
    await scrollTo(340);
    await eventually(async () => (await top()) > 0, 'the bar to come back');
    await scrollTo(900);
    await eventually(async () => (await top()) <= 0, 'the bar to go');
    await page.getByRole('banner').getByRole('link').first().focus();
    await eventually(async () => (await top()) > 0, 'the bar to come for the focus');
    await scrollTo(0);
    await settle();
    expect(await top()).toBeGreaterThan(0);
  });

  test('checks the scroll position at most once in 250 ms', async () => {
    const { page } = await visit({ isolated: true });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.clock.install({ time: new Date('2026-03-02T09:30:00Z') });
    await page.goto('/api-guide');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.clock.pauseAt(new Date('2026-03-02T10:00:00Z'));
    const bottom = () => page.getByRole('banner').evaluate((bar) => bar.getBoundingClientRect().bottom);
    // The page's own listener was registered first, so it runs before this one.
    await page.evaluate(`new Promise((resolve) => {
      addEventListener('scroll', resolve, { once: true });
      scrollTo({ top: 400, behavior: 'instant' });
    })`);
    await page.clock.runFor(240);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await bottom()).toBeGreaterThan(0);
    await page.clock.runFor(20);
    await eventually(async () => (await bottom()) <= 0, 'the bar to go');
  });

  test('changes the language and keeps page, query and form input', async () => {
    const { page, type, press, at } = await visit();
    await page.goto('/sign-up?ref=x');
    await type('Work email', 'half@typed');
    await press(page.locator('footer').getByRole('link', { name: 'Español' }));
    await at('/es/sign-up?ref=x');
    await eventually(async () => (await page.locator('html').getAttribute('lang')) === 'es', 'the language');
    await expect.poll(() => page.locator('input[type=email]').inputValue()).toBe('half@typed');
    await press(page.locator('footer').getByRole('link', { name: 'English' }));
    await at('/sign-up?ref=x');
  });

  test('ends with the product, support, network, legal pages and card brands', async () => {
    const { page } = await visit();
    await page.goto('/sign-in');
    const footer = page.getByRole('contentinfo');
    await footer.waitFor();
    const hrefs = await footer.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    for (const href of ['/biometric', '/coverage', '/pricing', '/compare', '/developer', '/demo', '/terms', '/privacy'])
      expect(hrefs).toContain(href);
    expect(hrefs.filter((href) => href?.startsWith('mailto:'))).toHaveLength(1);
    expect(hrefs.filter((href) => href?.startsWith('https://www.linkedin.com/'))).toHaveLength(1);
    await expect.poll(() => footer.getByRole('list', { name: 'Cards accepted' }).getByRole('listitem').count()).toBe(3);
  });

  test('shows each page from its top, and says when a page does not exist', async () => {
    const { page, path } = await visit();
    await page.goto('/api-reference');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(`scrollTo({ top: 3000, behavior: 'instant' })`);
    await page.locator('footer').getByRole('link', { name: 'API guide' }).focus();
    await page.keyboard.press('Enter');
    await arriveAt(page, '/api-guide');
    await eventually(async () => (await page.evaluate<number>('scrollY')) === 0, 'the top of the page');
    for (const unknown of ['/no-such-page', '/es/no-such-page', '/fr', '/user']) {
      await page.goto(unknown);
      await page.getByRole('alert').waitFor();
      expect(path()).toBe(unknown);
    }
    await page.goto('/no-such-page');
    await page.getByText('Broken link — the page could not be found.').waitFor();
    expect(page.url()).not.toContain('#');
  });
});
