/** Forms as people use them: no click is lost when a message appears, and submitting an incomplete form names what is missing. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  countCalls,
  createSite,
  expectNoComplaints,
  openLive,
  type Site,
  signedIn,
} from '../support/browser/visitor.ts';
import { someOf } from '../support/runs/sweep.ts';
import { freshEmail } from '../support/server/newcomers.ts';

let site: Site;
let visit: Site['visit'];
let visitSignedIn: Site['visitSignedIn'];

beforeAll(async () => {
  site = await createSite();
  ({ visit, visitSignedIn } = site);
});
afterAll(() => site?.stop());
afterEach(() => site.leave());

const drawn = (page: Page) =>
  page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`);

/**
 * Clicks the middle of the visible part as a person would: the mouse button is pressed, the page renders again, and the mouse
 * button is released.
 */
async function pressWithMouse(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await drawn(page);
  const before = (await target.boundingBox())!;
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  await page.mouse.down();
  await drawn(page);
  expect(await target.boundingBox(), 'what is pressed stays').toEqual(before);
  await page.mouse.up();
}

describe('a press that leaves a field reaches its target:', () => {
  const link = (name: string) => (page: Page) => page.locator('main').getByRole('link', { name, exact: true });
  const footer = (name: string) => (page: Page) => page.locator('footer').getByRole('link', { name, exact: true });
  const [wide, narrow] = [
    { width: 1280, height: 900 },
    { width: 320, height: 720 },
  ];

  const presses = [
    { at: wide, path: '/sign-in', field: 'Email', text: 'ada', target: link('Continue with Google'), to: '/google' },
    { at: wide, path: '/sign-in', field: 'Email', text: '', target: link('Continue with Google'), to: '/google' },
    {
      at: wide,
      path: '/sign-in',
      field: 'Email',
      text: 'ada',
      target: link('Forgot your password?'),
      to: '/recover-password',
    },
    { at: wide, path: '/sign-up', field: 'Work email', text: '', target: link('Continue with Google'), to: '/google' },
    {
      at: wide,
      path: '/sign-up',
      field: 'Password',
      text: 'ada',
      target: link('Continue with Microsoft'),
      to: '/microsoft',
    },
    {
      at: wide,
      path: '/recover-password',
      field: 'Email',
      text: 'ada',
      target: footer('Español'),
      to: '/es/recover-password',
    },
    { at: wide, path: '/add-user', field: 'Email', text: '', target: footer('Español'), to: '/es/add-user' },
    {
      at: narrow,
      path: '/es/sign-in',
      field: 'Contraseña',
      text: 'ada',
      target: link('Continuar con Google'),
      to: '/es/google',
    },
    {
      at: narrow,
      path: '/es/sign-up',
      field: 'Correo del trabajo',
      text: 'ada',
      target: link('Continuar con Google'),
      to: '/es/google',
    },
    {
      at: narrow,
      path: '/es/add-user',
      field: 'Correo electrónico',
      text: 'ada',
      target: footer('English'),
      to: '/add-user',
    },
  ];

  test.each(someOf(presses, 3))(
    '$path at $at.width px, "$text" in $field, to $to',
    async ({ at: viewport, path, field, target, to, text }) => {
      const visitor = path.endsWith('/add-user') ? await site.visitVerified({ viewport }) : await visit({ viewport });
      const { page } = visitor;
      // Only the click is tested, not the sign-in provider behind it.
      await page.route('**/_local/**', (route) => route.fulfill({ body: '' }));
      await openLive(page, path);
      await page.getByLabel(field, { exact: true }).click();
      await page.keyboard.type(text);
      await pressWithMouse(page, target(page));
      await page.waitForURL((url) => url.pathname === to || url.pathname.startsWith('/_local/'), { timeout: 10_000 });
      expectNoComplaints(visitor);
    },
  );
});

