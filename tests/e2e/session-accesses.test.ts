import { afterAll, beforeAll, test } from 'vitest';
import { createSite, expectNoComplaints, type Site, signedIn } from '../support/browser/visitor.ts';
import { runOperator } from '../support/packages/script.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());

test('viewing a session is recorded in its timeline and in the audit log, in both languages', async () => {
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  const { id } = await world.ended();
  await world.succeed('session.get', { id }, { bearer: account.bearer });
  const visitor = await site.visit({ storage: signedIn(account.credentials) });
  const { page } = visitor;
  await page.goto(`/session/${id}`);
  await page.getByText(/^All \d+ events$/).click();
  const event = page.getByRole('listitem').filter({ hasText: 'Identity data viewed' });
  await event.getByRole('link', { name: account.email }).waitFor();
  await page.goto('/audit-log');
  const entry = page.getByRole('row').filter({ hasText: 'Viewed a session’s identity data' });
  await entry.getByRole('link', { name: String(id) }).waitFor();
  await page.goto(`/es/session/${id}`);
  await page.getByText(/^Los \d+ eventos$/).click();
  await page.getByRole('listitem').filter({ hasText: 'Datos de identidad vistos' }).waitFor();
  expectNoComplaints(visitor);
});

test('users of a suspended account are told at sign-in, and its audit log later says why', async () => {
  const account = await site.server.account();
  const { email, password } = account;
  await runOperator(site.server, 'suspend', email, '--yes', '--reason', 'Reported for fraud');
  const { page } = await site.visit();
  await page.goto('/sign-in');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('This account is suspended. Contact support').waitFor();
  await runOperator(site.server, 'resume', email, '--yes');
  const owner = await site.visit({ storage: signedIn(account.credentials) });
  await owner.page.goto('/audit-log');
  const entry = owner.page.getByRole('row').filter({ hasText: 'Suspended the account' });
  await entry.getByText('Reported for fraud').waitFor();
  await entry.getByText('An operator of the service').waitFor();
});
