/** The site in development on the mock alone: every screen shows something, and every flow comes to its end. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { resolveConfig } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MOCK_CODE, SCENARIO_COOKIE } from '../../openapi/facts/mock-scenarios.ts';
import { Sigill } from '../../sdk/client/src/index.ts';
import { violationsOn } from '../support/browser/axe.ts';
import { CARDS } from '../support/server/billing.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { startMockSite } from '../support/browser/mock-site.ts';
import { screens } from '../support/browser/screens.ts';
import { createGuests, expectNoComplaints, signedIn, type Visit } from '../support/browser/visitor.ts';

const WEB = join(import.meta.dirname, '../../web');

let site: Awaited<ReturnType<typeof startMockSite>>;
let browser: Browser;
let guest: ReturnType<typeof createGuests>;

beforeAll(async () => {
  [site, browser] = await Promise.all([startMockSite(), launchChromium()]);
  guest = createGuests(browser, site.base);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const LATER = '2099-01-01T00:00:00.000Z';
const somebody = signedIn({
  access_token: 'a-token-of-nobody-in-particular',
  access_token_expires: LATER,
  refresh_token: 'another-token-of-nobody',
  refresh_token_expires: LATER,
});

async function visit(how?: Visit) {
  const visitor = await guest(how);
  // What is asked for the first time is compiled while it is waited for.
  visitor.context.setDefaultTimeout(120_000);
  return visitor;
}

/** Goes on within the page, as a link does: in development each load brings some hundred modules. */
const goOn = (page: Page, path: string) => page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);

/** Where the examples are. */
const ADDRESSES: Record<string, string> = {
  '/user/$id': '/user/4611027348812390',
  '/session/$id': '/session/4821930477261',
  '/callback/$id': '/callback/msg_2wXk9QmVb4LrT7sYp0Zc',
  '/request/$id': '/request/req_019cade21440000a51d84e0c',
  '/bill/$id': '/bill/6120945573318804',
  '/payment-method/$id': '/payment-method/5387710294466120',
};
const portal = screens.filter(({ who }) => who === 'user').map(({ path }) => ADDRESSES[path] ?? path);

test('every screen of the portal shows the account of the examples', async () => {
  await using visitor = await visit({ storage: somebody });
  const { page } = visitor;
  await page.goto('/dashboard');
  for (const path of portal) {
    await goOn(page, path);
    await page.waitForURL(`**${path}`);
    await page.waitForLoadState('networkidle');
    await page.locator('main h1').waitFor();
    expect([path, await page.getByText('could not be loaded').count()]).toEqual([path, 0]);
  }
  expect(portal.length).toBeGreaterThan(20);
  expectNoComplaints(visitor);
});

test('the dashboard and the page of billing say why sessions are refused', async () => {
  await using visitor = await visit({ storage: somebody });
  const { page } = visitor;
  await page.goto('/dashboard?mock=credit_exhausted');
  await page.getByRole('alert').getByText('The free credit is used up.').waitFor();
  await goOn(page, '/billing');
  await page.getByRole('heading', { name: 'Billing', exact: true }).waitFor();
  await page.getByRole('alert').getByText('The free credit is used up.').waitFor();
  await page.goto('/es/dashboard?mock=trial_over');
  await page.getByRole('alert').getByText('La prueba ha terminado').waitFor();
  await page.goto('/dashboard?mock=approved');
  await page.getByText('Last 30 days').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  expectNoComplaints(visitor);
});

test('the status page shows a service that works, and the day on which it did not', async () => {
  await using visitor = await visit();
  const { page } = visitor;
  await page.goto('/status');
  await page.getByText('Everything works').waitFor();
  await page.getByText('1 day with a disturbance').waitFor();
  expectNoComplaints(visitor);
});

