/** Sessions in the portal: search, live updates, saved views, export, explanations and cancellation. */
import { readFile } from 'node:fs/promises';
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

async function enter() {
  const account = await site.server.account();
  const visitor = await site.visit({ storage: { ...CONSENT, ...signedIn(account.credentials) } });
  return { ...visitor, account, world: createWorld(site.server, account) };
}

test('an id without a session says what may be the reason, and links to the list', async () => {
  const { page, at } = await enter();
  await page.goto('/session/1');
  await page.getByText('No session in this account has this id.').waitFor();
  await page.getByText('The session may also belong to another account.').waitFor();
  await page.getByRole('link', { name: 'All sessions' }).click();
  await at('/sessions');
});

test('a session is found by its reference with the keyboard, opened, and its timeline read', async () => {
  const visitor = await enter();
  const { page, world, type, press, pressLink, at } = visitor;
  const { id } = await world.ended('genuine-ca', { reference: 'order-1042' });
  await world.session({ reference: 'order-1043' });
  await world.session({ reference: 'invoice-7' });
  await page.goto('/sessions');
  const rows = page.getByRole('table', { name: 'Sessions' }).locator('tbody tr');
  await eventually(async () => (await rows.count()) === 3, 'all sessions');
  await type('Find by id or reference', 'rder-');
  await page.keyboard.press('Enter');
  await page.waitForURL(/search=rder-/);
  await eventually(async () => (await rows.count()) === 2, 'those with this in their reference');
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([expect.stringContaining('order-1042'), expect.stringContaining('order-1043')]);
  expect(await violationsOn(page)).toEqual([]);

  await pressLink('order-1042');
  await at(`/session/${id}`);
  await press(page.locator('summary').filter({ hasText: /^All \d+ events$/ }));
  for (const words of ['Link opened', 'Reading started', 'Chip authentication requested', 'Chip read'])
    await page.getByText(words, { exact: true }).waitFor();
  await page.getByText(/^7 files/).click();
  await page.getByText('dg2', { exact: true }).waitFor();
  const call = page.getByRole('table', { name: 'API requests' }).getByRole('link', { name: 'session.create' });
  await call.waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await call.click();
  await page.getByRole('link', { name: 'All requests for this session' }).waitFor();
  await page.goBack();
  await at(`/session/${id}`);
  await page.goForward();
  await page.getByRole('link', { name: 'All requests for this session' }).waitFor();
  await page.evaluate('history.go(-2)');
  await eventually(async () => (await rows.count()) === 2, 'the search again');
  await expect.poll(() => page.getByLabel('Find by id or reference').inputValue()).toBe('rder-');
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('order-1042');
  expectNoComplaints(visitor);
});

test('a filter that finds nothing says so, and can be saved under a name', async () => {
  const { page, world } = await enter();
  const { token } = await world.session({ reference: 'one' });
  await world.succeed('reader.abort', { token });
  await page.goto('/sessions');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('State').selectOption('APPROVED');
  await page.getByText('Nothing matches these filters.').waitFor();
  await page.getByLabel('State').selectOption({ label: 'Unsuccessful' });
  await page.getByRole('link', { name: 'one', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByLabel('Name').fill('Refused');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.goto('/sessions');
  await page.getByRole('link', { name: 'Refused' }).click();
  await page.waitForURL(/state=REJECTED/);
  await page.getByRole('button', { name: 'Edit the view Refused' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Save this view' }).waitFor();
});

test('states change in their rows, and new sessions are shown on request', async () => {
  const { page, world } = await enter();
  const { token } = await world.session({ reference: 'followed' });
  await page.clock.install();
  await page.goto('/sessions');
  const row = page.getByRole('row', { name: /followed/ });
  await row.getByText('Created').waitFor();
  await world.succeed('reader.abort', { token });
  await world.session({ reference: 'later' });
  await page.clock.runFor(5_000);
  await row.getByText('Cancelled').waitFor();
  await page.getByRole('status').getByText('followed: Cancelled').waitFor({ state: 'attached' });
  await expect.poll(() => page.getByRole('row', { name: /later/ }).count()).toBe(0);
  await page.getByRole('button', { name: '1 new session' }).click();
  await page.getByRole('row', { name: /later/ }).waitFor();
});

test('the list of sessions is saved as a table', async () => {
  const { page, world } = await enter();
  for (const reference of ['a-1', 'a-2', 'b-1']) await world.session({ reference });
  await page.goto('/sessions?search=a-');
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  await dialog.getByText('2 sessions exported.').waitFor();
  expect(download.suggestedFilename()).toMatch(/^sessions-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['a-1', 'a-2']);
  expect(await violationsOn(page)).toEqual([]);
});

test('a user who has lost the link of a session gets a new one, and the previous one opens nothing', async () => {
  const { page, world } = await enter();
  const { id, token } = await world.session();
  await page.goto(`/session/${id}`);
  await page.getByRole('button', { name: 'Create a new link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create a new link' }).click();
  await page.getByRole('heading', { name: 'The new link' }).waitFor();
  await page.getByRole('img', { name: "QR code of the session's link" }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  const link = (await page.getByRole('link', { name: 'Open session' }).getAttribute('href'))!;
  const renewed = new URL(link).searchParams.get('token')!;
  expect((await world.call('reader.open', { token })).status).toBe(404);
  await world.succeed('reader.open', { token: renewed });
  const { entries } = await world.succeed('audit.list', {}, world.account);
  expect(entries[0]).toMatchObject({ action: 'session.renew_link', target_id: id });
  // The new link disappears once a device has started, because it is then useless.
  await world.succeed('reader.start', { token: renewed, platform: 'CLI', app_version: '1.0.0' });
  await page.getByRole('heading', { name: 'The new link' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Cancel the session' }).waitFor();
  expect(await page.getByRole('button', { name: 'Create a new link' }).count()).toBe(0);
});

test('an unfinished session is cancelled, and the page follows', async () => {
  const { page, world } = await enter();
  const { id } = await world.session();
  await page.goto(`/session/${id}`);
  await page.getByRole('button', { name: 'Cancel the session' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the session' }).click();
  await page.getByRole('status').getByText('Cancelled').waitFor();
  expect((await world.succeed('session.state', { id }, { basic: world.account.basic })).state).toBe('ABORTED');
  const { entries } = await world.succeed('audit.list', {}, world.account);
  expect(entries[0]).toMatchObject({ action: 'session.abort', target_id: id });
});
