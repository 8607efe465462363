/** What an account decides on its settings: how long identity data is kept, and where people are sent back to. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createSite, type Site } from '../support/visitor.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterEach(() => site.leave());
afterAll(() => site?.stop());

test('identity data is kept for as long as was chosen, also what no choice offers', async () => {
  const { page, user } = await site.visitSignedIn();
  const self = async () => (await site.server.call('merchant.self', {}, { bearer: user.bearer })).body;
  await page.goto('/settings');
  const field = page.getByLabel('Identity data is kept for');
  expect(await field.locator('option:checked').textContent()).toBe('24 hours');
  await field.selectOption('Until it was fetched');
  await page.getByText('The settings were saved.').waitFor();
  await page.getByText('a minute after your backend has fetched it').waitFor();
  expect(await self()).toMatchObject({ retention_hours: 0 });

  await site.server.call('merchant.update', { retention_hours: 5 }, { bearer: user.bearer });
  await page.reload();
  expect(await field.locator('option:checked').textContent()).toBe('5 hours');
});
