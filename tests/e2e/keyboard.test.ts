/** A company's first day without a mouse: everything is found by role and name, and pressed with keys. */
// CI only: it plays a whole day with keys.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Credentials } from '../../server/generated/operations.gen.ts';
import { violationsOn } from '../support/browser/axe.ts';
import { createSite, expectNoComplaints, type Site, stored, type Visitor } from '../support/browser/visitor.ts';
import { addFingerprintReader, synchronise } from '../support/reader/fingerprint-reader.ts';
import { freshEmail } from '../support/server/newcomers.ts';
import { createReceiver } from '../support/server/receiver.ts';
import { eventually } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

const textOf = async (place: Locator, text: RegExp) => (await place.getByText(text).innerText()).trim();

async function go({ page }: Visitor, letter: string, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
  await heading(page, title);
}

test('with the keyboard alone a company signs up, invites, finds a session, resends its callback, rotates, exports and signs out elsewhere', async () => {
  const [email, helpersEmail] = [freshEmail(), freshEmail()];
  const owner = await site.visit({ isolated: true, tabsAllTheWay: true });
  const { page, at, type, press, pressButton, pressLink } = owner;

  const passkeys = await addFingerprintReader(page);
  await page.goto('/sign-up');
  await type('Work email', email);
  await pressButton('Sign up with a passkey');
  await at('/dashboard');
  const credentials = JSON.parse((await stored(page)).local['sigill.credentials']!) as Credentials;
  const bearer = credentials.access_token;
  await page.goto('/verify-email');
  const world = createWorld(site.server, { ...(await site.server.account()), bearer, credentials, email });
  await page.getByText(/^We sent a .+ code/).waitFor();
  await type('Code', await world.code(email));
  await page.keyboard.press('Enter');
  // Waits for the next page, because until it is shown, keys go into the code field.
  await heading(page, 'Settings');

  await go(owner, 'u', 'Users');
  await page.keyboard.press('c');
  await heading(page, 'Add a new user');
  await type('Email', helpersEmail);
  await owner.press(page.locator('summary', { hasText: 'Limit what this person can do' }));
  await owner.reach(page.getByLabel('Role'));
  await page.keyboard.type('Sup');
  await pressButton('Send invitation');
  await page.getByText(`Invitation sent to ${helpersEmail}.`).waitFor();

  await go(owner, 'k', 'API keys');
  await page.keyboard.press('c');
  await heading(page, 'Add new API keys');
  await type('Name', 'Shop');
  await pressButton('Generate');
  const pair = page.getByRole('region', { name: 'Shop' });
  const [public_key, secret] = await Promise.all([textOf(pair, /^public-/), textOf(pair, /^secret-/)]);
  const basic = { public_key, secret };
  // The endpoint responds with 410, which ends the attempts, until the company repairs it.
  let answer = 410;
  await using endpoint = await createReceiver(() => ({ status: answer }));
  const events = () => endpoint.received.map(({ headers }) => headers['webhook-id']);
  const shop = createWorld(site.server, { ...world.account, basic });
  await shop.session({ reference: 'order-1' });
  const { id } = await shop.ended('genuine', { reference: 'order-1042', callback_url: endpoint.url });
  await eventually(async () => events().length === 3, 'started, completed and approved to be refused');
  answer = 204;

  const helper = await site.visit({ isolated: true, tabsAllTheWay: true });
  const mail = await eventually(async () => (await site.server.mailbox(helpersEmail))[0], 'the invitation');
  await helper.page.goto(/https?:\/\/\S+/.exec(mail.text)![0]);
  await helper.type('Password', 'four words by heart');
  await helper.page.keyboard.press('Enter');
  await helper.at('/dashboard');
  await helper.page.getByRole('link', { name: 'Sessions', exact: true }).waitFor();
  expect(await helper.page.getByRole('navigation', { name: 'Portal' }).getByRole('link').allInnerTexts()).toEqual([
    'Sessions',
    'Callbacks',
    'Requests',
  ]);
  await go(helper, 's', 'Sessions');
  await helper.type('Find by id or reference', 'order-1042');
  await helper.page.keyboard.press('Enter');
  await helper.pressLink('order-1042');
  await helper.at(`/session/${id}`);
  await helper.pressButton('Resend');
  await helper.page.getByText('Delivered', { exact: true }).first().waitFor();
  expect(events()).toHaveLength(4);
  expect(events().slice(0, 3)).toContain(events()[3]);
  expect(await violationsOn(helper.page)).toEqual([]);
  expectNoComplaints(helper);

  await go(owner, 'k', 'API keys');
  const key = page.getByRole('article', { name: 'Shop' });
  await press(key.getByRole('button', { name: 'Rotate the secret' }));
  const rotation = page.getByRole('dialog', { name: 'Rotate the secret?' });
  await press(rotation.getByRole('button', { name: 'Rotate', exact: true }));
  const rotated = await textOf(key, /^secret-/);
  expect(rotated).not.toBe(basic.secret);
  const status = async (of: string) =>
    (await site.server.call('session.list', {}, { basic: { ...basic, secret: of } })).status;
  expect(await Promise.all([basic.secret, rotated].map(status))).toEqual([200, 200]);

  await go(owner, 's', 'Sessions');
  await pressButton('Export');
  const dialog = page.getByRole('dialog');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(dialog.getByRole('button', { name: 'Export', exact: true })),
  ]);
  await dialog.getByText('2 sessions exported.').waitFor();
  expect(download.suggestedFilename()).toMatch(/^sessions-.*\.csv$/);
  await page.keyboard.press('Escape');

  // The same passkey signs in on a phone, and that sign-in is ended from here.
  const phone = await site.visit({ isolated: true, tabsAllTheWay: true, viewport: { width: 390, height: 844 } });
  await synchronise(passkeys, phone.page);
  await phone.page.goto('/sign-in');
  // The browser suggests the passkey in the field and accepts it immediately, so the page may be left before Tab reaches the field.
  await phone.reach(phone.page.getByLabel('Email')).catch(() => undefined);
  await phone.at('/dashboard');
  await page.goto('/settings');
  await pressLink('Sign-in and security');
  await heading(page, 'Sign-in and security');
  await pressButton('Sign out all others');
  await page.getByText('Signed out on all other devices.').waitFor();
  await phone.page.reload();
  await phone.page.getByText('Your session expired. Please sign in again.').waitFor();
  await page.reload();
  await heading(page, 'Sign-in and security');
  expect(await violationsOn(page)).toEqual([]);
  expectNoComplaints(owner);
});
