import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
import { COUNT_SHIFTS, countedShift, MOST_SHIFT } from '../support/browser/layout-shift.ts';
import { createSite, expectNoComplaints, type Site, signedIn } from '../support/browser/visitor.ts';
import { createReceiver } from '../support/server/receiver.ts';
import { eventually } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
/** 410 ends the attempts. */
let status = 410;
let backend: Awaited<ReturnType<typeof createReceiver>>;

beforeAll(async () => {
  site = await createSite();
  backend = await createReceiver(() => ({ status }));
});
afterAll(async () => {
  await backend?.[Symbol.asyncDispose]();
  await site?.stop();
});

test('the page of a failed session tells its story, resends its callback, and creates another session, by keyboard alone', async () => {
  status = 410;
  const callback_url = backend.url;
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  const older = await world.session({ reference: 'order-6' });
  await world.succeed('reader.abort', { token: older.token });
  const { id, token, reader_key } = await world.started({ reference: 'order-7', callback_url, passport_only: true });
  await world.succeed('reader.fail', { token, reader_key, code: 'nfc_lost' });
  await world.session({ reference: 'order-8' });
  await eventually(async () => {
    const { callbacks } = await world.succeed('callback.list', { session_id: id, state: 'FAILED' }, account);
    return callbacks.length === 2;
  }, 'both callbacks to fail');

  const visitor = await site.visit({ storage: signedIn(account.credentials) });
  const { page, press, pressButton } = visitor;
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/sessions?state=FAILED,ABORTED');
  await press(page.locator(`main a[href="/session/${id}"]`).first());
  await expect.poll(() => heading.textContent()).toBe('order-7');
  expect(await page.title()).toMatch(/^order-7 ·/);
  const steps = page.getByRole('list', { name: 'Progress of the session' }).getByRole('listitem');
  const story = () => steps.evaluateAll((all) => all.map((step) => step.querySelector('p')?.textContent));
  await expect.poll(story).toEqual(['Created', 'Opened', 'Not read', 'Failed', 'Not delivered']);
  expect(await steps.nth(3).innerText()).toMatch(/^Failed\s+\+\d/);
  const guide = page.getByRole('link', { name: 'What to do about it' });
  expect(await guide.getAttribute('href')).toBe('/failure-guide#nfc_lost');
  expect(await violationsOn(page)).toEqual([]);

  const line = page.getByRole('list', { name: 'Callbacks' }).getByRole('listitem').last();
  await press(line.locator('summary'), 'Enter');
  await line.getByRole('cell', { name: '410' }).waitFor();
  status = 204;
  await press(line.getByRole('button', { name: 'Resend' }));
  await line.getByText('Delivered').waitFor();
  await expect.poll(story).toEqual(['Created', 'Opened', 'Not read', 'Failed', 'Delivered']);
  await line.getByRole('cell', { name: '204' }).waitFor();

  await press(page.getByRole('link', { name: 'Next' }));
  await expect.poll(() => heading.textContent()).toBe('order-6');
  await page.getByRole('button', { name: 'Next', disabled: true }).waitFor();
  await expect.poll(story).toEqual(['Created', 'Not opened', 'Not read', 'Cancelled', 'No callback']);
  await page.keyboard.press('k');
  await expect.poll(() => heading.textContent()).toBe('order-7');
  await page.getByRole('link', { name: 'Next' }).waitFor();
  await page.keyboard.press('j');
  await expect.poll(() => heading.textContent()).toBe('order-6');
  await press(page.getByRole('link', { name: 'Previous' }));
  await expect.poll(() => heading.textContent()).toBe('order-7');

  await pressButton('New session for this reference');
  await page.getByRole('heading', { name: 'The link' }).waitFor();
  expect(visitor.path()).not.toBe(`/session/${id}`);
  const again = await world.succeed('session.get', { id: Number(visitor.path().split('/').at(-1)) }, account);
  expect(again).toMatchObject({ state: 'CREATED', reference: 'order-7', callback_url, passport_only: true });
  await press(page.locator('main').getByRole('link', { name: 'Sessions', exact: true }));
  await expect.poll(() => decodeURIComponent(visitor.path())).toBe('/sessions?state=FAILED,ABORTED');
  expectNoComplaints(visitor);
});

test('a list can be walked through faster than its sessions load', async () => {
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  for (const reference of ['order-3', 'order-2', 'order-1']) await world.session({ reference });
  const { page, press } = await site.visit({ storage: signedIn(account.credentials) });
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/sessions');
  // Sessions never arrive.
  await page.route('**/api/v1/session.get', () => {});
  await press(page.getByRole('link', { name: 'order-1' }).first());
  await expect.poll(() => heading.textContent()).toBe('order-1');
  for (const [key, reference] of [
    ['j', 'order-2'],
    ['j', 'order-3'],
    ['k', 'order-2'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => heading.textContent()).toBe(reference);
  }
  await page.unroute('**/api/v1/session.get');
});

test.each([
  ['a computer', { width: 1280, height: 900 }],
  ['a phone', { width: 412, height: 823 }],
])('nothing moves under the reader while the result arrives, on %s', async (_, viewport) => {
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  const { id, token } = await world.session({
    reference: 'order-9',
    callback_url: `${site.server.base}/_local/callbacks/still`,
  });
  const { page } = await site.visit({ storage: signedIn(account.credentials), viewport, isolated: true });
  await page.addInitScript(COUNT_SHIFTS);
  await page.goto(`/session/${id}`);
  const steps = page.getByRole('list', { name: 'Progress of the session' }).getByRole('listitem');
  await steps.first().waitFor();
  await world.read('genuine', token);
  await steps.last().getByText('Delivered').waitFor();
  const { shift, shifted } = await countedShift(page);
  expect(shift, shifted.join('\n')).toBeLessThan(MOST_SHIFT);
});
