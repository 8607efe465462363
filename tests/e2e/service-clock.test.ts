/** The portal uses the service's clock for dates. Here it is 40 days ahead of the browser's. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSite, expectNoComplaints, type Site, type Visitor } from '../support/browser/visitor.ts';

let site: Site;
let visitor: Visitor & { user: Awaited<ReturnType<Site['server']['signUp']>> };
let today: Date;

beforeAll(async () => {
  site = await createSite();
  today = new Date((await site.server.advance('P40D')).now);
  visitor = await site.visitSignedIn();
});
afterAll(() => site?.stop());

const utcDay = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' });

test("the billing cycle and the days of the trial follow the service's clock", async () => {
  const { page, user } = visitor;
  const { body } = await site.server.call('billing.self', {}, { bearer: user.bearer });
  expect(body.cycle_start <= today.toISOString().slice(0, 10)).toBe(true);
  expect(body.cycle_end >= today.toISOString().slice(0, 10)).toBe(true);
  await page.goto('/billing');
  const period = page.locator('dl > div', { has: page.getByText('Period', { exact: true }) }).locator('dd');
  await period.waitFor();
  const range = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
  const expected = range.formatRange(new Date(body.cycle_start), new Date(body.cycle_end));
  expect((await period.innerText()).replaceAll(/\s+/g, ' ')).toBe(expected.replaceAll(/\s+/g, ' '));
  await page.getByText('30 days left').waitFor();
  expectNoComplaints(visitor);
});

test("the last day of the usage, and the sessions of that day, follow the service's clock", async () => {
  const { page, user } = visitor;
  const key = await site.server.keyOf(user);
  await site.server.call('session.create', {}, { basic: key });
  await page.goto('/dashboard');
  const table = page.getByRole('table', { name: 'Sessions by day' });
  await page.getByText('As a table').first().click();
  const row = table.locator('tbody tr').first();
  await row.waitFor();
  await expect
    .poll(() => row.locator('th, td').allTextContents())
    .toEqual([utcDay(today.toISOString().slice(0, 10)), ...['1', '0', '0', '0', '0', '0', '0', '0']]);
  expectNoComplaints(visitor);
});