describe('the message of a form', () => {
  test('about an empty field appears only after submitting', async () => {
    const { page, reach } = await visit();
    await openLive(page, '/sign-up');
    const email = page.getByLabel('Work email', { exact: true });
    await reach(email);
    await reach(page.getByRole('link', { name: 'Continue with Google' }));
    await expect.poll(() => email.getAttribute('aria-invalid')).toBeNull();
    await expect.poll(() => page.locator('[aria-invalid]').count()).toBe(0);
  });

  test('after Enter was pressed too early says what is wrong, with the focus on the first such field', async () => {
    const { page, context, type, isFocused } = await visit();
    const calls = countCalls(context, 'password.create');
    await openLive(page, '/sign-up');
    const password = page.getByLabel('Password', { exact: true });
    await type('Password', 'abc');
    await page.getByText('At least 4 characters').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Enter an address such as name@company.com.').waitFor();
    await page.getByText('Enter at least 4 characters.').waitFor();
    await expect.poll(() => isFocused(page.getByLabel('Work email', { exact: true }))).toBe(true);
    await type('Work email', freshEmail());
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(password)).toBe(true);
    expect(calls).toEqual([]);
    await page.keyboard.press('End');
    await page.keyboard.type('d');
    await page.getByText('much harder to guess').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
    expect(calls).toHaveLength(1);
  });

  test('explains a disabled submit button, which can be focused and pressed', async () => {
    const { page, context, reach, isFocused } = await visit();
    const calls = countCalls(context, 'password.authenticate');
    await openLive(page, '/es/sign-in');
    const submit = page.getByRole('button', { name: 'Iniciar sesión', exact: true });
    await expect.poll(() => submit.isDisabled(), { message: 'to assistive technology' }).toBe(true);
    await reach(submit);
    await pressWithMouse(page, submit);
    const email = page.getByLabel('Correo electrónico', { exact: true });
    await expect.poll(() => isFocused(email)).toBe(true);
    await expect.poll(() => page.locator('main [aria-invalid]').count()).toBe(2);
    expect(calls).toEqual([]);
  });

  test('about a card is what the provider is waiting for, in its own fields', async () => {
    const { page, reach } = await visitSignedIn();
    await openLive(page, '/add-payment-method');
    const card = page.frameLocator('main iframe');
    await card.locator('label', { hasText: 'Card number' }).waitFor();
    const submit = page.getByRole('button', { name: 'Add card' });
    await reach(submit);
    await page.keyboard.press('Enter');
    for (const text of ['Enter the card number.', 'Enter the expiry date.', 'Enter the security code.'])
      await card.getByText(text).waitFor();
    await page.getByText('Enter the name on the card.').waitFor();
    // The fields are in another document, so the frame has the focus.
    const focused = () => page.evaluate('document.activeElement.tagName');
    await expect.poll(focused).toBe('IFRAME');
  });

  test('the account is deleted only by typing its own address', async () => {
    const { page, context, reach, isFocused, user } = await visitSignedIn();
    const calls = countCalls(context, 'merchant.delete');
    await openLive(page, '/account-deletion');
    const submit = page.getByRole('button', { name: 'Delete account' });
    await expect.poll(() => submit.isDisabled()).toBe(true);
    await reach(submit);
    await page.keyboard.press('Enter');
    await page.getByText(`Type ${user.email} to confirm.`).waitFor();
    await expect.poll(() => isFocused(page.getByLabel('Type your email to confirm'))).toBe(true);
    expect(calls).toEqual([]);
  });
});

describe('the consent strip', () => {
  const sizes = [
    { width: 320, height: 256 },
    { width: 320, height: 720 },
    { width: 390, height: 844 },
    { width: 768, height: 1024 },
  ];
  const ways = [
    { prefix: '', region: 'Storage consent', says: /reload signs you out/, submit: 'Create account' },
    {
      prefix: '/es',
      region: 'Consentimiento de almacenamiento',
      says: /recargar cierra la sesión/,
      submit: 'Crear la cuenta',
    },
  ];

  test.each(
    someOf(
      sizes.flatMap((size) => ways.map((way) => ({ ...size, ...way }))),
      3,
    ),
  )(
    'takes at most a third of $width × $height, and the form scrolls clear of it ($region)',
    async ({ width, height, prefix, region, says, submit }) => {
      const { page } = await visit({ storage: {}, viewport: { width, height } });
      await openLive(page, `${prefix}/sign-up`);
      const strip = page.getByRole('region', { name: region });
      await strip.waitFor();
      const box = (await strip.boundingBox())!;
      expect(box.height).toBeLessThanOrEqual(height / 3);
      await expect.poll(() => strip.innerText()).toMatch(says);
      await expect.poll(() => strip.getByRole('link').getAttribute('href')).toBe(`${prefix}/privacy`);
      for (const button of await strip.getByRole('button').all()) {
        const { x, y, width: wide, height: high } = (await button.boundingBox())!;
        expect(high).toBeGreaterThanOrEqual(24);
        expect(x >= 0 && x + wide <= width && y >= box.y && y + high <= height, 'the button is in view').toBe(true);
      }
      const button = page.getByRole('button', { name: submit });
      await button.focus();
      await drawn(page);
      const { y, height: high } = (await button.boundingBox())!;
      expect(y + high, 'the submit is above it').toBeLessThanOrEqual(box.y);
    },
  );
});

test('the overview of a month without sessions shows only that month', async () => {
  const { credentials, bearer } = await site.server.signUp();
  const { body: merchant } = await site.server.call('merchant.self', {}, { bearer });
  const { page } = await visit({ storage: signedIn(credentials) });
  const day = new Date(site.server.deps.clock.now().getTime() - 45 * 86_400_000).toISOString().slice(0, 10);
  const counts = { created: 25, opened: 25, initiated: 25, completed: 23, approved: 20, rejected: 3, failed: 2 };
  await site.server.ctx.db
    .insertInto('usage_days')
    .values({ merchant_id: merchant.id, day, specimen: 0, ...counts })
    .execute();
  await page.goto('/dashboard');
  await page.getByText('No sessions in the last 30 days.', { exact: true }).waitFor();
  await expect.poll(() => page.locator('main').innerText()).not.toMatch(/will appear here/);
  await page.getByText('90 days', { exact: true }).click();
  await page.getByRole('img', { name: /^Sessions by day/ }).waitFor();
});
