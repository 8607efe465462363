import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSite, expectNoComplaints, type Site, signedIn } from '../support/browser/visitor.ts';
import { createReceiver } from '../support/server/receiver.ts';
import { teammate } from '../support/server/team.ts';
import { eventually } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());

test('a developer adds an endpoint, filters its events, switches it off, replays what it missed, and deletes it', async () => {
  const account = await site.server.account();
  const { basic } = account;
  const world = createWorld(site.server, account);
  await using receiver = await createReceiver();
  const visitor = await site.visit({ storage: signedIn(account.credentials) });
  const { page } = visitor;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const dialog = page.getByRole('dialog');
  const end = async () => {
    const { id } = await world.succeed('session.create', {}, { basic });
    await world.succeed('session.abort', { id }, { basic });
    return id;
  };

  await page.goto('/callback-endpoints');
  await page.getByText('No endpoints yet.').waitFor();
  await button('Add an endpoint').click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.locator(':focus').textContent()).toBe('Add an endpoint');
  await button('Add an endpoint').click();
  await dialog.getByLabel('URL').fill('https://192.168.0.1/hook');
  await button('Add the endpoint').click();
  await dialog.getByText('url must be an https address on a public host').waitFor();
  await dialog.getByLabel('URL').fill(receiver.url);
  await dialog.getByLabel('Description').fill('Shop');
  await button('Add the endpoint').click();
  await page.getByText('Endpoint added.').waitFor();
  const row = page.getByRole('listitem').filter({ hasText: receiver.url });
  await row.getByText('All events', { exact: true }).waitFor();

  await end();
  await eventually(async () => receiver.received.length === 1, 'the event');
  await page.reload();
  await row.getByText('100% of 1 event delivered').waitFor();

  await button(`Edit ${receiver.url}`).click();
  await dialog.getByLabel('Only some events').check();
  await dialog.getByLabel(/^A session changes its state/).uncheck();
  expect(await button('Save').isDisabled()).toBe(true);
  await dialog.getByLabel(/^A session’s identity data is deleted/).check();
  await button('Save').click();
  await row.getByText('session.redacted').waitFor();

  await button(`Switch off ${receiver.url}`).click();
  await row.getByText('Switched off', { exact: true }).waitFor();
  await world.succeed('session.redact', { id: await end() }, { basic });
  await button(`Switch on ${receiver.url}`).click();
  await row.getByText('Receiving', { exact: true }).waitFor();
  expect(receiver.received).toHaveLength(1);
  await button(`Replay events to ${receiver.url}`).click();
  await dialog.getByRole('button', { name: 'Replay events' }).click();
  await dialog.getByText('1 event queued.').waitFor();
  await eventually(async () => receiver.received.length === 2, 'the replayed event');
  expect(JSON.parse(receiver.received[1]!.raw)).toMatchObject({ type: 'session.redacted' });
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await row.getByRole('link', { name: receiver.url }).click();
  await page.getByRole('heading', { name: 'Recent deliveries' }).waitFor();
  await page.getByText('Receiving', { exact: true }).waitFor();
  await page.getByRole('img', { name: 'Deliveries in the last 7 days' }).waitFor();
  const deliveries = page.getByRole('table', { name: 'Recent deliveries' }).locator('tbody tr');
  await expect.poll(() => deliveries.count()).toBe(2);
  expect(await deliveries.first().innerText()).toMatch(/session\.redacted[\s\S]*Delivered[\s\S]*204/);
  await page.getByLabel('Delivery').selectOption('Failed');
  await page.getByText('Nothing matches these filters.').waitFor();
  await page.goBack();
  await expect.poll(() => deliveries.count()).toBe(2);
  await page.getByRole('link', { name: 'Callback endpoints' }).first().click();

  await row.getByRole('button', { name: 'Delete', exact: true }).click();
  await button('Delete the endpoint').click();
  await page.getByText('No endpoints yet.').waitFor();
  await page.goto('/audit-log');
  await page.getByText('Replayed events to an endpoint').waitFor();
  expectNoComplaints(visitor);
});

test('support sees endpoints and replays events, and changes nothing', async () => {
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  const url = 'http://localhost:9/events';
  await world.succeed('callback_endpoint.create', { url }, { basic: account.basic });
  const { id } = await world.succeed('session.create', {}, { basic: account.basic });
  await world.succeed('session.abort', { id }, { basic: account.basic });
  const { email } = await teammate(world, account, 'support');
  const credentials = await world.succeed('password.authenticate', { email, password: 'correct horse' });
  const { page } = await site.visit({ storage: signedIn(credentials, 'support') });
  await page.goto('/es/callback-endpoints');
  const row = page.getByRole('listitem').filter({ hasText: url });
  await row.getByText('Todos los eventos').waitFor();
  await row.getByText('1 evento en espera').waitFor();
  expect(await row.getByRole('button').allInnerTexts()).toEqual(['Reenviar eventos']);
  expect(await page.getByRole('button', { name: 'Añadir un destino' }).count()).toBe(0);
});
