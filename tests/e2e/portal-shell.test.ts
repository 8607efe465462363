import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
import { CONSENT, createSite, expectNoComplaints, type Site, signedIn, stored } from '../support/browser/visitor.ts';

let site: Site;
let credentials: Record<string, string>;
let email: string;

beforeAll(async () => {
  site = await createSite();
  const user = await site.server.signUp();
  credentials = signedIn(user.credentials);
  email = user.email;
});
afterAll(() => site?.stop());
afterEach(() => site.leave());

const PAGES = ['Dashboard', 'Sessions', 'Callbacks', 'API keys', 'Users', 'Audit log', 'Billing'];
const enter = (how: Parameters<Site['visit']>[0] = {}) => site.visit({ storage: credentials, ...how });
const rail = (page: Page) => page.getByRole('navigation', { name: 'Portal' });
const texts = (page: Page, navigation: string) =>
  page.getByRole('navigation', { name: navigation }).getByRole('link').allTextContents();

describe('the navigation of the portal', () => {
  test('lists its pages beside the screen, except the four in the header, and marks the current one', async () => {
    const visitor = await enter();
    const { page, pressLink } = visitor;
    await page.goto('/dashboard');
    await rail(page).waitFor();
    const header = await texts(page, 'Main');
    expect(header).toEqual(['Dashboard', 'Billing', 'Users', 'Settings']);
    const beside = PAGES.filter((name) => !header.includes(name));
    expect((await texts(page, 'Portal')).sort()).toEqual([...beside, 'Requests'].sort());
    await page.goto('/add-user');
    const main = page.getByRole('navigation', { name: 'Main' });
    await expect.poll(() => main.locator('[aria-current]').allTextContents()).toEqual(['Users']);
    await pressLink('API keys');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await expect.poll(() => rail(page).locator('[aria-current]').allTextContents()).toEqual(['API keys']);
    await pressLink('Add new API keys');
    await page.getByRole('heading', { level: 1, name: 'Add new API keys' }).waitFor();
    await expect
      .poll(() => rail(page).locator('[aria-current=true]').allTextContents(), { message: 'the page above' })
      .toEqual(['API keys']);
    const [railBox, mainBox] = [await rail(page).boundingBox(), await page.locator('main').boundingBox()];
    expect(railBox!.x + railBox!.width).toBeLessThanOrEqual(mainBox!.x);
    expectNoComplaints(visitor);
  });

  test('is a row of tabs on a phone, scrolled to the current one', async () => {
    const { page } = await enter({ viewport: { width: 320, height: 720 } });
    await page.goto('/es/billing');
    const tabs = page.getByRole('navigation', { name: 'Portal' });
    await expect.poll(() => tabs.getByRole('link').count(), { message: 'with those of the header' }).toBe(8);
    await expect
      .poll(async () => {
        const box = await tabs.getByRole('link', { name: 'Facturación' }).boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= 320;
      })
      .toBe(true);
    const main = await page.locator('main').boundingBox();
    expect((await tabs.boundingBox())!.y).toBeLessThan(main!.y);
  });

  test('ends in two lines, with the product pages', async () => {
    const { page } = await enter();
    await page.goto('/sessions');
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('link', { name: 'Documentation' }).waitFor();
    expect((await footer.boundingBox())!.height).toBeLessThan(120);
    for (const name of ['Biometric', 'Coverage', 'Pricing', 'Compare', 'Developer', 'Demo'])
      await expect.poll(() => footer.getByRole('link', { name, exact: true }).count()).toBe(1);
    await footer.getByRole('link', { name: 'Español' }).click();
    await page.waitForURL('**/es/sessions');
  });
});

