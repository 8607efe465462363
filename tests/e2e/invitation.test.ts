/** The page that an invitation's link opens, for the invited person, for others, and after the invitation was accepted or revoked. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createSite, expectNoComplaints, type Site, signedIn } from '../support/browser/visitor.ts';
import { BILLING_DETAILS, verifyEmail } from '../support/server/billing.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());
afterEach(() => site.leave());

async function invited(role: 'owner' | 'support' = 'support') {
  const { server } = site;
  const account = await server.account();
  const world = createWorld(server, account);
  await verifyEmail(world, account);
  await world.succeed(
    'billing.update',
    { ...BILLING_DETAILS, company: 'Nordlicht AB', country: 'SE' },
    { bearer: account.bearer },
  );
  const email = world.freshEmail();
  await world.succeed('invite.create', { email, role }, { bearer: account.bearer });
  const link = /https?:\/\/\S+/.exec((await server.mailbox(email))[0]!.text)![0];
  return { account, world, email, path: new URL(link).pathname };
}

test('an invited person reads who invites them, and joins with one field', async () => {
  const { account, world, email, path } = await invited();
  const visitor = await site.visit();
  const { page, at } = visitor;
  await page.goto(path);
  await page.getByText(`${account.email} invites you to the account of Nordlicht AB.`).waitFor();
  await page.getByText(/^Support: /).waitFor();
  expect(await page.getByText('Your trial').count()).toBe(0);
  await page.getByText(email).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(1);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await at('/dashboard');
  const { users } = await world.succeed('user.list', {}, { bearer: account.bearer });
  expect(users).toContainEqual(expect.objectContaining({ email, role: 'support' }));
  expectNoComplaints(visitor);
});

test('someone who is signed in signs out first, and comes back to the invitation', async () => {
  const { email, path } = await invited();
  const other = await site.server.signUp();
  const { page } = await site.visit({ storage: signedIn(other.credentials) });
  await page.goto(`/es${path}`);
  await page.getByText(`Has iniciado sesión como ${other.email}`).waitFor();
  expect(await page.getByLabel('Contraseña').count()).toBe(0);
  await page.getByRole('button', { name: 'Cerrar sesión y continuar' }).click();
  await page.getByRole('button', { name: 'Aceptar la invitación' }).waitFor();
  await page.getByText(email).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/es${path}`);
});

test('an invitation that was withdrawn, accepted or never made says so', async () => {
  const { account, world, path } = await invited();
  const { page } = await site.visit();
  const { bearer } = account;
  const { invites } = await world.succeed('invite.list', {}, { bearer });
  await page.goto(path);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await world.succeed('invite.revoke', { id: invites[0]!.id }, { bearer });
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.getByText('This invitation was revoked. Ask for a new one').waitFor();
  await page.reload();
  await page.getByText('This invitation was revoked').waitFor();
  await page.getByText(`Ask ${account.email} for a new one.`).waitFor();
  const taken = await invited();
  const { email, path: used } = taken;
  await world.succeed('password.create', { email, password: 'correct horse', reference: used.split('/').at(-1)! });
  await page.goto(used);
  await page.getByText('This invitation has already been accepted').waitFor();
  await page.goto('/invite/unknown');
  await page.getByText('This link is wrong, or the invitation was deleted').waitFor();
});
