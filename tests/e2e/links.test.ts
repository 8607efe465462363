/** Verifications without code: an emailed link for one person, and a reusable link, from its poster to a session. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import openInGerman from '../../web/src/features/open/texts/de.json' with { type: 'json' };
import openInEnglish from '../../web/src/features/open/texts/en.json' with { type: 'json' };
import { violationsOn } from '../support/browser/axe.ts';
import { createSite, expectNoComplaints, type Site, signedIn } from '../support/browser/visitor.ts';
import { setBilling } from '../support/server/billing.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterEach(() => site?.leave());
afterAll(() => site?.stop());

const linkIn = (text: string) => /https?:\/\/\S+\/open\?\S+/.exec(text)![0];

test('support sends a link by email in three presses, and the person opens it', async () => {
  const account = await site.server.account();
  const visitor = await site.visit({ storage: signedIn(account.credentials), viewport: { width: 320, height: 800 } });
  const { page } = visitor;
  await page.goto('/sessions');
  await page.getByRole('link', { name: 'New verification' }).first().click();
  await page.getByLabel('The person’s email').fill('alma@example.com');
  await page.getByRole('switch', { name: 'Passports only' }).check();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('Link sent to alma@example.com.').waitFor();
  await page.getByRole('img', { name: "QR code of the session's link" }).waitFor();
  await page.getByText('Link emailed').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);

  const [mail] = await site.server.mailbox('alma@example.com');
  const person = await site.visit({ storage: {} });
  await person.page.goto(linkIn(mail!.text));
  await person.page.getByText('A passport with the chip symbol on its cover').waitFor();

  await page.getByLabel('Send a link by email').fill('bo@example.com');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Link sent to bo@example.com.').waitFor();
  const [other] = await site.server.mailbox('bo@example.com');
  expect(linkIn(other!.text)).not.toBe(linkIn(mail!.text));
  await person.page.reload();
  await person.page.getByText('This link is not valid').first().waitFor();
  for (const each of [visitor, person]) expectNoComplaints(each);
});

test('a reusable link goes from the portal to its poster, and from there to a session', async () => {
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  const visitor = await site.visit({ storage: signedIn(account.credentials) });
  const { page } = visitor;
  await world.succeed('policy.create', { name: 'adults', rules: { minimum_age: 18 } }, account);
  await page.goto('/links');
  await page.getByText('No links yet.').waitFor();
  await page.getByRole('link', { name: 'Create a link' }).first().click();
  await page.getByLabel('Name').fill('Reception');
  await page.getByLabel('Title').fill('Check in at the Harbour Hotel');
  await page.getByLabel('Page language').selectOption('Deutsch');
  await page.getByLabel('Policy').selectOption('adults');
  await page.getByLabel('How many people').fill('1');
  await page.getByRole('button', { name: 'Create the link' }).click();
  const poster = page.getByRole('figure', { name: 'Poster' });
  await poster.getByText('Check in at the Harbour Hotel').waitFor();
  await poster.getByRole('img', { name: 'QR code of the link' }).waitFor();
  for (const text of [openInGerman.scan, openInGerman.description])
    expect(await poster.getByText(text).getAttribute('lang')).toBe('de');
  expect(await violationsOn(page)).toEqual([]);
  await page.getByText('adults', { exact: true }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await poster.isVisible()).toBe(true);
  for (const hidden of ['Started', 'Sessions', 'Print the poster'])
    expect(await page.getByText(hidden, { exact: true }).first().isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
  const url = await page.getByRole('link', { name: /\/v\// }).textContent();

  const person = await site.visit({ storage: {}, viewport: { width: 320, height: 800 } });
  await person.page.goto(url!.replace('/v/', '/en/v/'));
  await person.page.getByRole('heading', { name: 'Check in at the Harbour Hotel' }).waitFor();
  expect(await person.page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  expect(await violationsOn(person.page)).toEqual([]);
  await person.page.getByRole('button', { name: 'Start', exact: true }).click();
  await person.page.waitForURL(/\/open\?token=/);
  await person.page.getByText('This link, valid until').first().waitFor();
  const token = new URL(person.page.url()).searchParams.get('token')!;

  const second = await site.visit({ storage: {} });
  await second.page.goto(url!.replace('/v/', '/es/v/'));
  await second.page.getByRole('button', { name: 'Empezar' }).click();
  await second.page.getByText('Muchas personas están usando este enlace').waitFor();
  await world.read('genuine', token);
  await second.page.reload();
  await second.page.getByText('Este enlace ya no está activo').first().waitFor();
  await second.page.goto('/v/aaaaaaaaaaaaaa');
  await second.page.getByText('This link is not valid').first().waitFor();

  await page.reload();
  await page.getByText('Limit reached').waitFor();
  await page.getByRole('link', { name: 'Its sessions' }).click();
  await page.getByRole('table', { name: 'Sessions' }).getByText('Reception').waitFor();
  const [session] = (await world.succeed('session.list', {}, account)).sessions;
  await page.goto(`/session/${session!.id}`);
  await page.getByRole('link', { name: 'Reception' }).waitFor();
  await world.succeed('link.delete', { id: session!.link_id! }, account);
  await page.reload();
  await page.getByText(`Deleted link ${session!.link_id}`).waitFor();
  for (const each of [visitor, person, second]) expectNoComplaints(each);
});

test('editing a link keeps the time of day at which the API lets it end', async () => {
  const account = await site.server.account();
  const { succeed } = createWorld(site.server, account);
  const expires = new Date(Date.now() + 36 * 3_600_000).toISOString();
  const { id } = await succeed('link.create', { name: 'Reception', expires }, account);
  const { page } = await site.visit({ storage: signedIn(account.credentials) });
  await page.goto(`/edit-link/${id}`);
  await page.getByLabel('Name').fill('Front desk');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Link saved.').waitFor();
  expect(await succeed('link.get', { id }, account)).toMatchObject({ name: 'Front desk', expires });
});

test('a link of an account without credit says so to the person, and by email to the owner', async () => {
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  const { url } = await world.succeed('link.create', { name: 'Fair' }, { basic: account.basic });
  const { id } = await world.succeed('billing.self', {}, { bearer: account.bearer });
  await setBilling(site.server, id, { credit: 0 });
  const { page } = await site.visit({ storage: {} });
  await page.goto(url);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText('This link does not work at the moment').first().waitFor();
  const mails = await site.server.mailbox(account.email);
  expect(mails.filter(({ subject }) => subject.includes('“Fair”'))).toHaveLength(1);
});

test('the page of a reusable link is never blank, not even while its script is on the way', async () => {
  const account = await site.server.account();
  const { url } = await createWorld(site.server, account).succeed('link.create', { name: 'Fair' }, account);
  const { page, context } = await site.visit({ storage: {} });
  const arrive = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await context.route('**/assets/LinkPage-*.js', async (route) => {
    asked.resolve();
    await arrive.promise;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'commit' });
  await asked.promise;
  // If the page went blank, it would do so one frame after the request.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  expect(await page.locator('h1').allInnerTexts()).toEqual([openInEnglish.heading]);
  expect(await page.getByText(openInEnglish.incomplete).count()).toBe(0);
  arrive.resolve();
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  expect(await page.locator('h1').allInnerTexts()).toEqual([openInEnglish.heading]);
});
