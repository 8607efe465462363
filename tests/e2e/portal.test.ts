// CI only: it walks every screen of the portal and its mock.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
import { createSite, expectNoComplaints, type Site, signedIn, type Visitor } from '../support/browser/visitor.ts';
import { createReceiver } from '../support/server/receiver.ts';
import { eventually } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
let server: Site['server'];
let visit: Site['visit'];

beforeAll(async () => {
  site = await createSite();
  ({ server, visit } = site);
});
afterAll(() => site?.stop());
afterEach(() => site.leave());

async function enter() {
  const account = await server.account();
  const visitor = await visit({ storage: signedIn(account.credentials) });
  return { ...visitor, account, world: createWorld(server, account) };
}

const fact = (page: Page, name: string) =>
  page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');
const cells = (page: Page, caption: string) =>
  page
    .getByRole('table', { name: caption, exact: true })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td, th')].map(({ textContent }) => textContent)),
    );

async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([]);
}

describe('callbacks in the portal', () => {
  test('show the attempts of a failed one and resend it, by keyboard alone', async () => {
    // 410 ends the attempts.
    let status = 410;
    await using receiver = await createReceiver(() => ({ status }));
    const visitor = await enter();
    const { page, world, reach, pressLink, pressButton } = visitor;
    const { id, token } = await world.session({ callback_url: receiver.url, reference: 'order-7' });
    await world.succeed('reader.abort', { token });
    await eventually(async () => receiver.received.length === 1, 'the first attempt');

    await page.goto('/dashboard');
    await pressLink('All callbacks');
    await page.getByRole('table', { name: 'Callbacks', exact: true }).waitFor();
    expect((await cells(page, 'Callbacks')).map((row) => row.slice(1))).toEqual([
      ['Cancelled', 'Failed', '1', String(id), receiver.url],
    ]);
    await visitor.press(page.getByRole('table').getByRole('link').first());
    await fact(page, 'Delivery').getByText('Failed').waitFor();
    await expect.poll(() => fact(page, 'Event').textContent()).toBe('Created → Cancelled');
    expect((await cells(page, 'Attempts'))[0]).toEqual([
      '1',
      expect.stringMatching(/2026|20\d\d/),
      '410',
      expect.stringMatching(/^\d[\d,]* ms$/),
    ]);
    await page.getByText('"reference": "order-7"').waitFor();
    await expectAccessible(page);

    status = 204;
    await reach(page.getByRole('button', { name: 'Resend' }));
    await pressButton('Resend');
    await fact(page, 'Delivery').getByText('Delivered').waitFor();
    expect((await cells(page, 'Attempts')).map((row) => row[2])).toEqual(['410', '204']);
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.raw).toBe(first?.raw);
    expectNoComplaints(visitor);
  });

  test('show the reason when there was no response', async () => {
    const { page, world } = await enter();
    const gone = await createReceiver();
    await gone[Symbol.asyncDispose]();
    const { id: session_id, token } = await world.session({ callback_url: gone.url });
    await world.succeed('reader.abort', { token });
    const { bearer } = world.account;
    const callback = await eventually(async () => {
      const { callbacks } = await world.succeed('callback.list', { session_id }, { bearer });
      return callbacks[0]?.attempts === 1 && callbacks[0];
    }, 'the first attempt');
    await page.goto(`/callback/${callback.id}`);
    await fact(page, 'Delivery').getByText('Pending').waitFor();
    await expect.poll(async () => (await cells(page, 'Attempts'))[0]?.[2]).toMatch(/^No response./);
    await expect.poll(() => page.getByRole('button', { name: 'Resend' }).isDisabled()).toBe(true);
    await fact(page, 'Next attempt').waitFor();
  });

  test('keep filters and pages in the URL, also after a reload and going back', async () => {
    const { page, world, at } = await enter();
    const callback_url = `${server.base}/_local/callbacks/pages`;
    const sessions = await Promise.all(Array.from({ length: 21 }, () => world.session({ callback_url })));
    for (const { token } of sessions) await world.succeed('reader.abort', { token });
    const { id } = sessions[4]!;
    const { bearer } = world.account;
    await eventually(async () => {
      const { callbacks } = await world.succeed('callback.list', { state: 'PENDING' }, { bearer });
      return callbacks.length === 0;
    }, 'all deliveries');

    await page.goto('/callbacks');
    const rows = page.getByRole('table', { name: 'Callbacks', exact: true }).locator('tbody tr');
    await rows.nth(19).waitFor();
    await expect.poll(() => rows.count()).toBe(20);
    await page.getByRole('link', { name: 'Older' }).click();
    await page.waitForURL(/cursor=/);
    await eventually(async () => (await rows.count()) === 1, 'the second page');
    await page.reload();
    await eventually(async () => (await rows.count()) === 1, 'the second page again');
    await page.getByRole('link', { name: 'Newest' }).click();
    await at('/callbacks');

    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Session id').fill(String(id));
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await at(`/callbacks?session_id=${id}`);
    await eventually(async () => (await rows.count()) === 1, 'the callback of the session');
    await page.getByLabel('Delivery', { exact: true }).selectOption('FAILED');
    await page.getByText('Nothing matches these filters.').waitFor();
    expect(new URL(page.url()).searchParams.get('session_id')).toBe(String(id));
    await page.reload();
    await page.getByText('Nothing matches these filters.').waitFor();
    await expect.poll(() => page.getByLabel('Session id').inputValue()).toBe(String(id));
    await expect.poll(() => page.getByLabel('Delivery', { exact: true }).inputValue()).toBe('FAILED');
    await page.goBack();
    await eventually(async () => (await rows.count()) === 1, 'the filter before');
    await page.getByRole('link', { name: String(id) }).click();
    await at(`/session/${id}`);
    await page.getByRole('link', { name: 'All callbacks for this session' }).click();
    await at(`/callbacks?session_id=${id}`);
  });

  test('say how to get one if the account has none, and report an unknown one', async () => {
    const { page, at, pressLink } = await enter();
    await page.goto('/callbacks');
    await page.getByRole('heading', { name: 'Your callbacks will appear here.' }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(1);
    await page.getByRole('listitem').getByRole('link', { name: 'Add an endpoint' }).waitFor();
    await page.goto('/callbacks?state=FAILED');
    await page.getByText('Nothing matches these filters.').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await pressLink('Send a test');
    await at('/callback-test');
    await page.goto(`/callback/msg_${'0'.repeat(40)}`);
    await page.getByText('No callback has this id.').waitFor();
    await pressLink('All callbacks');
    await at('/callbacks');
    await page.goto('/callback/1');
    await page.getByText('No callback has this id.').waitFor();
    await page.goto('/session/xyz');
    await page.getByRole('link', { name: 'All sessions' }).waitFor();
    expect(await page.getByText('Broken link').count()).toBe(0);
  });
});

