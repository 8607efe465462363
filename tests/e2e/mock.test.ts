/** The site in development with the mock alone: every screen shows something, and the panel chooses the scenario. */
// CI only: it walks every screen on the mock.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { resolveConfig } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SCENARIO_COOKIE } from '../../openapi/facts/mock-scenarios.ts';
import { Sigill } from '../../sdk/client/src/index.ts';
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
  // The development server compiles code on its first request, while the browser waits.
  visitor.context.setDefaultTimeout(120_000);
  return visitor;
}

/** Navigates within the page, because in development each load requests hundreds of modules. */
const goOn = (page: Page, path: string) => page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);

const ADDRESSES: Record<string, string> = {
  '/user/$id': '/user/4611027348812390',
  '/session/$id': '/session/4821930477261',
  '/callback/$id': '/callback/msg_2wXk9QmVb4LrT7sYp0Zc',
  '/request/$id': '/request/req_019cade21440000a51d84e0c',
  '/bill/$id': '/bill/6120945573318804',
  '/payment-method/$id': '/payment-method/5387710294466120',
};
/** All except the card form, which belongs to the card provider. */
const portal = screens
  .filter(({ who, path }) => who === 'user' && path !== '/add-payment-method')
  .map(({ path }) => ADDRESSES[path] ?? path);

test('with the mock, every screen of the portal shows the account of the examples', async () => {
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

test('with the mock, the dashboard and the billing page say why sessions are refused', async () => {
  await using visitor = await visit({ storage: somebody });
  const { page } = visitor;
  await page.goto('/dashboard?mock=credit_exhausted');
  await page.getByRole('alert').getByText('Your free credit is used up, counting open sessions.').waitFor();
  await goOn(page, '/billing');
  await page.getByRole('heading', { name: 'Billing', exact: true }).waitFor();
  await page.getByRole('alert').getByText('Your free credit is used up, counting open sessions.').waitFor();
  await page.goto('/es/dashboard?mock=trial_over');
  await page.getByRole('alert').getByText('La prueba ha terminado').waitFor();
  await page.goto('/dashboard?mock=approved');
  await page.getByText('Last 30 days').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  expectNoComplaints(visitor);
});

test('with the mock, a user signs in and reaches the portal', async () => {
  await using visitor = await visit();
  const { page, at } = visitor;
  await page.goto('/sign-in');
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.keyboard.press('Enter');
  await at('/dashboard');
  await page.getByText('Last 30 days').waitFor();
  expectNoComplaints(visitor);
});

test('with the mock, the page that a person opens follows the session to its end', async () => {
  await using visitor = await visit();
  const { page } = visitor;
  const sigill = new Sigill({ publicKey: 'public-key-12345678', secret: 'secret-1', baseUrl: site.base });
  const { token } = await sigill.session.create();
  await page.goto(`/open?token=${token}`);
  await page.getByRole('heading', { name: 'You are verified' }).waitFor();
});

test('a developer chooses a mock scenario by keyboard, in the language of the page, or in the URL', async () => {
  await using visitor = await visit();
  const { page } = visitor;
  await page.goto('/es/demo');
  // The panel appears before the page below it is compiled.
  await page.locator('h1').first().waitFor();
  const panel = page.getByLabel('Simulación');
  await panel.focus();
  await page.keyboard.press('ArrowDown');
  expect(await panel.locator('option:checked').textContent()).toBe('Rechazada');
  await page.getByText('REJECTED').first().waitFor();
  await page.getByText('El documento ha caducado').first().waitFor();
  await page.goto('/demo?mock=aborted');
  await page.getByText('ABORTED').first().waitFor();
  expect(await page.getByLabel('Mock').inputValue()).toBe('aborted');
});

test('the mock panel changes what screens show from then on', async () => {
  await using visitor = await visit({ storage: somebody });
  const { page } = visitor;
  await page.goto('/sessions');
  await page.getByText('order-1042').first().waitFor();
  await page.getByLabel('Mock').selectOption('empty_account');
  await goOn(page, '/api-keys');
  await page.getByText('No API keys yet.').waitFor();
  await page.getByLabel('Mock').selectOption('approved');
  await goOn(page, '/callbacks');
  await page.getByText('shop.example').first().waitFor();
  expectNoComplaints(visitor);
});

test('no build contains any of the mock panel', async () => {
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
