/**
 * An owner turns on the recognition of documents in the settings. The list then marks later sessions of the same document, and
 * their pages name the earlier ones.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
import { createSite, expectNoComplaints, type Site, signedIn } from '../support/browser/visitor.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());

test('the list and the page of a session say that its document was verified before, and the page links to the earlier sessions', async () => {
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
  for (const text of ['Asked for a new photo.', 'It arrived.'])
    await world.succeed('session_note.create', { session_id: ids[1]!, text }, account);
  await page.goto('/sessions');
  const row = (reference: string) => page.getByRole('row').filter({ hasText: reference });
  await row('order-2').getByText('2 notes').waitFor();
  const sign = (reference: string) => row(reference).getByText('This document was verified before').count();
  expect(await Promise.all(['order-1', 'order-2', 'order-3'].map(sign))).toEqual([0, 1, 1]);
  expect(
    await row('order-3')
      .getByText(/notes?$/)
      .count(),
  ).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
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
