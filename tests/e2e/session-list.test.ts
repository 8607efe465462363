/** The list of sessions: how many fit the window, counts, columns, selected rows, and returning from a session. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
import { CONSENT, createSite, expectNoComplaints, type Site, signedIn } from '../support/browser/visitor.ts';
import { eventually } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());
afterEach(() => site.leave());

async function accountWith(count: number, options = (at: number) => ({ reference: `order-${2000 + at}` })) {
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  const sessions = [];
  for (let at = 0; at < count; at++) sessions.push(await world.session(options(at)));
  return { account, world, sessions, storage: { ...CONSENT, ...signedIn(account.credentials) } };
}

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Sessions' }).locator('tbody tr');
const chip = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Quick filters' }).getByRole('link', { name, exact: true });

const IN_VIEW = `[...document.querySelectorAll('tbody tr')].filter((row) => {
  const { top, bottom } = row.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}).length`;

test('a window 900 pixels high shows 18 sessions where it is wide and 14 on a tablet, none of them cut off', async () => {
  const { account, storage, world } = await accountWith(24);
  await world.session({ reference: 'a-reference-that-is-longer-than-its-column-is-wide-1042' });
  const failed = await world.session();
  await world.succeed('reader.abort', { token: failed.token });
  await world.succeed('session_note.create', { session_id: failed.id, text: 'Called them.' }, account);
  await world.succeed('session_mark.set', { session_id: failed.id }, account);
  for (const [width, least] of [
    [1280, 18],
    [768, 14],
  ] as const) {
    const { page } = await site.visit({ storage, viewport: { width, height: 900 } });
    await page.goto('/sessions');
    await eventually(async () => (await rowsOf(page).count()) === 26, 'all sessions');
    expect(await page.evaluate<number>(IN_VIEW), String(width)).toBeGreaterThanOrEqual(least);
    const hidden = await page
      .getByRole('region', { name: 'Sessions' })
      .evaluate((table) => table.scrollWidth - table.clientWidth);
    expect(hidden, String(width)).toBeLessThanOrEqual(0);
    // The team's marks and notes must not push the session's id out of view.
    const marked = rowsOf(page).filter({ hasText: String(failed.id) });
    await marked.getByText('Needs a look').waitFor();
    const link = marked.getByRole('link');
    expect(await link.evaluate((text) => text.scrollWidth - text.clientWidth), String(width)).toBeLessThanOrEqual(0);
    await site.leave();
  }
});

test('the states have counts, which follow the other filters', async () => {
  const { storage, world, sessions } = await accountWith(3);
  await world.succeed('reader.abort', { token: sessions[0]!.token });
  await world.session();
  const { page } = await site.visit({ storage });
  await page.goto('/sessions');
  await chip(page, 'All 4').waitFor();
  await chip(page, 'In progress 3').waitFor();
  await page.goto('/sessions?to=2020-01-01');
  await chip(page, 'All 0').waitFor();
  await page.goto('/sessions');
  await chip(page, 'Cancelled 1').click();
  await page.waitForURL(/state=ABORTED/);
  await eventually(async () => (await rowsOf(page).count()) === 1, 'the cancelled one');
  expect(await chip(page, 'Cancelled 1').getAttribute('aria-current')).toBe('page');
  expect(await chip(page, 'All 4').getAttribute('aria-current')).toBeNull();
});

test('the whole row is the link, and Back returns to its place with the focus on it', async () => {
  const visitor = await site.visit({ storage: (await accountWith(40)).storage });
  const { page } = visitor;
  await page.goto('/sessions');
  const row = page.getByRole('row', { name: /order-2003/ });
  await row.waitFor();
  await row.scrollIntoViewIfNeeded();
  await page.evaluate('scrollBy(0, 120)');
  const before = await page.evaluate<number>('scrollY');
  expect(before).toBeGreaterThan(300);
  const { x, y, width, height } = (await row.boundingBox())!;
  await page.mouse.click(x + width - 3, y + height / 2);
  await page.waitForURL(/\/session\/\d+$/);
  await expect.poll(() => page.evaluate<number>('scrollY')).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate<number>('scrollY')).toBe(before);
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('order-2003');
  expectNoComplaints(visitor);
});

test('columns are chosen, and remembered', async () => {
  const { storage } = await accountWith(1);
  const { page } = await site.visit({ storage });
  await page.goto('/sessions');
  const headings = () => page.getByRole('columnheader').allInnerTexts();
  await expect.poll(headings).toContain('CREATED');
  await page.getByRole('button', { name: 'Columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await dialog.getByRole('switch', { name: 'Country' }).uncheck();
  await dialog.getByRole('switch', { name: 'Expires' }).check();
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect.poll(headings).toEqual(['', 'CREATED', 'REFERENCE', 'STATE', 'REASON', 'EXPIRES']);
});

test('ticked rows are exported, and deleted one by one with the outcome of each', async () => {
  const { storage, world, sessions } = await accountWith(2);
  const approved = await world.ended('genuine', { reference: 'approved' });
  const visitor = await site.visit({ storage });
  const { page } = visitor;
  await page.goto('/sessions');
  await page.getByRole('checkbox', { name: 'Select session order-2001' }).check();
  await page.getByRole('checkbox', { name: 'Select session approved' }).check();
  await page.getByText('2 selected').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines.map((line) => line.split(',')[1])).toEqual(['reference', 'approved', 'order-2001']);

  await page.getByRole('button', { name: 'Delete the identity data' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('1 done, 1 failed').waitFor();
  await page.getByRole('row', { name: /^Select session approved .*Done/ }).waitFor();
  await page.getByRole('row', { name: /order-2001.*No identity data to delete/ }).waitFor();
  const { basic } = world.account;
  expect(await world.succeed('session.get', { id: approved.id }, { basic })).toHaveProperty('redacted');
  expect((await world.succeed('session.state', { id: sessions[1]!.id }, { basic })).state).toBe('CREATED');
  expectNoComplaints(visitor);
});

test('failed callbacks of ticked rows are sent again', async () => {
  const { storage, world, sessions } = await accountWith(2, (at) => ({
    reference: `order-${at}`,
    ...(at === 0 && { callback_url: 'http://localhost:9/nobody' }),
  }));
  for (const { token } of sessions) await world.succeed('reader.abort', { token });
  const { db } = site.server.ctx;
  const session_id = sessions[0]!.id;
  await db
    .updateTable('callbacks')
    .set({ state: 'FAILED', next_attempt: null })
    .where('session_id', '=', session_id)
    .execute();
  const { page } = await site.visit({ storage });
  await page.goto('/sessions');
  await page.getByRole('checkbox', { name: 'Select all sessions on this page' }).check();
  await page.getByRole('button', { name: 'Resend callbacks' }).click();
  await page.getByText('1 done, 1 failed').waitFor();
  await page.getByRole('row', { name: /order-1.*No callback to send/ }).waitFor();
  const sent = await db.selectFrom('callbacks').select('resent').where('session_id', '=', session_id).execute();
  expect(sent).toEqual([{ resent: 1 }]);
});
