/** A specimen session in the portal of a service in production: created with one click, and ended on the same screen. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
import { createSite, expectNoComplaints, type Site, signedIn } from '../support/browser/visitor.ts';
import { production } from '../support/process/production.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite({ environment: production() });
});
afterAll(() => site?.stop());

test('a specimen session is created, ended as chosen, and shown as a specimen', async () => {
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  const live = await world.session({ reference: 'live' });
  const visitor = await site.visit({ storage: signedIn(account.credentials) });
  const { page } = visitor;
  await page.goto('/sessions');
  await page.getByLabel('Page language').selectOption('Svenska');
  await page.getByRole('button', { name: 'Try a specimen session' }).click();

  const panel = page.getByRole('region', { name: 'Specimen session' });
  await expect
    .poll(() => panel.getByRole('heading', { name: 'Specimen session' }).evaluate((it) => it.matches(':focus')))
    .toBe(true);
  await panel.getByRole('img', { name: 'QR code' }).waitFor();
  const link = await panel.getByRole('link', { name: 'Open session' }).getAttribute('href');
  expect(await world.succeed('reader.open', { token: new URL(link!).searchParams.get('token')! })).toMatchObject({
    state: 'CREATED',
    specimen: true,
    locale: 'sv',
  });
  await panel.getByText('Cloned chip', { exact: true }).click();
  await panel.getByRole('button', { name: 'Read this document' }).click();
  await panel.getByRole('status').getByText('Rejected').waitFor();
  expect(await violationsOn(page)).toEqual([]);

  const rows = page.getByRole('table', { name: 'Sessions' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(2);
  await rows.filter({ hasText: 'The chip could not prove' }).getByText('Specimen', { exact: true }).waitFor();
  await expect.poll(() => rows.filter({ hasText: 'live' }).getByText('Specimen', { exact: true }).count()).toBe(0);

  await panel.getByRole('status').getByRole('link').click();
  await page.getByRole('heading', { name: 'Session', exact: true }).waitFor();
  await page.getByText('Specimen', { exact: true }).first().waitFor();
  await page.getByText('Svenska', { exact: true }).waitFor();
  const { sessions } = await world.succeed('session.list', {}, account);
  expect(sessions.map(({ id, state, specimen }) => ({ id, state, specimen }))).toEqual([
    { id: expect.any(Number), state: 'REJECTED', specimen: true },
    { id: live.id, state: 'CREATED', specimen: false },
  ]);
  expectNoComplaints(visitor);
});

test('a specimen session follows a phone that took its link, and says when the daily limit is reached', async () => {
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  const { page } = await site.visit({ storage: signedIn(account.credentials), viewport: { width: 320, height: 700 } });
  await page.goto('/es/sessions');
  await page.getByRole('button', { name: 'Probar una muestra' }).click();
  const panel = page.getByRole('region', { name: 'Sesión de muestra' });
  const link = await panel.locator('a[target="_blank"]').getAttribute('href');
  await world.read('genuine', new URL(link!).searchParams.get('token')!);
  await panel.getByRole('status').getByText('Aprobada').waitFor();
  expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(320);

  const { id } = await world.succeed('billing.self', {}, account);
  const days = site.server.ctx.db.updateTable('usage_days').where('merchant_id', '=', id).where('specimen', '=', 1);
  await days.set({ created: 1000 }).execute();
  await panel.getByRole('button', { name: 'Cerrar' }).click();
  await page.getByRole('button', { name: 'Probar una muestra' }).click();
  await page.getByText('La cuenta ya ha creado hoy todas las sesiones de muestra que puede.').waitFor();
});

test('after its first specimen a new account is three Tabs from verifying its address', async () => {
  const { credentials } = await site.server.signUp();
  const visitor = await site.visit({ storage: signedIn(credentials) });
  const { page } = visitor;
  await page.goto('/sessions');
  await visitor.pressButton('Try a specimen session');
  await visitor.pressButton('Read this document');
  const panel = page.getByRole('region', { name: 'Specimen session' });
  await panel.getByRole('status').getByText('Approved').waitFor();
  // The button that had the focus is gone, so the list of steps gets it.
  await expect.poll(() => panel.locator('ol[aria-live]').evaluate((it) => it.matches(':focus'))).toBe(true);
  await panel.getByRole('status').getByRole('link').press('Enter');
  const verify = page.getByRole('link', { name: 'Verify email' });
  await verify.waitFor();
  await expect.poll(() => page.locator('#main').evaluate((it) => it.matches(':focus'))).toBe(true);
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab');
  expect(await visitor.isFocused(verify)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Verify email' }).waitFor();
  expectNoComplaints(visitor);
});
