/** The portal does not show users what their role may not do. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONSENT, createSite, expectNoComplaints, type Site, type Visitor } from '../support/browser/visitor.ts';
import { operationIds, schemesOf } from '../support/contract/contract.ts';
import { verifyEmail } from '../support/server/billing.ts';
import { teammate } from '../support/server/team.ts';
import { eventually } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let site: Site;
let world: World;
beforeAll(async () => {
  site = await createSite();
  world = createWorld(site.server, await site.server.account());
});
afterAll(() => site?.stop());

/** Signs in as a new user with this role, because the site learns the role at sign-in. */
async function signIn(role: 'support' | 'billing' | 'developer'): Promise<Visitor> {
  const { email } = await teammate(world, world.account, role);
  const visitor = await site.visit({ storage: CONSENT });
  const { page } = visitor;
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  return visitor;
}

const linksOf = (page: Visitor['page'], name: string) =>
  page.getByRole('navigation', { name, exact: true }).getByRole('link').allInnerTexts();

const FOREIGN =
  /API keys?|secret|billing|bill\b|invoice|card|invit|add a new user|team|audit|account deletion|second factor of everybody|what people see/i;

test('support finds sessions, and nothing of keys, bills, people or the account', async () => {
  const { id } = await world.ended('genuine');
  const visitor = await signIn('support');
  const { page } = visitor;
  expect(await linksOf(page, 'Main')).toEqual(['Dashboard', 'Settings']);
  expect(await linksOf(page, 'Portal')).toEqual(['Sessions', 'Callbacks', 'Requests']);
  for (const [path, heading] of [
    ['/dashboard', 'Dashboard'],
    ['/sessions', 'Sessions'],
    ['/callbacks', 'Callbacks'],
    ['/requests', 'Requests'],
    ['/settings', 'Settings'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    const controls = page.locator('main').locator('a, button, input, select').filter({ visible: true });
    const names = await controls.evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
    );
    expect([path, names.filter((name) => FOREIGN.test(name))]).toEqual([path, []]);
  }
  await page.goto(`/session/${id}`);
  await page.getByRole('button', { name: 'Delete the identity data' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Issue a proof' }).count()).toBe(0);
  expectNoComplaints(visitor);
});

test('a page that is not part of a role says so, and links to the nearest that is', async () => {
  const { page } = await signIn('billing');
  expect(await linksOf(page, 'Portal')).toEqual(['Dashboard', 'Billing']);
  await page.goto('/sessions');
  await page.getByRole('heading', { name: 'Not available to your role' }).waitFor();
  await page.getByText('Your role in this account is Billing').waitFor();
  await page.locator('main').getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'Newest sessions' }).count()).toBe(0);
});

test("an owner invites with a role and changes it, and the other user's screens follow", async () => {
  const visitor = await signIn('developer');
  expect(await linksOf(visitor.page, 'Main')).toEqual(['Dashboard', 'Users', 'Settings']);
  const { users } = await world.succeed('user.list', {}, { bearer: world.account.bearer });
  const developer = users.find(({ role }) => role === 'developer')!;
  const owner = await site.visit({
    storage: { ...CONSENT, 'sigill.credentials': JSON.stringify(world.account.credentials) },
  });
  await owner.page.goto('/add-user');
  await owner.page.getByLabel('Email').fill(world.freshEmail());
  await owner.page.getByText('Limit what this person can do').click();
  await owner.page.getByLabel('Role').selectOption('Support');
  await owner.page.getByText('Manages sessions').waitFor();
  await owner.page.getByRole('button', { name: 'Send invitation' }).click();
  await owner.page.getByRole('heading', { name: 'Pending invitations' }).waitFor();
  await owner.page.getByRole('listitem').filter({ hasText: 'Support' }).first().waitFor();
  await owner.page.goto(`/user/${developer.id}`);
  await owner.page.getByLabel('Role').selectOption('Billing');
  await owner.page.getByText('now has the role Billing').waitFor();
  await visitor.page.reload();
  await visitor.page.goto('/users');
  await visitor.page.getByRole('heading', { name: 'Not available to your role' }).waitFor();
  expect(await linksOf(visitor.page, 'Main')).toEqual(['Dashboard', 'Billing', 'Settings']);
  expectNoComplaints(owner);
});

test('demoting an owner first says how many open invitations end, and cancelling changes nothing', async () => {
  const account = await world.freshAccount();
  const colleague = await teammate(world, account);
  await verifyEmail(world, colleague);
  for (const email of [world.freshEmail(), world.freshEmail()])
    await world.succeed('invite.create', { email }, { bearer: colleague.bearer });
  const { page } = await site.visit({
    storage: { ...CONSENT, 'sigill.credentials': JSON.stringify(account.credentials) },
  });
  await page.goto(`/user/${colleague.id}`);
  await page.getByText('Limit what this person can do').click();
  await page.getByLabel('Role').selectOption('Support');
  const dialog = page.getByRole('dialog', { name: 'Revoke their invitations?' });
  await dialog.getByText('2 pending invitations from this person will stop working').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.getByLabel('Role').inputValue()).toBe('owner');
  await page.getByLabel('Role').selectOption('Support');
  await dialog.getByRole('button', { name: 'Change the role' }).click();
  await page.getByText('now has the role Support').waitFor();
  expect(await world.succeed('invite.list', {}, { bearer: account.bearer })).toEqual({ invites: [] });
});

test('a colleague invited by email alone can make every call, and sees nothing about roles', async () => {
  const account = await world.freshAccount();
  await verifyEmail(world, account);
  const owner = await site.visit({
    storage: { ...CONSENT, 'sigill.credentials': JSON.stringify(account.credentials) },
  });
  await owner.page.goto('/add-user');
  const email = world.freshEmail();
  await owner.page.getByLabel('Email').fill(email);
  await owner.page.getByRole('button', { name: 'Send invitation' }).click();
  await owner.page.getByRole('listitem').filter({ hasText: email }).waitFor();

  const mail = await eventually(async () => (await site.server.mailbox(email))[0], 'the invitation');
  expect(mail.text).not.toMatch(ROLES);
  const colleague = await site.visit({ storage: CONSENT });
  const { page } = colleague;
  await page.goto(/https?:\/\/[^/]+(\/\S+)/.exec(mail.text)![1]!);
  await page.getByText(`${account.email} invites you`).waitFor();
  expect(ROLES.exec(await page.locator('main').innerText())).toBeNull();
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(await linksOf(page, 'Main')).toEqual(['Dashboard', 'Billing', 'Users', 'Settings']);

  const bearer = (await world.succeed('password.authenticate', { email, password: 'correct horse' })).access_token;
  const codes = operationIds
    .filter((id) => schemesOf(id).includes('accessToken'))
    .map(async (id) => [id, (await site.server.call(id, { no_such_property: true }, { bearer })).status]);
  expect((await Promise.all(codes)).filter(([, status]) => status !== 400)).toEqual([]);

  const { users } = await world.succeed('user.list', {}, { bearer });
  for (const path of ['/users', '/add-user', '/settings', ...users.map(({ id }) => `/user/${id}`)]) {
    await owner.page.goto(path);
    await owner.page.waitForLoadState('networkidle');
    expect([path, ROLES.exec(await owner.page.locator('main').innerText())]).toEqual([path, null]);
  }
  expectNoComplaints(colleague);
  expectNoComplaints(owner);
});

const ROLES = /\b([Rr]oles?|Owner|Developer|Support)\b/;
