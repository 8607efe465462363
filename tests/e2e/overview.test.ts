/** The account's overview shows the API's figures for each window, and exports them. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
import { createSite, expectNoComplaints, type Site, signedIn } from '../support/browser/visitor.ts';
import { createWorld, type World } from '../support/server/world.ts';

let site: Site;
let world: World;
beforeAll(async () => {
  site = await createSite();
  world = createWorld(site.server, await site.server.account());
});
afterAll(() => site?.stop());

const visit = (path: string, credentials = world.account.credentials) =>
  site.visit({ storage: signedIn(credentials) }).then(async (visitor) => {
    await visitor.page.goto(path);
    return visitor;
  });

test('a new account tries a specimen on the overview, which celebrates it once and counts specimens until there is more', async () => {
  const { credentials } = await site.server.signUp();
  const visitor = await visit('/dashboard', credentials);
  const { page, press } = visitor;
  await page.getByRole('heading', { name: 'Your first sessions will appear here.' }).waitFor();
  await press(page.getByRole('button', { name: 'Try a specimen session' }));
  const panel = page.getByRole('region', { name: 'Specimen session' });
  await press(panel.getByRole('button', { name: 'Read this document' }));
  await panel.getByRole('status').getByText('Approved').waitFor();

  const success = page.getByRole('region', { name: 'Your first verified document' });
  await success
    .getByText(/^Read, checked and approved in \d+ seconds?, from link to result\. It was a specimen\./)
    .waitFor();
  const said = page.getByText('No real sessions lately');
  await said.waitFor();
  const counted = page.getByRole('checkbox', { name: 'Specimen sessions' });
  expect(await counted.isChecked()).toBe(true);
  expect(await violationsOn(page)).toEqual([]);

  await page.reload();
  await said.waitFor();
  expect(await success.count()).toBe(0);
  // Clicks, because the checkbox follows the URL and so changes only after a moment. Playwright's `uncheck` expects it to change
  // immediately.
  await counted.click();
  await page.waitForURL(/[?&]specimen=false$/);
  await expect.poll(() => counted.isChecked()).toBe(false);
  await page.getByRole('heading', { name: 'Your first sessions will appear here.' }).waitFor();
  expectNoComplaints(visitor);
});

test('the dashboard says what became of the sessions, and keeps the window in the URL', async () => {
  await world.ended('genuine', { reference: 'order 7' });
  await world.ended('expired-document');
  await world.ended('nfc-failure');
  const merchant = await world.succeed('merchant.self', {}, { bearer: world.account.bearer });
  const { db } = site.server.ctx;
  const today = site.server.deps.clock.now();
  const day = (days: number) => new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  const counted = { merchant_id: merchant.id, specimen: 0 };
  await db
    .insertInto('usage_days')
    .values({ ...counted, day: day(60), created: 9, opened: 9, initiated: 8, completed: 7, approved: 6, rejected: 1 })
    .execute();
  await db
    .insertInto('usage_parts')
    .values({ ...counted, day: day(60), kind: 'approved_country', name: 'SE', count: 6 })
    .execute();

  const visitor = await visit('/dashboard');
  const { page } = visitor;
  const figure = async (name: string) => {
    const term = page.locator('dt').filter({ hasText: new RegExp(`^${name}$`) });
    return (await term.locator('xpath=following-sibling::dd[1]').innerText()).split('\n')[0];
  };
  await page.getByRole('heading', { name: 'By day' }).waitFor();
  expect([await figure('Sessions'), await figure('Approval rate'), await figure('Conversion')]).toEqual([
    '3',
    '50%',
    '33.3%',
  ]);
  await page.getByRole('link', { name: 'The document has expired.' }).waitFor();
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'order 7' }) });
  expect((await row.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/Approved .*Issuer passed .*Face not present/);
  await page.getByText('Countries appear here after their first result').waitFor();

  await page.getByText('90 days', { exact: true }).click();
  await page.waitForURL(/[?&]days=90$/);
  await expect.poll(() => figure('Sessions')).toBe('12');
  await page.reload();
  await page.locator('[data-country="SE"]').first().waitFor();
  expect(await figure('Sessions')).toBe('12');
  expectNoComplaints(visitor);
});

test('the dashboard saves the figures that it shows', async () => {
  const { page } = await visit('/dashboard?days=7');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^overview-\d{4}-\d\d-\d\d-7\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(lines).toEqual(expect.arrayContaining(['rejection,document_expired,count,1', 'platform,CLI,count,3']));
});

test('getting started is one line below the figures once it has begun, and says when it is done', async () => {
  const { bearer } = world.account;
  const { page } = await visit('/dashboard');
  const line = page.locator('summary').filter({ hasText: 'Get started' });
  await line.getByText(/^\d of 4 done\. Next: /).waitFor();
  const [figures, steps] = await Promise.all(
    [page.getByText('Approval rate'), line].map(async (place) => (await place.boundingBox())!.y),
  );
  expect(figures).toBeLessThan(steps!);

  const { id } = await world.succeed('merchant.self', {}, { bearer });
  const { db } = site.server.ctx;
  await db.updateTable('merchants').set({ billing_state: 'ACTIVE' }).where('id', '=', id).execute();
  await db.updateTable('users').set({ email_verified: 1 }).where('merchant_id', '=', id).execute();
  await page.reload();
  await line.getByText('Done').waitFor();
  expect((await page.getByText('Approval rate').boundingBox())!.y, 'above the fold').toBeLessThan(400);
  await line.click();
  await page.getByText('Generate API credentials').waitFor();
});
