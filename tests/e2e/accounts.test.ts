/** Accounts in the browser: every flow with the keyboard alone. */
// CI only: it walks every flow of an account with the keyboard.

import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CONSENT, createSite, expectNoComplaints, type Site, stored } from '../support/browser/visitor.ts';
import { approve, setBilling } from '../support/server/billing.ts';
import { freshEmail } from '../support/server/newcomers.ts';
import { eventually } from '../support/server/test-server.ts';

let site: Site;
let server: Site['server'];
let visit: Site['visit'];
let visitSignedIn: Site['visitSignedIn'];

beforeAll(async () => {
  site = await createSite();
  ({ server, visit, visitSignedIn } = site);
});
afterAll(() => site?.stop());
afterEach(() => site.leave());

const newestMail = (email: string, subject: string) =>
  eventually(async () => (await server.mailbox(email)).find((mail) => mail.subject.includes(subject)), `“${subject}”`);

const codeIn = (mail: { text: string }) => /^[A-Z2-9]{6}$/m.exec(mail.text)![0];

const selfOf = async (email: string, password: string) => {
  const { body } = await server.call('password.authenticate', { email, password });
  return (await server.call('user.self', {}, { bearer: body.access_token })).body;
};

describe('with the keyboard alone', () => {
  const PASSWORD = 'correct horse';

  test('a visitor accepts storage, signs up and reaches the dashboard', async () => {
    const visitor = await visit({ storage: {} });
    const { page, pressLink, pressButton, type, at } = visitor;
    await page.goto('/');
    await page.getByRole('region', { name: 'Storage consent' }).waitFor();
    await pressButton('Accept');
    await pressLink('Start for free');
    await at('/sign-up');
    const email = freshEmail();
    await type('Work email', email);
    await type('Password', PASSWORD);
    await page.keyboard.press('Enter');
    await at('/dashboard');
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    expect(await selfOf(email, PASSWORD)).toMatchObject({ email, type: 'NATURAL', email_verified: false });
    expectNoComplaints(visitor);
  });

  test('an address is verified with the code sent on opening, typed as people type it', async () => {
    const { page, type, at, user, complaints } = await visitSignedIn();
    await page.goto('/verify-email');
    const code = codeIn(await newestMail(user.email, 'Verify'));
    const untidy = `${code.slice(0, 2).toLowerCase()} ${code.slice(2, 3)}-${code.slice(3)} `;
    await type('Code', untidy);
    await expect.poll(() => page.getByLabel('Code', { exact: true }).inputValue()).toBe(code);
    await page.keyboard.press('Enter');
    await at('/settings');
    const message = page.getByRole('status').filter({ hasText: `The address ${user.email} is verified.` });
    await message.getByRole('button', { name: 'Add new API keys' }).waitFor();
    const verified = page.locator('dt', { hasText: 'Email verified' }).locator('xpath=following-sibling::dd[1]');
    await verified.getByText('Yes').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Verify email' }).isDisabled()).toBe(true);
    await page.goto('/verify-email');
    await page.getByText('is already verified').waitFor();
    await expect.poll(() => page.getByLabel('Code', { exact: true }).count()).toBe(0);
    expect(await server.mailbox(user.email)).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  test('settings show the user, and link to every change', async () => {
    const { page, pressLink, at, user } = await visitSignedIn();
    const { body } = await server.call('user.self', {}, { bearer: user.bearer });
    await page.goto('/settings');
    for (const text of [String(body.id), 'Natural user', user.email, 'No'])
      await page.locator('dd').filter({ hasText: text }).first().waitFor();
    for (const [name, path] of [
      ['Verify email', '/verify-email'],
      ['Change email', '/change-email'],
      ['Change password', '/change-password'],
      ['Account deletion', '/account-deletion'],
    ] as const) {
      await page.goto('/settings');
      await pressLink(name);
      await at(path);
    }
  });

  test('an email address is changed and is unverified, and the old one is notified', async () => {
    const { page, pressLink, pressButton, type, at, user } = await visitSignedIn();
    const new_email = freshEmail();
    await page.goto('/settings');
    await pressLink('Change email');
    await type('Password', user.password);
    await type('New email', new_email);
    await pressButton('Change email');
    await at('/settings');
    await page.getByText('Verify the new address.').waitFor();
    await page.locator('dd', { hasText: new_email }).waitFor();
    expect(await selfOf(new_email, user.password)).toMatchObject({ email: new_email, email_verified: false });
    await newestMail(user.email, 'email address was changed');
  });

  test('a password is changed, and all other sign-ins end', async () => {
    const { page, pressLink, pressButton, type, at, user } = await visitSignedIn();
    const { body: other } = await server.call('password.authenticate', user);
    await page.goto('/settings');
    await pressLink('Change password');
    await type('Current password', user.password);
    await type('New password', 'battery staple');
    await pressButton('Change password');
    await at('/settings');
    await page.getByText('Password changed.').waitFor();
    expect(await server.call('user.self', {}, { bearer: other.access_token })).toMatchObject({ status: 401 });
    await selfOf(user.email, 'battery staple');
    await pressLink('Users');
    await page.getByText('Natural user').waitFor();
  });

  test('API keys are generated once, shown once, and work', async () => {
    const { page, pressLink, pressButton, type, at, isFocused, reach, context } = await visitSignedIn();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/dashboard');
    await pressLink('Users');
    await at('/users');
    await pressLink('Add new API keys');
    await at('/add-keys');
    await type('Name', 'Production');
    await pressButton('Generate');
    const pair = page.getByRole('region', { name: 'Production' });
    await pair.waitFor();
    await eventually(() => isFocused(pair), 'the focus on the keys');
    const [public_key, secret] = await pair.locator('dd code').allTextContents();
    expect(public_key).toMatch(/^public-key-/);
    expect(secret).toMatch(/^secret-/);
    await expect.poll(() => page.getByRole('button', { name: 'Generate' }).isDisabled()).toBe(true);
    await reach(page.getByRole('button', { name: 'Copy the secret' }));
    await page.keyboard.press('Enter');
    await page.getByText('Copied').first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    await page.getByText(`SIGILL_SECRET=${secret}`).waitFor();
    const basic = { public_key: public_key!, secret: secret! };
    expect(await server.call('session.list', {}, { basic })).toMatchObject({ status: 200 });

    await page.reload();
    await page.getByRole('button', { name: 'Generate' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await pressLink('Users');
    const key = page.getByRole('link', { name: public_key!.slice(0, 'public-key-'.length + 8) });
    await key.getByText('Service user').waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(JSON.stringify((await stored(page)).local)).not.toContain(secret);
  });

  test('an invitation is listed on the users page until it is accepted, and can be resent and revoked', async () => {
    const { page, pressLink, pressButton, type, at, user, press, isFocused } = await visitSignedIn();
    const guest = freshEmail();
    await page.goto('/users');
    await page.getByText('No pending invitations.').waitFor();
    await pressLink('Add a new user');
    await page.getByText(`please verify ${user.email} first`).waitFor();
    await expect.poll(() => page.getByLabel('Email').count()).toBe(0);
    await pressLink('Verify email');
    await at('/verify-email');
    await expect.poll(() => isFocused(page.getByLabel('Code', { exact: true }))).toBe(true);
    await page.keyboard.type(codeIn(await newestMail(user.email, 'Verify')));
    await page.keyboard.press('Enter');
    await at('/settings');
    await pressLink('Users');
    await pressLink('Add a new user');
    await at('/add-user');
    await type('Email', guest);
    await pressButton('Send invitation');
    await at('/users');
    const pending = page.getByRole('region', { name: 'Pending invitations' });
    await pending.getByText(guest, { exact: true }).waitFor();
    await pending.getByText(`by ${user.email}`).waitFor();
    await pending.getByText('Valid until').waitFor();
    const sentTo = async () => (await server.mailbox(guest)).length;
    expect(await sentTo()).toBe(1);
    // Resending creates a new invitation. Until the delayed list arrives, the row still shows the previous invitation.
    await page.route('**/api/v1/invite.list', async (route) => {
      await pause(3000);
      await route.continue();
    });
    await press(pending.getByRole('button', { name: `Resend the invitation to ${guest}` }));
    await eventually(async () => (await sentTo()) === 2, 'the second mail');

    const revoke = pending.getByRole('button', { name: `Revoke the invitation to ${guest}` });
    await press(revoke);
    const dialog = page.getByRole('dialog', { name: 'Revoke the invitation?' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await isFocused(revoke)).toBe(true);
    await page.keyboard.press('Enter');
    await press(dialog.getByRole('button', { name: 'Revoke', exact: true }));
    await page.getByText(`Invitation to ${guest} revoked.`).waitFor();
    await page.getByText('No pending invitations.').waitFor();

    const link = new URL(/https?:\/\/\S+/.exec((await newestMail(guest, 'invited')).text)![0]);
    const late = await visit();
    await late.page.goto(link.pathname);
    await late.page.getByText('This invitation was revoked').waitFor();
    await late.page.getByText(`Ask ${user.email} for a new one.`).waitFor();
    expect(await late.page.getByLabel('Password', { exact: true }).count()).toBe(0);
  });

  test('a browser that signed in before can sign in while strangers guess from its address', async () => {
    const email = freshEmail();
    const { page, context, type, at, pressLink } = await visit();
    await page.goto('/sign-up');
    await type('Work email', email);
    await type('Password', PASSWORD);
    await page.keyboard.press('Enter');
    await at('/dashboard');
    await pressLink('Settings');
    await page.goto('/sign-out');
    await page.waitForURL((url) => url.pathname !== '/sign-out');
    const [device] = (await context.cookies()).filter(({ name }) => name === 'sigill-device');
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(device!.value).not.toContain(email);
    const guess = () => server.call('password.authenticate', { email, password: 'guess' });
    const guesses = await Promise.all(Array.from({ length: 20 }, guess));
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10);
    await page.goto('/sign-in');
    await type('Email', email);
    await type('Password', PASSWORD);
    await page.keyboard.press('Enter');
    await at('/dashboard');
  });

  test('an invited colleague joins the account with the emailed link, and can be deleted but not by themselves', async () => {
    const { page, pressLink, pressButton, type, at, user, press, isFocused } = await site.visitVerified();
    const guest = freshEmail();
    await page.goto('/users');
    await pressLink('Add a new user');
    await at('/add-user');
    await type('Email', guest);
    await pressButton('Send invitation');
    await at('/users');
    await page.getByText(`Invitation sent to ${guest}.`).waitFor();
    const link = new URL(/https?:\/\/\S+/.exec((await newestMail(guest, 'invited')).text)![0]);

    const colleague = await visit();
    await colleague.page.goto(link.pathname);
    await colleague.page.getByText(`${user.email} invites you to their account.`).waitFor();
    await colleague.page.getByText(guest, { exact: true }).waitFor();
    await colleague.type('Password', PASSWORD);
    await colleague.pressButton('Accept the invitation');
    await colleague.at('/dashboard');
    await colleague.pressLink('Users');
    await colleague.page.getByRole('link', { name: user.email }).waitFor();
    await colleague.press(colleague.page.getByRole('link', { name: guest }));
    await colleague.page.getByText('This is you.').waitFor();
    expect(await colleague.page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);

    await page.reload();
    await press(page.getByRole('link', { name: guest }));
    const remove = page.getByRole('button', { name: 'Delete', exact: true });
    await press(remove);
    const dialog = page.getByRole('dialog', { name: `Delete ${guest}?` });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await isFocused(remove)).toBe(true);
    await page.keyboard.press('Enter');
    await press(dialog.getByRole('button', { name: 'Delete', exact: true }));
    await at('/users');
    await page.getByText(`${guest} was deleted.`).waitFor();
    await expect.poll(() => page.getByRole('link', { name: guest }).count()).toBe(0);
    expect(await server.call('password.authenticate', { email: guest, password: PASSWORD })).toMatchObject({
      status: 401,
    });

    // For two seconds, a list is not fetched again. After that, the colleague's next call is refused, which redirects. Focusing the
    // link may already make that call.
    await pause(2000);
    void colleague.pressLink('Users').catch(() => undefined);
    await colleague.at('/');
  });

  test('signing out opens the locale root, and signing in returns to the page that asked for it', async () => {
    const { page, pressLink, pressButton, type, at, user } = await visitSignedIn();
    await page.goto('/es/settings');
    await pressLink('Cerrar sesión');
    await at('/es');
    expect(await server.call('user.self', {}, { bearer: user.bearer })).toMatchObject({ status: 401 });
    await page.goto('/es/users?from=bookmark');
    await at('/es/sign-in');
    await type('Correo electrónico', user.email);
    await type('Contraseña', user.password);
    await pressButton('Iniciar sesión');
    await at('/es/users?from=bookmark');
  });

  test('a forgotten password is replaced with the emailed code', async () => {
    const user = await server.signUp();
    const visitor = await visit();
    const { page, pressLink, pressButton, type, at } = visitor;
    await page.goto('/sign-in');
    await pressLink('Forgot your password?');
    await at('/recover-password');
    await type('Email', user.email);
    await pressButton('Send code');
    await at('/new-password');
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(user.email);
    const code = codeIn(await newestMail(user.email, 'new password'));
    await type('Code', code.toLowerCase());
    await expect.poll(() => page.getByLabel('Code', { exact: true }).inputValue()).toBe(code);
    await type('New password', 'battery staple');
    await page.keyboard.press('Enter');
    await at('/sign-in');
    await page.getByText('Password changed. Sign in with the new one.').waitFor();
    await type('Email', user.email);
    await type('Password', 'battery staple');
    await page.keyboard.press('Enter');
    await at('/dashboard');
    expectNoComplaints(visitor);
  });

  test.each([
    ['/new-password', '/recover-password'],
    ['/es/new-password', '/es/recover-password'],
  ])('%s without an address redirects to %s', async (from, to) => {
    const { page, at } = await visit();
    await page.goto(from);
    await at(to);
  });

  test.each(['Google', 'Microsoft'])('a person signs up and in with %s', async (provider) => {
    const email = freshEmail();
    for (const storage of [{}, undefined] as const) {
      const visitor = await visit(storage && { storage });
      const { page, pressLink, pressButton, type, at } = visitor;
      await page.goto('/sign-in');
      await pressLink(`Continue with ${provider}`);
      await page.waitForURL(/\/_local\//);
      await type('Email', email);
      await pressButton('Continue');
      await at('/dashboard');
      await page.getByRole('heading', { name: 'Get started' }).waitFor();
      await pressLink('Settings');
      await page.locator('dd', { hasText: `${provider} Single Sign-On` }).waitFor();
      for (const [name, reason] of [
        ['Verify email', 'Verified'],
        ['Change email', `${provider} Single Sign-On`],
        ['Change password', `${provider} Single Sign-On`],
      ] as const)
        await expect
          .poll(() => page.getByRole('button', { name: `${name} ${reason}`, exact: true }).isDisabled())
          .toBe(true);
      // Without consent a reload ends the sign-in.
      for (const path of storage ? [] : ['/change-email', '/change-password']) {
        await page.goto(path);
        await page.getByText(`You sign in with ${provider}`).waitFor();
        expect([path, await page.locator('main form, main input').count()]).toEqual([path, 0]);
      }
      expectNoComplaints(visitor);
    }
    const users = await server.ctx.db.selectFrom('users').select('id').where('email', '=', email).execute();
    expect(users).toHaveLength(1);
  });

  test.each(['Google', 'Microsoft'])('a person who cancels at %s is told what happened', async (provider) => {
    const { page, pressLink, pressButton } = await visit();
    await page.goto(`/sign-in`);
    await pressLink(`Continue with ${provider}`);
    await page.waitForURL(/\/_local\//);
    await pressButton('Cancel');
    const words = `Something went wrong when connecting your ${provider} account.`;
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
    await pressButton(`Try again with ${provider}`);
    await page.waitForURL(/\/_local\//);
    await pressButton('Cancel');
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
    await pressLink('Back to sign in');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test.each(['Google', 'Microsoft'])(
    '%s with an already registered address signs nobody in, and says why',
    async (provider) => {
      const { email } = await server.signUp();
      const { page, pressLink, pressButton, type, path } = await visit();
      await page.goto('/sign-in');
      await pressLink(`Continue with ${provider}`);
      await page.waitForURL(/\/_local\//);
      await type('Email', email);
      await pressButton('Continue');
      await page.getByRole('alert').waitFor();
      expect(path()).toMatch(new RegExp(`^/${provider.toLowerCase()}\\?`));
      expect(Object.keys((await stored(page)).local)).not.toContain('sigill.credentials');
    },
  );

  test('deleting an account shows the amount of its last bill', async () => {
    const { page, user } = await visitSignedIn();
    const { id } = (await server.call('billing.self', {}, { bearer: user.bearer })).body;
    const lastBill = page.getByRole('region', { name: 'Final invoice' });
    const says = (text: string) => lastBill.getByText(text, { exact: true }).waitFor();

    await page.goto('/account-deletion');
    await says('You owe nothing for this billing cycle.');
    await setBilling(server, id, { credit: 0, country: 'SE' });
    await approve(server, id, 3);
    await page.reload();
    await says('The final invoice is $0.38, which is too little to charge.');
    await approve(server, id, 5);
    await page.reload();
    await says('If you delete the account today, the final invoice is $1.00.');
    const amounts = (await lastBill.locator('dl > div').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(amounts.slice(1)).toEqual(['Verified identities 8 × $0.10 $0.80', 'VAT 25% $0.20', 'Total $1.00']);
    await page.goto('/es/account-deletion');
    await page.getByText('Si eliminas la cuenta hoy, la última factura es de 1,00\u00a0$.').waitFor();
  });

  test('an account is deleted by typing its email address, and all its users are signed out', async () => {
    const { page, pressLink, pressButton, type, at, user } = await visitSignedIn();
    await page.goto('/settings');
    await pressLink('Account deletion');
    await page.getByText('This deletes the entire account, for everyone in it.').waitFor();
    const remove = page.getByRole('button', { name: 'Delete account' });
    await expect.poll(() => remove.isDisabled()).toBe(true);
    await type('Type your email to confirm', 'another@example.com');
    await expect.poll(() => remove.isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    expect(await server.call('user.self', {}, { bearer: user.bearer })).toMatchObject({ status: 200 });
    await type('Type your email to confirm', user.email.toUpperCase());
    await pressButton('Delete account');
    await at('/');
    expect((await stored(page)).local).toEqual(CONSENT);
    const { email, password } = user;
    expect(await server.call('password.authenticate', { email, password })).toMatchObject({ status: 401 });
  });
});

describe('the dashboard', () => {
  test('opens the first step that is not done, and marks the others', async () => {
    const { page, press, user } = await visitSignedIn();
    const step = (name: string) =>
      page
        .locator('details')
        .filter({ has: page.getByText(name, { exact: true }) })
        .last();
    const isOpen = (name: string) => step(name).evaluate((element) => element.hasAttribute('open'));
    const [first, second, third] = ['Verify email', 'Generate API credentials', 'Enable billing'] as const;
    await page.goto('/dashboard');
    await step(first).waitFor();
    expect([await isOpen(first), await isOpen(second), await isOpen(third)]).toEqual([true, false, false]);
    await press(step(second).locator('summary'));
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);

    await server.call('password.verify_email_send_code', {}, { bearer: user.bearer });
    const code = codeIn(await newestMail(user.email, 'Verify'));
    await server.call('password.verify_email', { code }, { bearer: user.bearer });
    await page.reload();
    await step(first).getByText('Done').waitFor();
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);
    await press(step(first).locator('summary'));
    expect(await isOpen(first)).toBe(false);
    await server.call('user.create_service_user', {}, { bearer: user.bearer });
    await page.reload();
    await page.locator('summary').filter({ hasText: '2 of 4 done. Next: Integrate' }).waitFor();
    await step(second).getByText('Done').waitFor();
    expect(await isOpen('Integrate and verify a first passport or ID')).toBe(true);
  });

  test('shows the sessions of 30 and of 90 days as the API counts them', async () => {
    const { page, user } = await visitSignedIn();
    const key = await server.keyOf(user);
    const basic = { public_key: key.public_key, secret: key.secret };
    const { merchant_id } = await server.ctx.db
      .selectFrom('users')
      .select('merchant_id')
      .where('id', '=', key.id)
      .executeTakeFirstOrThrow();
    for (let session = 0; session < 3; session++) await server.call('session.create', {}, { basic });
    const day = new Date(server.deps.clock.now().getTime() - 45 * 86_400_000).toISOString().slice(0, 10);
    await server.ctx.db
      .insertInto('usage_days')
      .values({ merchant_id, day, specimen: 0, created: 4, approved: 2, rejected: 1 })
      .execute();
    const { body: usage } = await server.call('dashboard.usage', {}, { bearer: user.bearer });
    expect(usage).toMatchObject({ last_30_days: 3, last_90_days: 7 });
    await page.goto('/dashboard');
    const count = (label: string) =>
      page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]').innerText();
    await page.getByText('Last 30 days').first().waitFor();
    expect(await count('Last 30 days')).toMatch(/^3\s+sessions$/);
    expect(await count('Last 90 days')).toMatch(/^7\s+sessions$/);
  });
});
