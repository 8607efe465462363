import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createSite, type Site } from '../support/browser/visitor.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterEach(() => site.leave());
afterAll(() => site?.stop());

test('identity data is kept for as long as was chosen, also for a time that is not among the choices', async () => {
  const { page, user } = await site.visitSignedIn();
  const self = async () => (await site.server.call('merchant.self', {}, { bearer: user.bearer })).body;
  await page.goto('/settings');
  const field = page.getByLabel('Identity data is kept for');
  expect(await field.locator('option:checked').textContent()).toBe('24 hours');
  await field.selectOption('Until fetched');
  await page.getByText('Settings saved.').waitFor();
  await page.getByText('a minute after your backend fetches it').waitFor();
  expect(await self()).toMatchObject({ retention_hours: 0 });

  await site.server.call('merchant.update', { retention_hours: 5 }, { bearer: user.bearer });
  await page.reload();
  expect(await field.locator('option:checked').textContent()).toBe('5 hours');
});

test('people are sent back to the URLs that were entered, which the preview shows', async () => {
  const { page, user } = await site.visitSignedIn();
  const self = async () => (await site.server.call('merchant.self', {}, { bearer: user.bearer })).body;
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.goto('/settings');
  const field = page.getByLabel('Allowed redirect URLs');
  await field.fill('Shop.example\nhttps://shop.example/done');
  await page.locator('[data-preview=light]').getByText('Continue to Shop.example').waitFor();
  await save();
  await page.getByText('return_addresses.1 must be a host such as shop.example').waitFor();
  expect(await field.evaluate((element) => element.matches(':focus'))).toBe(true);
  await field.fill('Shop.example, com.example.shop:');
  await save();
  await page.getByText('Settings saved.').waitFor();
  expect(await self()).toMatchObject({ return_addresses: ['shop.example', 'com.example.shop:'] });
  expect(await field.inputValue()).toBe('shop.example\ncom.example.shop:');
});
