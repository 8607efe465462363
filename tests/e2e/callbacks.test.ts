/** The page of deliveries: failed ones come first, and are resent with one press. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
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

const hostOf = ({ url }: { url: string }) => new URL(url).host;

test('callbacks that failed come first, and are resent together with events to endpoints, by keyboard alone', async () => {
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  const host = hostOf(backend);
  const { id } = await world.succeed('callback_endpoint.create', { url: `http://${host}/events` }, account);
  for (let count = 0; count < 7; count++) {
    const { token } = await world.session({ callback_url: `http://${host}/callback` });
    await world.succeed('reader.abort', { token });
  }
  const inState = async (state: 'FAILED' | 'DELIVERED') =>
    (await world.succeed('callback.list', { state }, account)).callbacks.length;
  const failedEvents = async () =>
    (await world.succeed('callback_endpoint.deliveries', { id, state: 'FAILED' }, account)).deliveries.length;
  await eventually(async () => (await inState('FAILED')) === 7 && (await failedEvents()) === 7, 'all to fail');

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
  await health.getByText('0% of 14 events delivered').waitFor();
  await failed
    .getByRole('listitem')
    .filter({ hasText: `http://${host}/events7 events not delivered` })
    .waitFor();
  expect(await violationsOn(page)).toEqual([]);

  status = 204;
  await press(failed.getByRole('button', { name: 'Resend all' }));
  await failed.getByText('14 callbacks are sent again.').waitFor();
  await eventually(
    async () => (await inState('DELIVERED')) === 7 && (await failedEvents()) === 0,
    'all to be delivered',
  );
  await page.reload();
  await headings.first().waitFor();
  expect(await headings.allTextContents()).toEqual(['Delivery health', 'Deliveries']);
  expectNoComplaints(visitor);
});

test('deliveries are found by host, event and day, and the address keeps the filters', async () => {
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  await using other = await createReceiver();
  for (const server of [backend, other, other]) {
    const { token } = await world.session({ callback_url: `http://${hostOf(server)}/callback` });
    await world.succeed('reader.abort', { token });
  }
  const visitor = await site.visit({ storage: signedIn(account.credentials) });
  const { page } = visitor;
  await page.goto('/callbacks');
  const deliveries = page.getByRole('region', { name: 'Deliveries' });
  const rows = deliveries.getByRole('table').locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(3);
  await deliveries.getByRole('button', { name: 'Filters' }).click();
  await deliveries.getByLabel('Host').fill(`http://${hostOf(other)}/callback`);
  await deliveries.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(2);
  expect(new URL(page.url()).searchParams.get('host')).toBe(hostOf(other));
  expect(await deliveries.getByLabel('Host').inputValue()).toBe(hostOf(other));
  await deliveries.getByLabel('Event').selectOption('Cancelled');
  await expect.poll(() => new URL(page.url()).searchParams.get('event')).toBe('ABORTED');
  await expect.poll(() => rows.count()).toBe(2);
  await deliveries.getByLabel('To').fill('2020-01-01');
  await deliveries.getByText('Nothing matches these filters.').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.goto(`/es/callbacks?host=${hostOf(other)}&event=ABORTED&from=yesterday`);
  await expect.poll(() => page.locator('main tbody tr').count()).toBe(2);
  await page.getByRole('button', { name: 'Filtros (2)' }).waitFor();
  expectNoComplaints(visitor);
});