describe('the signing secret', () => {
  test('is hidden until requested, and is copied without being shown', async () => {
    const { page, context, world, pressButton, reach } = await enter();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { secret } = await world.succeed('callback.secret', {}, { bearer: world.account.bearer });
    await page.goto('/callback-secret');
    const region = page.locator('main');
    await region.getByRole('button', { name: 'Show' }).waitFor();
    await expect.poll(() => page.locator('main').textContent()).not.toContain(secret);
    await pressButton('Copy the signing secret');
    await region.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    await reach(region.getByRole('button', { name: 'Show' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await region.getByText(secret).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('main').textContent()).not.toContain(secret);
  });

  test('is rotated after an explanation that both work for 24 hours, and both then verify a callback', async () => {
    await using receiver = await createReceiver();
    const { page, world, pressButton, press } = await enter();
    const { bearer } = world.account;
    const { secret: before } = await world.succeed('callback.secret', {}, { bearer });
    await page.goto('/callback-secret');
    await pressButton('Rotate the secret');
    const dialog = page.getByRole('dialog', { name: 'Rotate the signing secret?' });
    await dialog.getByText('Both secrets work for 24 hours').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect((await world.succeed('callback.secret', {}, { bearer })).secret).toBe(before);

    await pressButton('Rotate the secret');
    await press(dialog.getByRole('button', { name: 'Rotate', exact: true }));
    const after = await eventually(async () => {
      const { secret } = await world.succeed('callback.secret', {}, { bearer });
      return secret !== before && secret;
    }, 'the new secret');
    const region = page.locator('main');
    await region.getByText(after).waitFor();
    await region.getByText('The previous secret also signs until').waitFor();

    const { token } = await world.session({ callback_url: receiver.url });
    await world.succeed('reader.abort', { token });
    await eventually(async () => receiver.received.length === 1, 'a callback');
    const { raw, headers } = receiver.received[0]!;
    for (const secret of [before, after])
      expect(() => new Webhook(secret).verify(raw, headers as Record<string, string>)).not.toThrow();

    await pressButton('Rotate the secret');
    await dialog.getByText('The secret from before the last rotation stops working immediately.').waitFor();
  });
});

describe('API keys in the portal', () => {
  const rotate = async ({ page, press, reach }: Visitor, choice: string, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    await reach(page.getByRole('button', { name: 'Rotate the secret' }), key);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Rotate the secret?' });
    await reach(dialog.getByLabel('Current secret expires'));
    await dialog.getByLabel('Current secret expires').selectOption({ label: choice });
    return { dialog, confirm: () => press(dialog.getByRole('button', { name: 'Rotate', exact: true })) };
  };
  const secretShown = async (page: Page, other: string): Promise<string> =>
    eventually(async () => {
      const secret = await page
        .getByText(/^secret-/)
        .first()
        .textContent();
      return secret !== other && secret!;
    }, 'a new secret');

  test('are rotated with an overlap or immediately, and the new secret is shown once', async () => {
    const visitor = await enter();
    const { page, account, isFocused } = visitor;
    const { public_key, secret: first } = account.basic;
    const status = async (secret: string) =>
      (await server.call('session.list', {}, { basic: { public_key, secret } })).status;
    await page.goto(`/user/${account.key_id}`);
    await fact(page, 'Last used').getByText('Not used yet').waitFor();
    await server.call('session.list', {}, { basic: account.basic });

    const overlapping = await rotate(visitor, 'in 24 hours');
    await overlapping.dialog.getByText('Both secrets work').waitFor();
    await expectAccessible(page);
    await overlapping.confirm();
    const second = await secretShown(page, '');
    await page.getByText(public_key, { exact: true }).waitFor();
    await eventually(() => isFocused(page.getByRole('region', { name: 'Key pair' })), 'the focus on the key pair');
    expect(await Promise.all([first, second].map(status))).toEqual([200, 200]);

    const ending = await rotate(visitor, 'immediately', 'Shift+Tab');
    await ending.dialog.getByText('refused immediately').waitFor();
    await ending.confirm();
    const third = await secretShown(page, second);
    expect(await Promise.all([first, second, third].map(status))).toEqual([401, 401, 200]);

    await page.reload();
    await fact(page, 'Last used').locator('time').waitFor();
    expect(await page.content()).not.toContain(third);
    expectNoComplaints(visitor);
  });

  test('get a name and another one, by keyboard alone', async () => {
    const visitor = await enter();
    const { page, account, world, reach, isFocused } = visitor;
    await page.goto(`/user/${account.key_id}`);
    await page.getByRole('button', { name: 'Add a name' }).waitFor();
    await reach(page.getByRole('button', { name: 'Add a name' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'API key name' });
    const field = dialog.getByLabel('Name', { exact: true });
    await eventually(() => isFocused(field), 'the focus on the name');
    await expectAccessible(page);
    await eventually(() => isFocused(field), 'the focus still on the name');
    await page.keyboard.press('Enter');
    await dialog.getByText('Enter 1 to 100 characters.').waitFor();
    await page.keyboard.type('  Staging ');
    await page.keyboard.press('Enter');
    await fact(page, 'Name').getByText('Staging', { exact: true }).waitFor();
    await page.getByText('Name saved.').waitFor();
    await eventually(() => isFocused(page.getByRole('button', { name: 'Rename' })), 'the focus back on the button');

    // Escape discards the input, so the dialog opens with the unchanged name, which is selected.
    await page.keyboard.press('Enter');
    await eventually(() => isFocused(field), 'the focus on the name');
    await page.keyboard.type('Nothing');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    const hidden = page.locator('dialog input[name="name"]');
    await eventually(async () => (await hidden.inputValue()) === 'Staging', 'what was typed to be forgotten');
    await page.keyboard.press('Enter');
    await eventually(() => isFocused(field), 'the focus on the name');
    await page.keyboard.type('Production');
    await page.keyboard.press('Enter');
    await fact(page, 'Name').getByText('Production', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Production' }).waitFor();
    const { bearer, key_id: id } = account;
    expect(await world.succeed('user.get', { id }, { bearer })).toMatchObject({ name: 'Production' });
    await page.goto('/es/audit-log');
    await page.getByText('Cambió el nombre de una clave de API').first().waitFor();
    await page.goto('/users');
    await page.getByText('Production').waitFor();
    expect(await page.locator('main h2').allInnerTexts()).toEqual(['People', 'API keys', 'Pending invitations']);
    expectNoComplaints(visitor);
  });

  test.each(['Escape', 'Enter'])('open the name dialog again when asked while %s closes it', async (key) => {
    const { page, account, reach, isFocused } = await enter();
    await page.goto(`/user/${account.key_id}`);
    await reach(page.getByRole('button', { name: 'Add a name' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'API key name' });
    const field = dialog.getByLabel('Name', { exact: true });
    await eventually(() => isFocused(field), 'the focus on the name');
    // Chromium fires the close event in the next frame. On a busy machine a key press can come before it; the observer simulates
    // that.
    await page.evaluate(`{
      const dialog = document.querySelector('dialog[open]');
      const reopening = new MutationObserver(() => {
        reopening.disconnect();
        document.activeElement.click();
      });
      reopening.observe(dialog, { attributeFilter: ['open'] });
      dialog.addEventListener('close', () => setTimeout(() => dialog.setAttribute('data-told', '')), { once: true });
    }`);
    await page.keyboard.type('Staging');
    await page.keyboard.press(key);
    await page.locator('dialog[data-told]').waitFor({ state: 'attached' });
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await expect.poll(() => field.inputValue()).toBe(key === 'Enter' ? 'Staging' : '');
  });

  test('cannot be rotated or renamed if the user is a person', async () => {
    const { page, world } = await enter();
    const { id } = await world.succeed('user.self', {}, { bearer: world.account.bearer });
    await page.goto(`/user/${id}`);
    await page.getByRole('link', { name: 'Sign-in and security' }).last().waitFor();
    for (const name of ['Delete', 'Rotate the secret', 'Rename', 'Add a name'])
      await expect.poll(() => page.getByRole('button', { name }).count()).toBe(0);
  });
});

/** The height of a table's line on a phone, in pixels. */
const LINE = 24;

describe('the audit log', () => {
  test('says who did what, when and to what, newest first', async () => {
    const visitor = await enter();
    const { page, world, pressLink, at } = visitor;
    const { bearer, email, key_id } = world.account;
    await world.succeed('callback.rotate_secret', {}, { bearer });
    await world.succeed('user.rotate_service_user', { id: key_id }, { bearer });
    const { id: invited } = await world.succeed('user.create_service_user', {}, { bearer });
    await world.succeed('user.delete', { id: invited }, { bearer });
    await page.goto('/settings');
    await pressLink('Audit log');
    await at('/audit-log');
    await page.getByRole('table', { name: 'Audit log' }).waitFor();
    const { alias } = await world.succeed('user.get', { id: key_id }, { bearer });
    const [day, ...rows] = await cells(page, 'Audit log');
    expect(day).toHaveLength(1);
    expect(
      rows.map(([, what, ...row]) => [what?.replaceAll(/127\.0\.0\.0\/24|req_\w+$/g, ''), ...row.slice(0, 2)]),
    ).toEqual([
      ['Deleted a user or API keyuser.delete', email, String(invited)],
      ['Generated API keysuser.create_service_user', email, String(invited)],
      ['Rotated an API key’s secretuser.rotate_service_user', email, alias],
      ['Rotated the signing secretcallback.rotate_secret', email, ''],
      ['Generated API keysuser.create_service_user', email, alias],
      ['Signed uppassword.create', email, ''],
    ]);
    for (const row of rows)
      expect([row[1], row[4]]).toEqual([expect.stringMatching(/req_\w+$/), expect.stringContaining('127.0.0.0/24')]);
    await page.goto('/es/audit-log');
    await page.getByText('Rotó el secreto de firma').waitFor();
    await page.getByRole('table').getByRole('link', { name: alias }).first().click();
    await at(`/es/user/${key_id}`);
    expectNoComplaints(visitor);
  });

  test('fits a sign-in on three lines of a phone, with its network among the details', async () => {
    const { page, account } = await enter();
    const { email, password } = account;
    const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0';
    await server.call('password.authenticate', { email, password }, {}, { 'User-Agent': browser });
    await page.goto('/audit-log');
    const entry = page.getByRole('row').filter({ hasText: 'Signed in' });
    const network = entry.getByText(/127\.0\.0\.0\/24/).filter({ visible: true });
    await network.waitFor();
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 700 });
      // Three lines, as much space around them as a fourth line, and a border.
      expect((await entry.boundingBox())?.height).toBeLessThan(4 * LINE + 2);
      for (const text of [email, 'Firefox, Linux']) await entry.getByText(text).filter({ visible: true }).waitFor();
    }
    await expect.poll(() => network.count()).toBe(0);
    await entry.getByText('Signed in').click();
    await network.waitFor();
    await expectAccessible(page);
  });

  test('is read in pages', async () => {
    const { page, world } = await enter();
    const { bearer } = world.account;
    for (let time = 0; time < 52; time++) await world.succeed('callback.rotate_secret', {}, { bearer });
    await page.goto('/audit-log');
    const rows = page.getByRole('table', { name: 'Audit log' }).locator('tr:has(td)');
    await rows.nth(49).waitFor();
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByText('Signed up').waitFor();
    await expect.poll(() => rows.count()).toBe(4);
    await expect.poll(() => page.getByRole('link', { name: 'Older' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Newest' }).click();
    await rows.nth(49).waitFor();
  });

  test('finds what was done and with what, and exports it', async () => {
    const { page, world } = await enter();
    const { bearer, key_id } = world.account;
    await world.succeed('user.rotate_service_user', { id: key_id }, { bearer });
    await page.goto('/audit-log');
    const rows = page.getByRole('table', { name: 'Audit log' }).locator('tr:has(td)');
    const search = page.getByRole('searchbox', { name: 'Search', exact: true });
    await search.fill('rotated');
    await search.press('Enter');
    await page.waitForURL(/\/audit-log\?search=rotated$/);
    await expect.poll(() => rows.count()).toBe(1);
    await search.fill(String(key_id));
    await search.press('Enter');
    await expect.poll(() => rows.count()).toBe(2);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^audit-log-.*\.csv$/);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('About').selectOption({ label: 'Identity data' });
    await page.getByText('Nothing matches these filters.').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await rows.nth(2).waitFor();
  });
});

test('settings show the name that people see, and link to more', async () => {
  const { page, world, pressLink, at } = await enter();
  const merchant = await world.succeed('merchant.self', {}, { bearer: world.account.bearer });
  await page.goto('/settings');
  await expect.poll(() => fact(page, 'Name').textContent()).toBe(merchant.name);
  await expect.poll(() => fact(page, 'Account id').textContent()).toBe(String(merchant.id));
  await pressLink('Callbacks');
  await at('/callbacks');
});

test.for([
  ['/requests?status=all&utm_source=mail', 'Requests'],
  ['/audit-log?from=yesterday&utm_source=mail', 'Audit log'],
  ['/dashboard?days=fortnight', 'Dashboard'],
  ['/sessions?state=LOST&utm_source=mail', 'Sessions'],
  ['/callbacks?from=yesterday&utm_source=mail', 'Callbacks'],
] as const)('%s shows its screen without what it does not know', async ([path, title]) => {
  const visitor = await enter();
  await visitor.page.goto(path);
  await visitor.page.getByRole('heading', { name: title, level: 1 }).waitFor();
  await visitor.page.waitForLoadState('networkidle');
  expect(await visitor.page.getByRole('alert').allTextContents()).toEqual([]);
  expectNoComplaints(visitor);
});

describe('the command palette', () => {
  const open = async (page: Page) => {
    await page.keyboard.press('ControlOrMeta+k');
    const box = page.getByRole('combobox', { name: 'Search', exact: true });
    await box.waitFor();
    return box;
  };
  const options = (page: Page) => page.getByRole('option').allTextContents();

  test('opens for keys that were pressed before the scripts ran', async () => {
    const { page } = await visit({ isolated: true });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/compare', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await expect.poll(() => page.getByRole('combobox').count()).toBe(0);
    release();
    await page.getByRole('combobox', { name: 'Search', exact: true }).waitFor();
  });

  test('finds pages, countries and calls for a visitor, by keyboard alone', async () => {
    const visitor = await visit({ isolated: true });
    const { page, isFocused } = visitor;
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    await page.goto('/compare');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(scripts.filter((path) => /Palette-|countries-|reference-/.test(path))).toEqual([]);

    const box = await open(page);
    expect(await isFocused(box)).toBe(true);
    expect(await options(page)).toContain('Pricing');
    expect(await options(page)).not.toContain('Dashboard');
    await expectAccessible(page);
    await page.keyboard.type('pric');
    await eventually(
      async () => (await page.getByRole('option', { selected: true }).textContent()) === 'Pricing',
      'Pricing',
    );
    const active = await box.getAttribute('aria-activedescendant');
    await expect.poll(() => page.getByRole('option', { selected: true }).getAttribute('id')).toBe(active);
    await page.keyboard.press('Enter');
    await visitor.at('/pricing');

    await open(page);
    await page.keyboard.type('sweden');
    await page.getByRole('group', { name: 'Country coverage' }).getByRole('option', { name: 'Sweden' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/coverage#country-SE');
    await eventually(
      () => page.locator('#country-SE').evaluate((row) => row.getBoundingClientRect().top < 800),
      'the row of Sweden in sight',
    );

    await open(page);
    await page.keyboard.type('create ver');
    await page.getByRole('option', { name: 'session.create Create a' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/api-reference/sessions#session.create');

    await open(page);
    await page.keyboard.type('qzxv jkwq');
    await page.getByText('Nothing matches “qzxv jkwq”.').waitFor();
    await expect.poll(() => page.getByRole('combobox').getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Enter');
    expectNoComplaints(visitor);
  });

  test('moves with the arrows from end to end, closes on Escape and on its key, and returns the focus', async () => {
    const { page, reach, isFocused } = await visit();
    await page.goto('/pricing');
    const button = page.getByRole('button', { name: 'Search', exact: true });
    await reach(button);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Search', exact: true }).waitFor();
    const all = await options(page);
    const selected = () => page.getByRole('option', { selected: true }).textContent();
    expect(await selected()).toBe(all[0]);
    await page.keyboard.press('ArrowDown');
    expect(await selected()).toBe(all[1]);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await selected()).toBe(all.at(-1));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await isFocused(button)).toBe(true);
    await open(page);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('opens again for a user who asks for it as Escape closes it', async () => {
    const { page } = await visit();
    await page.goto('/pricing');
    const box = await open(page);
    // Chromium fires the close event in the next frame. On a busy machine a key press can come before it; holding the event back
    // simulates that.
    await page.evaluate(`{
      const dialog = document.querySelector('dialog[open]');
      globalThis.tell = () => dialog.dispatchEvent(new Event('close'));
      addEventListener('close', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
    }`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 200)).then(tell)');
    await box.waitFor();
    await page.keyboard.type('pric');
    await expect.poll(() => box.inputValue()).toBe('pric');
  });

  test('finds users and keys of the account, and its own pages first, also in Spanish', async () => {
    const visitor = await enter();
    const { page, account } = visitor;
    await page.goto('/es/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Buscar', exact: true }).waitFor();
    const pages = await options(page);
    expect(pages[0]).toBe('Panel');
    expect(pages).toContain('Registro de auditoría');
    expect(pages).not.toContain('Iniciar sesión');
    await page.keyboard.type(account.email.slice(0, 8));
    await page.getByRole('option', { name: account.email }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/es\/user\/\d+$/);
    expectNoComplaints(visitor);
  });
});

describe('the demo of the web client script', () => {
  const log = (page: Page) => page.getByRole('log', { name: 'Event log' });

  async function begin() {
    const visitor = await visit();
    const { page, pressButton } = visitor;
    await page.goto('/old_demo');
    await pressButton('Create demo session');
    await page.waitForURL(/\/old_demo\/[^/]+$/);
    const token = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1)!);
    await log(page).getByText('Waiting for the session to be completed').waitFor();
    return { ...visitor, token };
  }

  test('says how a session went, and starts over', async () => {
    const visitor = await begin();
    const { page, token, pressLink, at } = visitor;
    const world = createWorld(server, await server.account());
    await world.read('genuine', token);
    await log(page).getByText('Session completed').first().waitFor();
    await log(page).getByText('APPROVED').waitFor();
    await expectAccessible(page);
    await pressLink('Start over');
    await at('/old_demo');
    expectNoComplaints(visitor);
  });

  test.each([
    ['reader.abort', 'ABORTED', 'Session aborted'],
    ['reader.fail', 'FAILED', 'Session failed'],
  ] as const)('shows %s as %s', async (call, state, words) => {
    const { page, token } = await begin();
    if (call === 'reader.abort') await server.call(call, { token });
    else {
      const { body } = await server.call('reader.start', { token, platform: 'WEB', app_version: '1.0.0' });
      await server.call(call, { token, reader_key: body.reader_key, code: 'nfc_lost' });
    }
    await log(page).getByText(words).waitFor();
    await log(page).getByText(state, { exact: true }).waitFor();
  });

  test('is a script for any site: a page of another origin follows a session with it', async () => {
    const { page, complaints } = await visit();
    const { body } = await server.call('demo.create', {});
    const shop = createServer((_req, res) => {
      res.setHeader('Content-Type', 'text/html');
      res.end(`<!doctype html><title>Shop</title><p id="state"></p><script src="${server.base}/web-client.js"></script><script>
        const session = SigillWeb.session(${JSON.stringify(body.token)});
        session.onstate = (state) => { document.querySelector('#state').textContent += state + ' '; };
      </script>`);
    });
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    try {
      await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
      await page.getByText(/^CREATED/).waitFor();
      await server.call('reader.abort', { token: body.token });
      await page.getByText(/ABORTED $/).waitFor();
      expect(complaints).toEqual([]);
      // Other sites may make no other call.
      const refused = await page.evaluate<string>(
        `fetch('${server.base}/api/v1/demo.create', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then(() => 'answered', () => 'refused')`,
      );
      expect(refused).toBe('refused');
    } finally {
      shop.close();
    }
  });

  test('polls every 2 s at first, then 1.1 times less often each time, and not while the tab is hidden', async () => {
    const { page } = await visit({ isolated: true });
    const { body } = await server.call('demo.create', {});
    // The page's clock moves only by the steps below.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    await page.addInitScript(`{
      const ask = window.fetch;
      window.questions = [];
      window.fetch = async (...call) => {
        if (!String(call[0].url ?? call[0]).endsWith('/reader.state')) return ask(...call);
        const question = { asked: Date.now() };
        questions.push(question);
        const answer = await ask(...call);
        question.answered = Date.now();
        return answer;
      };
    }`);
    const questions = () => page.evaluate<{ asked: number; answered?: number }[]>('questions');
    const step = async () => {
      const all = await questions();
      if (all.every(({ answered }) => answered !== undefined)) await page.clock.runFor(200);
      return all;
    };
    await page.goto(`/old_demo/${encodeURIComponent(body.token)}`);
    const four = await eventually(async () => {
      const all = await step();
      return all.length >= 4 && all;
    }, 'four questions');
    for (const [index, { asked }] of four.slice(1, 4).entries()) {
      const wait = asked - four[index]!.answered!;
      expect(wait).toBeGreaterThanOrEqual(2000 * 1.1 ** index - 1);
      // The clock may have advanced by up to 500 ms more while the response was read.
      expect(wait).toBeLessThan(2000 * 1.1 ** index + 500);
    }

    const hide = (hidden: boolean) =>
      page.evaluate(
        `Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
      );
    await eventually(async () => (await questions()).every(({ answered }) => answered !== undefined), 'the answer');
    await hide(true);
    const before = (await questions()).length;
    await page.clock.runFor(60_000);
    expect((await questions()).length).toBe(before);
    await hide(false);
    await eventually(async () => (await step()).length === before + 1, 'the question on being seen again');
  });
});

describe('the log of requests', () => {
  test('finds a request by any text that contains its id, with what its code means', async () => {
    const { page, account, world, at } = await enter();
    const { id } = await world.session();
    const missing = await server.call('session.get', { id: 12 }, { basic: account.basic });
    const { error, code, request_id } = missing.body as unknown as Record<string, string>;
    await eventually(
      async () =>
        (await server.call('request.get', { request_id: request_id! }, { bearer: account.bearer })).status === 200,
      'the call to be in the log',
    );
    await page.goto('/requests');
    const rows = page.getByRole('table', { name: 'Requests' }).locator('tr:has(td)');
    await rows.nth(1).waitFor();
    const [day, ...requests] = await cells(page, 'Requests');
    expect(day).toHaveLength(1);
    expect(requests.map((row) => row.slice(1, 4))).toEqual([
      ['session.get', '404not_found', '12'],
      ['session.create', '200', String(id)],
    ]);
    await page.getByLabel('Response').selectOption('Errors only');
    await page.waitForURL(/refused=true/);
    await eventually(async () => (await rows.count()) === 1, 'the refused call alone');
    await page.reload();
    await eventually(async () => (await rows.count()) === 1, 'the refused call again');

    await page.getByLabel('Request id').fill('nothing of the kind');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('No request id found.').waitFor();
    await page.getByLabel('Request id').fill(`NotFoundError: ${error} (${code}, request ${request_id})`);
    await page.getByRole('button', { name: 'Find' }).click();
    await at(`/request/${request_id}`);
    await fact(page, 'Response').getByText('This does not exist').waitFor();
    const about = fact(page, 'Response').getByRole('link', { name: 'What it means' });
    await expect.poll(() => about.getAttribute('href')).toBe('/api-reference/errors#error-not_found');
    await expectAccessible(page);
    await page.goto('/request/req_0123456789abcdef01234567');
    await page.getByText('No API key of this account made a request with this id').waitFor();
  });

  test('says how long requests are kept, and that the operator has turned the log off', async () => {
    const { page, account } = await enter();
    await page.goto('/requests');
    await page
      .getByText('No requests yet. They appear here a second or two after the response and are kept for 30 days.')
      .waitFor();
    await server.call('session.list', {}, { basic: account.basic });
    await eventually(async () => {
      await page.reload();
      return (await page.getByRole('table', { name: 'Requests' }).count()) > 0;
    }, 'the request to be listed');
    await page.getByText('Requests are kept for 30 days.').waitFor();

    const off = await createSite({ environment: { REQUEST_LOG_DAYS: '0' } });
    try {
      const { page } = await off.visitSignedIn();
      await page.goto('/requests');
      await page.getByText('The operator of this service has turned the request log off').waitFor();
      await expect.poll(() => page.getByLabel('Request id').count()).toBe(0);
      await page.goto('/es/requests');
      await page.getByText('El operador de este servicio ha desactivado el registro de peticiones').waitFor();
    } finally {
      await off.stop();
    }
  });

  test('has its filters behind a line on a phone, which says how many are set', async () => {
    const { page } = await enter();
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto('/requests');
    const answer = page.getByLabel('Response');
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await answer.selectOption('500');
    const line = page.getByRole('button', { name: 'Filters (1)' });
    await line.click();
    await answer.waitFor({ state: 'hidden' });
    await page.getByText('No matching requests.').waitFor();
    await page.reload();
    await line.waitFor();
    await answer.waitFor();
  });
});

describe('a callback endpoint', () => {
  test('is tested with a test event, which says why a signature fails without sending the secret anywhere', async () => {
    await using receiver = await createReceiver();
    const visitor = await enter();
    const { page, account } = visitor;
    const { secret } = (await server.call('callback.secret', {}, { bearer: account.bearer })).body;
    await page.goto('/callback-test');
    await page.getByLabel('Callback URL').fill(receiver.url);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('204', { exact: true }).waitFor();
    const { headers, raw } = receiver.received[0]!;
    expect(JSON.parse(raw)).toMatchObject({ test: true, data: { state: 'APPROVED' } });
    await page.getByText(String(headers['webhook-signature'])).waitFor();

    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    const check = async (body: string, key: string) => {
      await page.getByLabel('Body, exactly').fill(body);
      await page.getByLabel('Headers').fill(JSON.stringify(headers));
      await page.getByLabel('Signing secret').first().fill(key);
      await page.getByRole('button', { name: 'Check the signature' }).click();
    };
    await check(raw, secret);
    await page.getByText('The signature is valid.').waitFor();
    await check(JSON.stringify(JSON.parse(raw), null, 2), secret);
    await page.getByText('The body was parsed and serialized again.').waitFor();
    await check(raw, `whsec_${Buffer.from('another secret of some length').toString('base64')}`);
    await page.getByText('The signature was made with another secret').waitFor();
    expect(sent).toEqual([]);
    await expectAccessible(page);
    expectNoComplaints(visitor);
  });
});
