import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CONSENT, createSite, expectNoComplaints, type Site, type Visitor } from '../support/browser/visitor.ts';
import { codeOf, setUpApp } from '../support/outside/authenticator-app.ts';
import { addFingerprintReader, takeFingerAway } from '../support/reader/fingerprint-reader.ts';
import { undoCode, withNewEmail } from '../support/server/email-changes.ts';
import { freshEmail } from '../support/server/newcomers.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());
afterEach(() => site.leave());

test('a call that needs a fresh proof asks for it, and continues with what was entered', async () => {
  const visitor = await site.visitSignedIn();
  const { page, user, type } = visitor;
  await page.goto('/add-keys');
  await page.getByLabel('Name').fill('Back office');
  await site.server.advance('PT11M');
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByText(user.email).waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill('wrong horse');
  await page.keyboard.press('Enter');
  await dialog.getByText('Wrong password').waitFor();
  await type('Password', user.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Back office' }).waitFor();
  await expect.poll(() => dialog.count()).toBe(0);
  expectNoComplaints(visitor);
});

test('the fresh proof of a user with an authenticator app is its code or a recovery code, not the password', async () => {
  const visitor = await site.visitSignedIn();
  const { page, user } = visitor;
  const { secret, recovery_codes } = await setUpApp(site.server, user.bearer);
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const generate = async (name: string) => {
    await page.goto('/add-keys');
    await page.getByLabel('Name').fill(name);
    await site.server.advance('PT11M');
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await dialog.getByLabel('Code from your authenticator app').waitFor();
  };
  await generate('By app');
  expect(await dialog.getByText('password').count()).toBe(0);
  await dialog.getByLabel('Code from your authenticator app').fill(codeOf(site.server, secret));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'By app' }).waitFor();

  await generate('By recovery code');
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByLabel('Recovery code').fill(recovery_codes[0]!);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'By recovery code' }).waitFor();
  expectNoComplaints(visitor);
});

test.each([
  { path: '', button: 'Undo the change', heading: 'New password', isSignedIn: true },
  { path: '/es', button: 'Deshacer el cambio', heading: 'Contraseña nueva', isSignedIn: false },
])('the link in the email about a new address asks first, then sets a new password ($path)', async (page_of) => {
  const world = createWorld(site.server, await site.server.account());
  const owner = await withNewEmail(world);
  const { path, button, heading, isSignedIn } = page_of;
  const visitor = isSignedIn
    ? await site.visit({ storage: { ...CONSENT, 'sigill.credentials': JSON.stringify(owner.credentials) } })
    : await site.visit();
  const { page, at } = visitor;
  const code = await undoCode(world, owner.email);
  await page.goto(`${path}/undo-email-change?code=${code}`);
  await page.getByRole('button', { name: button }).waitFor();
  const self = () => site.server.call('user.self', {}, { bearer: owner.bearer });
  expect((await self()).body.email).toBe(owner.new_email);

  await page.getByRole('button', { name: button }).click();
  await page.getByRole('heading', { name: heading }).waitFor();
  await at(`${path}/new-password`);
  expect((await self()).status).toBe(401);
  await expect.poll(() => page.locator('input[name=email]').inputValue()).toBe(owner.email);
  await page.locator('input[name=code]').fill(await world.code(owner.email));
  await page.locator('input[name=new_password]').fill('battery staple');
  await page.keyboard.press('Enter');
  await at(`${path}/sign-in`);
  const signedIn = await site.server.call('password.authenticate', { email: owner.email, password: 'battery staple' });
  expect(signedIn.status).toBe(200);

  await page.goto(`${path}/undo-email-change?code=${code}`);
  await page.getByRole('button', { name: button }).click();
  await page.getByText(/72 h/).waitFor();
  expectNoComplaints(visitor);
});