describe('the menu of the account', () => {
  test('says who is signed in and how the trial is going, and works with keys alone', async () => {
    const visitor = await enter();
    const { page, reach, at } = visitor;
    await page.goto('/sessions');
    const button = page.getByRole('button', { name: 'Account' });
    const menu = page.getByRole('menu', { name: 'Account' });
    const item = (name: string) => menu.getByRole('menuitem', { name });
    await reach(button);
    await page.keyboard.press('Enter');
    await menu.waitFor();
    await page.getByRole('paragraph').filter({ hasText: email }).waitFor();
    await page.getByText(/^Trial: \d+ days left · \$25\.00 credit$/).waitFor();
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
    expect(await visitor.isFocused(item('Settings'))).toBe(true);
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('ArrowUp');
    expect(await visitor.isFocused(item('Sign out')), 'round and round').toBe(true);
    await page.keyboard.press('Home');
    await page.keyboard.press('d');
    expect(await visitor.isFocused(item('Documentation')), 'by its letter').toBe(true);
    await page.keyboard.press('d');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    expect(await visitor.isFocused(button)).toBe(true);
    await page.keyboard.press('ArrowUp');
    await item('Sign out').waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await menu.waitFor({ state: 'detached' });
    await reach(button, 'Shift+Tab');
    await page.keyboard.press('ArrowDown');
    await item('Settings').waitFor();
    await page.keyboard.press('Enter');
    await at('/settings');
    await menu.waitFor({ state: 'detached' });
    expectNoComplaints(visitor);
  });

  test('is part of the drawer on a phone', async () => {
    const visitor = await enter({ viewport: { width: 320, height: 720 } });
    const { page } = visitor;
    await page.goto('/sessions');
    await page.getByRole('button', { name: 'Menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await drawer.getByText(email, { exact: true }).waitFor();
    await drawer.getByText(/^Trial: /).waitFor();
    await drawer.getByRole('link', { name: 'Sign out' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    expectNoComplaints(visitor);
  });

  test('is not shown to visitors', async () => {
    const { page } = await site.visit();
    await page.goto('/privacy');
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Account' }).count()).toBe(0);
  });
});

describe('single-key shortcuts', () => {
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  test('navigate the portal, search, create, and list themselves', async () => {
    const visitor = await enter();
    const { page, at, isFocused } = visitor;
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await heading(page, 'API keys');
    await page.keyboard.press('c');
    await at('/add-keys');
    await page.getByLabel('Name').fill('');
    await page.getByLabel('Name').pressSequentially('g ask?');
    await expect.poll(() => page.getByLabel('Name').inputValue(), { message: 'typing stays typing' }).toBe('g ask?');
    await at('/add-keys');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('/');
    const search = page.getByRole('combobox', { name: 'Search' });
    await search.waitFor();
    await expect.poll(() => search.inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await heading(page, 'Sessions');
    await page.keyboard.press('f');
    const find = page.getByRole('searchbox', { name: 'Find by id or reference' });
    await expect.poll(() => isFocused(find)).toBe(true);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    const all = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await all.waitFor();
    for (const name of PAGES) expect(await all.getByText(name, { exact: true }).count(), name).toBe(1);
    expect(await violationsOn(page)).toEqual([]);
    expectNoComplaints(visitor);
  });

  test('are shown in a narrow window too, where the footer does not mention them', async () => {
    const { page } = await enter({ viewport: { width: 768, height: 900 } });
    await page.goto('/api-keys');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).waitFor();
    await page.keyboard.press('?');
    const all = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await all.waitFor();
    await page.keyboard.press('Escape');
    await all.waitFor({ state: 'hidden' });
  });

  test('can be turned off, and stay off', async () => {
    const { page } = await enter();
    await page.goto('/api-keys');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    expect((await stored(page)).local).toMatchObject({ ...CONSENT, 'sigill.shortcuts': 'off' });
    await page.keyboard.press('Escape');
    await page.reload();
    await heading(page, 'API keys');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('c');
    await page.keyboard.press('?');
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/api-keys');
  });
});

test('API keys are named, rotated and deleted in their list', async () => {
  const account = await site.server.account();
  const visitor = await site.visit({ storage: signedIn(account.credentials) });
  const { page } = visitor;
  await page.goto('/api-keys');
  const key = page.getByRole('article').first();
  await key.getByRole('button', { name: /^(Rename|Add a name)$/ }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Warehouse');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const named = page.getByRole('article', { name: 'Warehouse' });
  await named.getByRole('button', { name: 'Rotate the secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click();
  await named.getByText(/^secret-/).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await named.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No API keys yet.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/api-keys');
  expectNoComplaints(visitor);
});