test('from signing up to an approved session', async () => {
  await using visitor = await visit();
  const { page, at } = visitor;
  await page.goto('/sign-up');
  await page.getByLabel('Work e-mail').fill('bo@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await at('/dashboard');
  await page
    .getByRole('link', { name: /verify email/i })
    .first()
    .click();
  await page.getByRole('button', { name: /^Mock/ }).click();
  const code = await page.locator('mock-panel code').textContent();
  await page.keyboard.press('Escape');
  await page.getByLabel('Code', { exact: true }).fill(code!);
  await page.keyboard.press('Enter');
  await at('/settings');
  await goOn(page, '/add-keys');
  await page.getByRole('button', { name: 'Generate' }).click();
  const textOf = async (beginning: RegExp) => (await page.getByText(beginning).first().textContent())!.trim();
  const publicKey = await textOf(/^public-key-/);
  const sigill = new Sigill({ publicKey, secret: await textOf(/^secret-/), baseUrl: site.base, sleep: async () => {} });
  const { id } = await sigill.session.create({ reference: 'order-1001' });
  expect(await sigill.session.waitFor(id)).toMatchObject({ state: 'APPROVED', reference: 'order-1001' });
  await goOn(page, '/sessions');
  await page.getByText('order-1001').waitFor();
  await goOn(page, `/session/${id}`);
  await page.getByText('ERIKSSON').first().waitFor();
  const { token } = await sigill.session.create();
  await page.goto(`/open?token=${token}`);
  await page.getByRole('heading', { name: 'You are verified' }).waitFor();
  expectNoComplaints(visitor);
});

test('a card is added with the test cards of the provider', async () => {
  await using visitor = await visit({ storage: somebody, viewport: { width: 1280, height: 2000 } });
  const { page, at } = visitor;
  await page.goto('/add-payment-method');
  const fields = page.frameLocator('iframe[title="Card"]');
  const type = (title: string, text: string) =>
    fields.frameLocator(`iframe[title*="${title}"]`).locator('input').fill(text);
  await type('card number', CARDS.good);
  await type('expiration date', '12 / 40');
  await type('CVC', '123');
  await page.getByLabel('Cardholder name').fill('Alma Vinter');
  await page.getByLabel('Address line 1').fill('Storgatan 1');
  await page.getByLabel('Postal code').fill('111 22');
  await page.getByLabel('City').fill('Stockholm');
  await page.getByLabel('Country', { exact: true }).selectOption({ label: 'Sweden' });
  await page.getByRole('button', { name: 'Add card', exact: true }).click();
  await at('/billing');
  expectNoComplaints(visitor);
});

test('somebody signs in with Google, signs out, and comes back with a recovered password', async () => {
  await using visitor = await visit();
  const { page, at } = visitor;
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await at('/dashboard');
  await goOn(page, '/sign-out');
  await page.waitForURL((url) => url.pathname === '/' || url.pathname === '/sign-in');
  await page.goto('/recover-password');
  await page.getByLabel('E-mail', { exact: true }).fill('ada@example.com');
  await page.keyboard.press('Enter');
  await at('/new-password');
  await page.getByLabel('Code', { exact: true }).fill(MOCK_CODE);
  await page.getByLabel('New password', { exact: true }).fill('battery staple');
  await page.keyboard.press('Enter');
  await at('/sign-in');
  expectNoComplaints(visitor);
});

test('a scenario is chosen by keyboard, in the language of the page, or named in the address', async () => {
  await using visitor = await visit();
  const { page, press } = visitor;
  await page.goto('/es/demo');
  // The panel is there before the page below it is compiled.
  await page.locator('h1').first().waitFor();
  await press(page.getByRole('button', { name: /^Simulación/ }));
  const rejected = page.getByRole('radio', { name: 'Rechazada' });
  await page.getByRole('radio', { name: 'Aprobada' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => rejected.isChecked()).toBe(true);
  await page.getByLabel('Motivo', { exact: true }).selectOption('document_expired');
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByText('REJECTED').first().waitFor();
  await page.getByText('El documento ha caducado').first().waitFor();
  await page.goto('/demo?mock=aborted');
  await page.getByText('ABORTED').first().waitFor();
  await page.getByRole('button', { name: 'Mock: Aborted' }).waitFor();
});

test('no build has any of the panel', async () => {
  const names = async (command: 'serve' | 'build') => {
    const { plugins } = await resolveConfig({ configFile: join(WEB, 'vite.config.ts') }, command);
    return plugins.map(({ name }) => name);
  };
  vi.stubEnv('MOCK', 'on');
  expect(await names('serve')).toContain('sigill:mock-panel');
  expect(await names('build')).not.toContain('sigill:mock-panel');
  vi.unstubAllEnvs();
  const built = readdirSync(join(WEB, 'dist'), { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  expect(built.length).toBeGreaterThan(100);
  const carriers = built.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(SCENARIO_COOKIE));
  expect(carriers.map(({ name }) => name)).toEqual([]);
});
