import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
import { CONSENT, createSite, expectNoComplaints, type Site, signedIn } from '../support/browser/visitor.ts';
import { teammate } from '../support/server/team.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;

beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());
afterEach(() => site.leave());

async function team() {
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  const support = await teammate(world, account, 'support');
  const session = await world.session({ reference: 'order-1042' });
  await world.session({ reference: 'order-1043' });
  const visit = async () => site.visit({ storage: { ...CONSENT, ...signedIn(account.credentials) } });
  return { account, world, support, session, visit };
}

const chip = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Quick filters' }).getByRole('link', { name, exact: true });
const focused = (page: Page) => page.evaluate<string>('document.activeElement?.textContent ?? ""');

test('ticked rows are marked, found by their count, and assigned and cleared on the page of the session', async () => {
  const { visit, support, world, account, session } = await team();
  const visitor = await visit();
  const { page } = visitor;
  await page.goto('/sessions');
  await chip(page, 'Needs a look 0').waitFor();
  await page.getByLabel('Select session order-1042').check();
  await page.getByRole('button', { name: 'Needs a look' }).click();
  const row = page.getByRole('row', { name: /order-1042/ });
  await row.getByText('Needs a look', { exact: true }).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Clear the mark' }).waitFor();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await chip(page, 'Needs a look 1').click();
  await page.waitForURL(/look=any/);
  await expect.poll(() => page.getByRole('row', { name: /order-/ }).count()).toBe(1);
  expect(await violationsOn(page)).toEqual([]);

  await page.getByRole('link', { name: 'order-1042' }).click();
  await page.getByText(`Needs a look. Marked by ${account.email}`).waitFor();
  await page.getByLabel('Assigned to').selectOption(support.email);
  await expect
    .poll(async () => (await world.succeed('session_mark.get', { session_ids: [session.id] }, account)).marks)
    .toMatchObject([{ assignee_id: support.id }]);
  await page.goBack();
  await row.getByText(`Needs a look by ${support.email}`).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
  await page.getByLabel('Needs a look', { exact: true }).selectOption(account.email);
  await page.getByText('Nothing matches these filters.').waitFor();
  await page.getByLabel('Needs a look', { exact: true }).selectOption(support.email);
  await page.getByRole('link', { name: 'order-1042' }).click();
  const button = page.getByRole('button', { name: 'Clear the mark' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Mark as needing a look' }).waitFor();
  await expect.poll(() => focused(page)).toBe('Mark as needing a look');
  expectNoComplaints(visitor);
});

test('notes are written, changed and deleted with the keyboard, and deleted with the identity data', async () => {
  const { visit, world, support, account } = await team();
  const { id } = await world.ended('genuine', { reference: 'order-1044' });
  await world.succeed('session_note.create', { session_id: id, text: 'Looks odd.' }, support);
  const visitor = await visit();
  const { page } = visitor;
  await page.goto(`/session/${id}`);
  const other = page.getByRole('listitem').filter({ hasText: 'Looks odd.' });
  await other.getByText(support.email).waitFor();
  expect(await other.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  const field = page.getByLabel('New note');
  await page.getByText(/Do not write identity data here\. .* on /).waitFor();
  await field.fill('Called her.\nAll is well.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const own = page.getByRole('listitem').filter({ hasText: 'Called her.' });
  await own.getByText(account.email).waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
  expect(await violationsOn(page)).toEqual([]);

  await own.getByRole('button', { name: 'Edit' }).focus();
  await page.keyboard.press('Enter');
  const edited = page.getByLabel('Note', { exact: true });
  await expect.poll(() => page.evaluate('document.activeElement?.value')).toBe('Called her.\nAll is well.');
  await edited.fill('Called them.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Called them.' }).waitFor();
  await page.getByText('edited').waitFor();
  await expect.poll(() => focused(page)).toBe('Edit');
  await other.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => other.count()).toBe(0);

  await page.getByRole('button', { name: 'Delete the identity data' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Earlier notes were deleted with the identity data.').waitFor();
  await expect.poll(() => page.getByText('Called them.').count()).toBe(0);
  expectNoComplaints(visitor);
});

test('a view is shared under a free name, used with its columns by a colleague, changed and deleted', async () => {
  const { visit, world, account, support } = await team();
  const columns = ['created', 'id'];
  await world.succeed('session_view.create', { name: 'By hand', query: 'state=CREATED', columns }, support);
  const visitor = await visit();
  const { page } = visitor;
  const namesOf = async () => (await world.succeed('session_view.list', {}, account)).views.map(({ name }) => name);
  await page.goto('/sessions');
  await page.getByRole('link', { name: 'By hand' }).click();
  await page.waitForURL(/state=CREATED/);
  await page.getByRole('columnheader', { name: 'Id' }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'State' }).count()).toBe(0);

  await page.goto('/sessions?state=FAILED');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByLabel('Name').fill('By hand');
  await page.getByLabel('Share with the team').check();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page
    .getByRole('alert')
    .getByText(/a name that no other shared view has/)
    .waitFor();
  await page.getByLabel('Name').fill('Failed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: 'Failed', exact: true }).last().waitFor();
  expect((await namesOf()).toSorted()).toEqual(['By hand', 'Failed']);

  await page.getByRole('button', { name: 'Edit the view By hand' }).click();
  await page.getByLabel('Name').fill('Failed by hand');
  await page.getByLabel('Use the filters and columns on screen').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: 'Failed by hand' }).waitFor();
  const { views } = await world.succeed('session_view.list', {}, account);
  expect(views.find(({ name }) => name === 'Failed by hand')).toMatchObject({ query: 'state=FAILED' });
  await page.getByRole('button', { name: 'Edit the view Failed by hand' }).click();
  await page.getByRole('button', { name: 'Delete for everyone' }).click();
  await expect.poll(namesOf).toEqual(['Failed']);

  await page.getByRole('button', { name: 'Edit the view Failed', exact: true }).click();
  await page.getByLabel('Share with the team').uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(namesOf).toEqual([]);
  await expect.poll(() => page.getByRole('button', { name: 'Edit the view Failed' }).count()).toBe(1);
  expectNoComplaints(visitor);
});

test('a note that is one too many is refused in Spanish, with the limit and what to do', async () => {
  const { visit, world, account, session } = await team();
  const note = (text: string) => world.succeed('session_note.create', { session_id: session.id, text }, account);
  for (let number = 1; number < 50; number++) await note(`Note ${number}`);
  const { page } = await visit();
  await page.goto(`/es/session/${session.id}`);
  await page.getByLabel('Nota nueva').fill('Una más');
  await note('By a colleague, meanwhile');
  await page.getByRole('button', { name: 'Añadir la nota' }).click();
  await page.getByText('La sesión ya tiene 50 notas. Elimina una primero.').waitFor();
});
