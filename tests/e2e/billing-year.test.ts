/** The first months of an account, from sign-up to its deletion, in its owner's screens and in its emails. */
// CI only: it plays a year of bills with the browser's clock and the service's.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { bankOfCard, bankOfPayment, submitCard } from '../support/browser/card-form.ts';
import { createSite, expectNoComplaints } from '../support/browser/visitor.ts';
import { runOperator, runReader } from '../support/packages/script.ts';
import { CARDS } from '../support/server/billing.ts';
import { eventually } from '../support/server/test-server.ts';

const OWNER = { email: 'owner@example.com', password: 'correct horse battery' };
const ACCOUNTING = 'accounting@example.com';
const ATTACHED = expect.stringContaining('attached as a PDF');
/** Test cards: both require 3-D Secure when they are saved, and the second also for every payment. */
const [SAVED, ASKING] = ['4000002500003155', '4000002760003184'];

const button = (page: Pick<Page, 'getByRole'>, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true }).first();

test('from signing up, through invoices, declines and refunds, to the last invoice', async () => {
  const { server, visit, stop } = await createSite({ starts_at: '2027-01-10T09:00:00Z' });
  onTestFinished(stop);
  const visitor = await visit({ viewport: { width: 1280, height: 2000 }, isolated: true });
  const { page, context } = visitor;
  const mailed = (to: string, subject: string) =>
    eventually(async () => (await server.mailbox(to)).find((mail) => mail.subject.includes(subject)), subject);
  const later = async (duration: string) => context.clock.setSystemTime((await server.advance(duration)).now);
  const operator = async (...args: string[]) =>
    expect(await runOperator(server, ...args, '--yes')).toMatchObject({ code: 0 });
  const saved = async (name: string): Promise<string> => {
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
    return readFileSync(await file.path(), 'latin1');
  };
  async function enter(path: string, name: string): Promise<void> {
    await page.goto(path);
    await page.getByLabel(/email/i).fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await button(page, name).click();
    await page.waitForURL('**/dashboard');
  }
  async function confirmIdentity(): Promise<void> {
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await button(dialog, 'Confirm').click();
  }
  async function addCard(number: string, signedIn: 'now' | 'days ago' = 'now'): Promise<void> {
    await page.goto('/add-payment-method');
    if (signedIn === 'days ago') await confirmIdentity();
    await submitCard(page, number);
    if (number === SAVED || number === ASKING) await button(bankOfCard(page), 'Complete').click();
    await page.waitForURL(/billing$/);
    if (number === SAVED) return;
    await link(page, new RegExp(number.slice(-4))).click();
    await button(page, 'Make primary').click();
    await page.getByText('Invoices are now charged to this method.').waitFor();
  }
  await context.clock.setSystemTime(server.deps.clock.now());

  // January: sign-up and the trial, in which a session uses the free credit.
  await enter('/sign-up', 'Create account');
  await page.goto('/verify-email');
  const { text } = await mailed(OWNER.email, 'Verify your email');
  await page.getByLabel(/code/i).fill(/^[A-Z2-9]{6}$/m.exec(text)![0]);
  await button(page, 'Verify').click();
  await page.waitForURL('**/settings');
  const bearer = (await server.call('password.authenticate', OWNER)).body.access_token;
  const account = String((await server.call('billing.self', {}, { bearer })).body.id);
  const basic = await server.keyOf({ bearer });
  const verifySomebody = async () => {
    const { token } = (await server.call('session.create', {}, { basic })).body;
    expect(await runReader('--token', token, '--base', server.base)).toMatchObject({ code: 0 });
  };
  await verifySomebody();
  await operator('plan', account, 'standard', '--agreed');

  // February: billing is enabled in the middle of a cycle, and its fee is for the days that are left.
  await later('P41D');
  await mailed(OWNER.email, 'trial is over');
  await enter('/sign-in', 'Sign in');
  await addCard(SAVED);
  await page.getByRole('textbox', { name: 'Company' }).fill('Vinter AB');
  await page.getByRole('textbox', { name: 'Billing emails' }).fill(ACCOUNTING);
  await page.getByText('In this cycle it is $63.64, for 18 of 28 days.').waitFor();
  await button(page, 'Enable').click();
  await page.waitForURL('**/billing');
  await verifySomebody();

  // March: the trial's invoice was for zero. The first invoice to pay goes to both addresses.
  await later('P18D');
  await mailed(OWNER.email, 'Receipt for Sigill invoice INV-2027-000002');
  expect(await mailed(ACCOUNTING, 'Your Sigill invoice INV-2027-000002')).toMatchObject({ text: ATTACHED });
  await page.goto('/billing');
  await link(page, /INV-2027-000002/).click();
  await page.getByRole('row', { name: 'Total $79.55' }).waitFor();
  expect(await saved('Download PDF')).toMatch(/^%PDF-/);
  expect(await saved('Download sessions as CSV')).toContain('session_id');
  await operator('plan', account, '--unit-price', '0.02', '--fee', '149.00');
  await mailed(OWNER.email, 'New Sigill prices from');
  await page.goto('/billing');
  await page.getByText('New prices from Apr 10, 2027').waitFor();
  await addCard(CARDS.poor, 'days ago');

  // April: the card is declined on four days. Another card, confirmed at the bank, pays and makes billing active again.
  await later('P31D');
  await mailed(OWNER.email, 'A payment for Sigill failed');
  for (const days of ['P1D', 'P2D', 'P4D']) {
    const { length } = await server.mailbox(ACCOUNTING);
    await later(days);
    await eventually(async () => (await server.mailbox(ACCOUNTING)).length > length, `an email after ${days}`);
  }
  await mailed(ACCOUNTING, 'Billing for Sigill is inactive');
  await enter('/sign-in', 'Sign in');
  await page.goto('/billing');
  await page.getByText('New sessions cannot be created.').waitFor();
  const primary = page.locator('main :is(a, button).bg-accent');
  await expect.poll(() => primary.allInnerTexts()).toEqual(['Pay $123.75 now']);
  await addCard(ASKING);
  await page.goto('/billing');
  await button(page, 'Pay $123.75 now').click();
  await button(bankOfPayment(page), 'Complete').click();
  await page.getByText('The invoice is paid.').waitFor();
  await page.getByText('Active', { exact: true }).waitFor();
  await verifySomebody();

  // A refund is a credit note with its own number.
  await operator('refund', 'INV-2027-000003', '--amount', '20.00', '--reason', 'A day without service');
  await mailed(ACCOUNTING, 'Credit note CN-2027-000001');
  await link(page, /INV-2027-000003/).click();
  await page.getByText('A day without service').waitFor();
  expect(await saved('Download PDF CN-2027-000001')).toMatch(/^%PDF-/);
  await page.goto('/billing');
  expect(await saved('Download all invoices as CSV')).toContain('INV-2027-000003');

  // Billing is cancelled and then kept after all. Deleting the account issues an invoice for the days until then.
  await link(page, 'Cancel billing').click();
  await button(page, 'Cancel billing').click();
  await button(page, 'Keep billing enabled').click();
  await page.getByText('Billing stays enabled.').waitFor();
  await addCard(CARDS.good);
  await later('P3D');
  await page.goto('/account-deletion');
  await page.getByText('If you delete the account today, the final invoice is').waitFor();
  await page.getByLabel('Type your email to confirm').fill(OWNER.email);
  await button(page, 'Delete account').click();
  await confirmIdentity();
  await mailed(ACCOUNTING, 'Receipt for Sigill invoice INV-2027-000004');
  expect(await mailed(OWNER.email, 'Your Sigill invoice INV-2027-000004')).toMatchObject({ text: ATTACHED });
  expectNoComplaints(visitor);
});
