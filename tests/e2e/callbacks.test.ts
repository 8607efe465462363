/** The page of deliveries: what failed comes first, and is sent again with one press. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
import { createSite, expectNoComplaints, type Site, signedIn } from '../support/browser/visitor.ts';
import { eventually } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
/** The status that the account's backend responds with. 410 ends the attempts. */
let status = 410;
const backend = createServer((_, response) => response.writeHead(status).end());

beforeAll(async () => {
  site = await createSite();
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  backend.close();
  await site?.stop();
});

test('callbacks that failed come first, and are resent together, by keyboard alone', async () => {
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  const host = `127.0.0.1:${(backend.address() as AddressInfo).port}`;
  for (let count = 0; count < 7; count++) {
    const { token } = await world.session({ callback_url: `http://${host}/callback` });
    await world.succeed('reader.abort', { token });
  }
  const inState = async (state: 'FAILED' | 'DELIVERED') =>
    (await world.succeed('callback.list', { state }, account)).callbacks.length;
  await eventually(async () => (await inState('FAILED')) === 7, 'all to fail');

  const visitor = await site.visit({ storage: signedIn(account.credentials) });
  const { page, press } = visitor;
  await page.goto('/callbacks');
  const failed = page.getByRole('region', { name: 'Not delivered' });
  const rows = failed.getByRole('table').locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(5);
  await failed.getByRole('link', { name: 'All undelivered callbacks' }).waitFor();
  const headings = page.locator('main').getByRole('heading', { level: 2 });
  expect(await headings.allTextContents()).toEqual(['Not delivered', 'Delivery health', 'Deliveries']);
  const health = page.getByRole('list', { name: 'Callbacks by host' }).getByRole('listitem').filter({ hasText: host });
  await health.getByText('0% of 7 events delivered').waitFor();
  expect(await violationsOn(page)).toEqual([]);

  status = 204;
  await press(failed.getByRole('button', { name: 'Resend all' }));
  await failed.getByText('7 callbacks are sent again.').waitFor();
  await eventually(async () => (await inState('DELIVERED')) === 7, 'all to be delivered');
  await page.reload();
  await headings.first().waitFor();
  expect(await headings.allTextContents()).toEqual(['Delivery health', 'Deliveries']);
  expectNoComplaints(visitor);
});
