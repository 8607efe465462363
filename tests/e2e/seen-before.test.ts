/** An owner lets documents be recognised in the settings, and a session's page then names the earlier sessions. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
import { createSite, expectNoComplaints, type Site, signedIn } from '../support/browser/visitor.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());

test('a session’s page says that its document was verified before, and leads to the earlier sessions', async () => {
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  const visitor = await site.visit({ storage: signedIn(account.credentials) });
  const { page } = visitor;
  await page.goto('/settings');
  const days = page.getByLabel('Documents are recognised for');
  expect(await days.locator('option:checked').textContent()).toBe('Not at all');
  await days.selectOption('90 days');
  await page.getByText('Settings saved.').waitFor();

  const ids: number[] = [];
  for (const reference of ['order-1', 'order-2', 'order-3']) {
    const { id, token } = await world.session({ reference });
    await world.read('genuine', token);
    ids.push(id);
  }
  await page.goto(`/session/${ids[2]}`);
  await page.getByText(/This document was verified 2 times before: first on .+, last on .+\./).waitFor();
  const earlier = page.getByRole('list', { name: 'Earlier sessions with this document' });
  expect(await earlier.getByRole('link').allTextContents()).toEqual(['order-2', 'order-1']);
  expect(await violationsOn(page)).toEqual([]);
  await earlier.getByRole('link', { name: 'order-1' }).click();
  await page.waitForURL(`**/session/${ids[0]}`);
  await page.getByRole('heading', { name: 'order-1', level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  expect(await page.getByText('This document was verified').count()).toBe(0);
  expectNoComplaints(visitor);
});