test('an authenticator app is set up, and its code is required at the next sign-in', async () => {
  const visitor = await site.visitSignedIn();
  const { page, user, at } = visitor;
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Sign-in and security' }).click();
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret = (await page.locator('form code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code shown in the app').fill(codeOf(site.server, secret));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('region', { name: 'Your recovery codes' });
  await codes.waitFor();
  await expect.poll(() => codes.getByRole('listitem').count()).toBe(10);
  const recovery = await codes.getByRole('listitem').first().innerText();
  await page.getByRole('button', { name: 'I’ve stored them' }).click();
  await page.getByText('10 recovery codes are left.').waitFor();

  await page.goto('/sign-out');
  await at('/');
  for (const [button, label, code] of [
    // A code works only once, so this is the next code.
    [undefined, 'Code from your authenticator app', codeOf(site.server, secret, 1)],
    ['Use a recovery code', 'Recovery code', recovery],
  ] as const) {
    await page.goto('/sign-in');
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.keyboard.press('Enter');
    await page.getByText('Password accepted.').waitFor();
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    if (button) await page.getByRole('button', { name: button }).click();
    await page.getByLabel(label).fill(code);
    await page.keyboard.press('Enter');
    await at('/dashboard');
    await page.goto('/sign-out');
    await at('/');
  }
  expectNoComplaints(visitor);
});

test('a sign-in on another device is listed and ended', async () => {
  const { page, user } = await site.visitSignedIn();
  const { email, password } = user;
  const agent = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0' };
  const { body } = await site.server.call('password.authenticate', { email, password }, {}, agent);
  await page.goto('/sign-in-security');
  await page.getByText('This device').waitFor();
  const signIns = page.getByRole('region', { name: 'Signed in on these devices' }).getByRole('listitem');
  expect(await signIns.first().innerText()).toContain('This device');
  await page.getByRole('button', { name: 'Sign out Firefox on Windows' }).click();
  await page.getByText('Device signed out.').waitFor();
  expect((await site.server.call('user.self', {}, { bearer: body.access_token })).status).toBe(401);
});

test('a user without a second factor in an account that requires one is sent to set one up', async () => {
  const { page, user, at } = await site.visitSignedIn();
  const { bearer } = user;
  await site.server.call('merchant.update', { require_second_factor: true }, { bearer });
  await page.goto('/users');
  await at('/sign-in-security');
  await setUpApp(site.server, bearer);
  await page.goto('/users');
  await page.getByRole('heading', { name: 'Users', exact: true }).waitFor();
});

async function signUpWithPasskey({ page, at }: Visitor): Promise<void> {
  await page.goto('/sign-up');
  await page.getByLabel('Work email').fill(freshEmail());
  await page.getByRole('button', { name: 'Sign up with a passkey' }).click();
  await at('/dashboard');
  await page.goto('/sign-out');
  await at('/');
}

test('a person signs up with a passkey, signs in with it, and gives a fresh proof with it', async () => {
  const visitor = await site.visit();
  const { page, at } = visitor;
  await addFingerprintReader(page);
  await page.goto('/sign-up');
  await page.getByRole('button', { name: 'Sign up with a passkey' }).click();
  await page.getByText('Enter an address such as name@company.com.').waitFor();
  await page.getByLabel('Work email').fill(freshEmail());
  await page.getByRole('button', { name: 'Sign up with a passkey' }).click();
  await at('/dashboard');
  await page.goto('/sign-out');
  await at('/');
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await at('/dashboard');

  await page.goto('/sign-in-security');
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByText('This is the only way left to sign in.').waitFor();
  await page.getByRole('button', { name: /^Rename / }).click();
  await page.getByLabel('Name', { exact: true }).fill('Fingerprint');
  await page.keyboard.press('Enter');
  await page.getByText('Fingerprint', { exact: true }).waitFor();

  await page.goto('/add-keys');
  await page.getByLabel('Name').fill('Back office');
  await site.server.advance('PT11M');
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'Back office' }).waitFor();
  expectNoComplaints(visitor);
});

test('the browser suggests a passkey in the address field, once the visitor has one', async () => {
  const visitor = await site.visit();
  const { page, context, at } = visitor;
  await addFingerprintReader(page);
  await signUpWithPasskey(visitor);
  await context.clearCookies({ name: 'sigill-browser' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  expect(await page.evaluate('PublicKeyCredential.isConditionalMediationAvailable()')).toBe(true);
  expect(asked.filter((path) => /passkey\.|suggested/.test(path))).toEqual([]);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('sigill-browser');
  await page.getByLabel('Email').focus();
  await at('/dashboard');
  expectNoComplaints(visitor);
});

test('pressing the button wins over a passkey that the browser is about to suggest', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const reader = await addFingerprintReader(page);
  await signUpWithPasskey(visitor);
  await takeFingerAway(reader);
  await page.addInitScript(`
    window.passkeyRequests = [];
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      window.passkeyRequests.push(options.mediation ?? 'pressed');
      return get(options);
    };
  `);
  const held: (() => void)[] = [];
  await page.route('**/passkey.start_authentication', async (route) => {
    if (held.length === 0) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto('/sign-in');
  const begun = page.waitForRequest('**/passkey.start_authentication');
  await page.getByLabel('Email').focus();
  await begun;
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect.poll(() => page.evaluate('window.passkeyRequests.length')).toBeGreaterThan(0);
  const answered = page.waitForResponse('**/passkey.start_authentication');
  held[0]!();
  await (await answered).finished();
  await page.evaluate('new Promise(requestAnimationFrame)');
  expect(await page.evaluate('window.passkeyRequests')).toEqual(['pressed']);
  expect(await page.getByText('No passkey was used.').count()).toBe(0);
});
