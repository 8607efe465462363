import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ComponentState, Status } from '../../openapi/facts/status.ts';
import { createSite, expectNoComplaints, openLive, type Site, type Visitor } from '../support/browser/visitor.ts';
import { runOperator } from '../support/packages/script.ts';
import { eventually } from '../support/server/test-server.ts';

let site: Site;
let visitor: Visitor;
beforeAll(async () => {
  site = await createSite();
  visitor = await site.visit();
});
afterAll(() => site?.stop());

const main = () => visitor.page.locator('main');
const state = (component: string) => visitor.page.locator(`[data-component=${component}]`);
/** Waits, because /status.json is cached for a second, and the page polls only twice a minute. */
const told = (check: (status: Status) => boolean) =>
  eventually(
    async () => check((await (await fetch(`${site.server.base}/status.json`)).json()) as Status),
    'the status',
  );
const databaseIs = (wanted: ComponentState) =>
  told(({ components }) => components.some(({ name, state }) => name === 'database' && state === wanted));
const today = () => site.server.deps.clock.now().toISOString().slice(0, 10);

const past = (component: 'mail', days: number, counts: { degraded: number; down: number }) => {
  const day = new Date(Date.parse(today()) - days * 86_400_000).toISOString().slice(0, 10);
  const row = { component, day, samples: 2880, state: 'operational', sampled: `${day}T23:59:30.000Z` } as const;
  return site.server.ctx.db
    .insertInto('status_days')
    .values({ ...row, ...counts })
    .execute();
};

test('the status page says that everything works, and how each day was', async () => {
  await past('mail', 3, { degraded: 0, down: 0 });
  await past('mail', 2, { degraded: 40, down: 0 });
  await past('mail', 1, { degraded: 0, down: 288 });
  await openLive(visitor.page, '/status');
  await main().getByText('All systems operational').waitFor();
  expect(await visitor.page.locator('[data-component]').count()).toBe(7);
  const mail = state('mail');
  await mail.getByRole('img', { name: '2 of 4 measured days without issues' }).waitFor();
  expect(await mail.innerText()).toContain('97.5% on 4 measured days');
  await mail.getByText('2 days with issues').click();
  expect(await mail.locator('details li').allInnerTexts()).toEqual([
    expect.stringMatching(/Down\s+90%$/),
    expect.stringMatching(/Degraded\s+100%$/),
  ]);
  expectNoComplaints(visitor);
});

test('the status page shows an incident, in the language of the page, until it is over', async () => {
  const say = (word: string[], en: string, es: string) =>
    runOperator(site.server, 'incident', ...word, '--en', en, '--es', es, '--by', 'Alma', '--yes');
  await say(['open', '--component', 'mail'], 'Codes are late.', 'Los códigos tardan.');
  await told(({ incidents }) => incidents?.length === 1);
  await openLive(visitor.page, '/es/status');
  await main().getByText('Los códigos tardan.').waitFor();
  expect(await main().innerText()).toContain('Una parte tiene problemas');
  await say(['close', '1'], 'Codes go out again.', 'Los códigos vuelven a salir.');
  await told(({ incidents }) => incidents?.[0]?.closed !== undefined);
  await openLive(visitor.page, '/status');
  await main().getByText('Codes go out again.').waitFor();
  const text = await main().innerText();
  expect(text).toContain('All systems operational');
  expect(text.indexOf('Past incidents')).toBeLessThan(text.indexOf('Codes are late.'));
});

describe.skipIf(process.env['TEST_DATABASE_URL'])('the status page while the database is away', () => {
  test('says so, and shows what it knew; once the database is back it is as before', async () => {
    const lock = new Sqlite(join(site.server.folder, 'sigill.db'));
    lock.exec('begin immediate');
    try {
      await databaseIs('down');
      await openLive(visitor.page, '/status');
      await main().getByText('Some systems down').waitFor();
      expect(await state('database').getAttribute('data-state')).toBe('down');
      expect(await state('trust').getAttribute('data-state')).toBe('operational');
      expect(await state('mail').innerText()).toContain('on 4 measured days');
    } finally {
      lock.exec('rollback');
      lock.close();
    }
    await databaseIs('operational');
    await visitor.page.reload();
    await main().getByText('All systems operational').waitFor();
  });
});

test('the status page is there when the service does not respond, and notices when it does again', async () => {
  await using guest = await site.visit({ isolated: true, viewport: { width: 320, height: 640 }, colorScheme: 'dark' });
  const { page } = guest;
  await page.clock.install();
  await page.route('**/status.json', (route) => route.abort());
  await openLive(page, '/status');
  await page.getByText('The service is not responding').waitFor();
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  await page.unroute('**/status.json');
  await page.clock.runFor(30_000);
  await page.getByText('All systems operational').waitFor();
  await page.route('**/status.json', (route) => route.abort());
  await page.clock.runFor(30_000);
  await page.getByText(/The status below is from/).waitFor();
  expect(await page.locator('[data-component]').count()).toBe(7);
});

test('the footer links to the status page', async () => {
  await openLive(visitor.page, '/pricing');
  await visitor.page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
  await visitor.at('/status');
});
