/** The portal without a connection, without the service or without a sign-in, and printed, enlarged or mirrored. */
// CI only: it takes away the connection, the service and the sign-in from every screen.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { COMPUTER, COUNT_SHIFTS, coldShift, countedShift, MOST_SHIFT } from '../support/browser/layout-shift.ts';
import { furnish } from '../support/browser/screens.ts';
import { createSite, expectNoComplaints, openLive, type Site, signedIn } from '../support/browser/visitor.ts';
import { someOf } from '../support/runs/sweep.ts';

let site: Site;
let furnished: Awaited<ReturnType<typeof furnish>>;

beforeAll(async () => {
  site = await createSite();
  furnished = await furnish(site.server);
});
afterAll(() => site?.stop());
afterEach(() => site.leave());

const enter = (how: Parameters<Site['visit']>[0] = {}) =>
  site.visit({ storage: signedIn(furnished.account.credentials), ...how });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const logIn = (page: Page) => page.getByRole('table', { name: 'Audit log' });

describe('without a connection', () => {
  test('a note says so, and a screen opened meanwhile loads as soon as the connection is back', async () => {
    const { page, context } = await enter();
    await openLive(page, '/api-keys');
    await context.setOffline(true);
    await page.getByText(/^You’re offline\. The rest of the page/).waitFor();
    await heading(page, 'API keys').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText(/^You’re offline\. This will load/).waitFor();
    expect(await page.title()).toBe('Not loaded · Sigill');
    await context.setOffline(false);
    await logIn(page).waitFor();
    await page.getByText('You’re connected again.').waitFor();
    expect(await page.title()).toBe('Audit log · Sigill');
  });
});

describe('after a release', () => {
  test('a missing part of the page loses no input, and the page reloads when the user asks for it', async () => {
    const { page, context } = await enter();
    let isGone = false;
    await context.route('**/assets/**', (route) =>
      isGone ? route.fulfill({ status: 404, body: 'Not found' }) : route.fallback(),
    );
    await openLive(page, '/sessions');
    const search = page.getByRole('searchbox').or(page.getByRole('textbox')).first();
    await search.fill('order 4711');
    isGone = true;
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByText('Part of this page could not be loaded.').waitFor();
    expect(await search.inputValue()).toBe('order 4711');
    isGone = false;
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await page.waitForLoadState('load');
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem').first().waitFor();
  });

  test('a service that does not respond is not taken for a release', async () => {
    const { page, context } = await enter();
    await openLive(page, '/sessions');
    await context.route(/\/(assets\/|readyz|api\/)/, (route) => route.abort());
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByText('We can’t reach the service.').waitFor();
    expect(await page.getByText('Part of this page').isVisible()).toBe(false);
  });
});

test('figures whose code could not be loaded appear after Try again', async () => {
  const { page, context } = await enter();
  let isGone = true;
  await context.route('**/assets/panels-*.js', (route) => (isGone ? route.abort() : route.continue()));
  await page.goto('/dashboard');
  await heading(page, 'Dashboard').waitFor();
  const usage = page.getByRole('region', { name: 'Usage' });
  await usage.getByText('This could not be loaded.').waitFor();
  isGone = false;
  await usage.getByRole('button', { name: 'Try again' }).click();
  await usage.getByText('Last 30 days').waitFor();
});

async function beBusyFor(context: BrowserContext, operation: string, calls: number) {
  let left = calls;
  await context.route(`**/api/v1/${operation}`, async (route) => {
    if (left-- <= 0) return route.continue();
    await route.fulfill({
      status: 503,
      headers: { 'Retry-After': '1' },
      json: { error: 'The service is busy.', code: 'overloaded' },
    });
  });
}

describe('a service that accepts no calls', () => {
  test('is reported as busy, with the seconds until the next retry', async () => {
    const { page, context } = await enter();
    await beBusyFor(context, 'audit.list', 4);
    await page.goto('/audit-log');
    await page.getByText('The service is busy. Retrying automatically.').waitFor();
    await page.getByText(/^Next attempt in \d s\.$/).waitFor();
    await logIn(page).waitFor();
  });

  test('is reported as unreachable, until it responds', async () => {
    const { page, context } = await enter();
    await context.route('**/api/v1/*', (route) => route.abort('connectionrefused'));
    await page.goto('/audit-log');
    await page.getByText('We can’t reach the service. Retrying…').waitFor();
    await context.unroute('**/api/v1/*');
    await logIn(page).waitFor();
    await page.getByText('You’re connected again.').waitFor();
  });
});

describe('an expired sign-in', () => {
  const WORD = 'Your session expired. Please sign in again.';

  test('ended by the service is explained on the page that it redirects to, once', async () => {
    const user = await site.server.signUp();
    const { page, at } = await site.visit({ storage: signedIn(user.credentials) });
    await page.goto('/users');
    await page.getByText('Natural user').waitFor();
    await site.server.call('bearer.revoke', { access_token: user.bearer });
    await page.getByRole('link', { name: 'Audit log' }).first().click();
    await at('/');
    const word = page.getByRole('alert').filter({ hasText: WORD });
    await word.waitFor();
    await word.getByRole('link', { name: 'Sign in' }).click();
    await at('/sign-in');
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.getByText(WORD).count()).toBe(0);
  });

  test('that expired while the browser was closed is explained at sign-in', async () => {
    const user = await site.server.signUp();
    const past = '2020-01-01T00:00:00.000Z';
    const expired = { ...user.credentials, access_token_expires: past, refresh_token_expires: past };
    const { page, at } = await site.visit({ storage: signedIn(expired) });
    await page.goto('/es/billing');
    await at('/es/sign-in');
    await page.getByText('Tu sesión ha caducado. Inicia sesión de nuevo.').waitFor();
  });

  test('is not explained after signing out', async () => {
    const user = await site.server.signUp();
    const { page, at } = await site.visit({ storage: signedIn(user.credentials) });
    await page.goto('/sign-out');
    await at('/');
    await page.getByRole('link', { name: 'Start for free' }).first().waitFor();
    await expect.poll(() => page.getByText(WORD).count()).toBe(0);
  });
});

const addressOf = (path: string) => furnished.addresses[path] ?? path;
const loaded = async (page: Page, path: string) => {
  await page.goto(addressOf(path), { waitUntil: 'networkidle' });
  await page.locator('main h1').waitFor();
  await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
};

describe('a first load causes no layout shift', () => {
  // Tests what all screens share: scripts, fonts and the shell. The tests below cover each screen's transition from skeleton to
  // content.
  test.concurrent.for([
    { path: '/dashboard', on: 'a computer', slower: 1 },
    { path: '/es/sessions', on: 'a phone', slower: 4 },
    { path: '/session/$id', on: 'a computer', slower: 4 },
    { path: '/es/settings', on: 'a phone', slower: 1 },
  ])('$path on $on, $slower times slower', async ({ path, on, slower }) => {
    const { shift, shifted } = await coldShift(site.browser, site.server.base + addressOf(path), slower, {
      storage: signedIn(furnished.account.credentials),
      ...(on === 'a computer' && { viewport: COMPUTER }),
    });
    expect(shift, shifted.join('\n')).toBeLessThan(MOST_SHIFT);
  });
});

async function holdAnswers(context: BrowserContext): Promise<() => Promise<void>> {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  await context.route('**/api/v1/*', async (route) => {
    await isLetGo;
    await route.continue();
  });
  return async () => {
    letGo();
    await context.unrouteAll({ behavior: 'wait' });
  };
}

describe('a slow response', () => {
  const PHONE = { width: 412, height: 823 };
  const WORD = 'This is taking longer than usual.';

  test('is waited for with a skeleton of the screen, and moves nothing when it comes', async () => {
    const { page, context } = await enter({ isolated: true });
    await page.addInitScript(COUNT_SHIFTS);
    const moved: string[] = [];
    const paths = [
      ...['/dashboard', '/sessions', '/session/$id', '/callbacks', '/api-keys', '/users', '/user/$id of a key'],
      ...['/audit-log', '/billing', '/bill/$id', '/settings', '/requests', '/edit-billing'],
    ];
    for (const [index, path] of someOf([...paths.entries()], 4)) {
      const viewport = index % 2 ? PHONE : COMPUTER;
      await page.setViewportSize(viewport);
      const letGo = await holdAnswers(context);
      await page.goto(addressOf(path));
      await page.locator('main .skeleton').first().waitFor();
      await letGo();
      await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
      const { shift, shifted } = await countedShift(page);
      if (shift >= MOST_SHIFT) moved.push(`${path} at ${viewport.width}: ${shift}, ${shifted.join(' ')}`);
    }
    expect(moved).toEqual([]);
  });

  test('is reported as slower than usual, until it is there', async () => {
    const { page, context } = await enter({ isolated: true });
    await page.clock.install();
    const letGo = await holdAnswers(context);
    await page.goto('/audit-log');
    await page.locator('main .skeleton').first().waitFor();
    await expect.poll(() => page.getByText(WORD).count()).toBe(0);
    await page.clock.fastForward(6000);
    await page.getByText(WORD).waitFor();
    await letGo();
    await logIn(page).waitFor();
    await page.getByText(WORD).waitFor({ state: 'detached' });
  });
});

/** Parts that should not be printed: everything around the screen, and controls. */
const PRINTED_AROUND = `[...document.querySelectorAll('#root header, #root footer, nav, button')]
  .filter((element) => !element.closest('main') || element.matches('nav, button'))
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))
  .map((element) => element.tagName + ' ' + element.textContent.trim().slice(0, 40))`;

describe('a printed page', () => {
  test.each(['/bill/$id', '/session/$id', '/api-keys', '/audit-log'])('%s is the document alone', async (path) => {
    const { page } = await enter();
    await loaded(page, path);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(PRINTED_AROUND)).toEqual([]);
    const main = await page.locator('main').boundingBox();
    expect(main!.x, 'nothing is kept free for the rail').toBeLessThan(120);
    expect(main!.height).toBeGreaterThan(200);
  });
});

const SCREENS = [
  '/dashboard',
  '/sessions',
  '/session/$id',
  '/links',
  '/new-verification',
  '/callbacks',
  '/callback/$id',
  '/api-keys',
  '/users',
  '/audit-log',
  '/billing',
  '/bill/$id',
  '/settings',
];
const OVERFLOW = `document.documentElement.scrollWidth - document.documentElement.clientWidth`;

test('with text twice as large, and written from right to left, nothing overflows the window', async () => {
  const { page } = await enter();
  const wide: string[] = [];
  for (const path of someOf(SCREENS, 4)) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await loaded(page, path);
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    if ((await page.evaluate<number>(OVERFLOW)) > 0) wide.push(`${path} with large text`);
    await page.evaluate(`document.documentElement.style.fontSize = ''; document.documentElement.dir = 'rtl'`);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      if ((await page.evaluate<number>(OVERFLOW)) > 0) wide.push(`${path} from right to left at ${width}`);
    }
  }
  expect(wide).toEqual([]);
});

const FORMS = [
  '/account-deletion',
  '/add-keys',
  '/add-payment-method',
  '/add-user',
  '/change-email',
  '/change-password',
  '/change-spending-cap',
  '/change-vat-number',
  '/new-link',
  '/new-verification',
];

test('a page with one form explains the effect of the form beside it, and below it on a phone', async () => {
  const { page } = await enter();
  for (const path of FORMS) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await loaded(page, path);
    const boxOf = async (part: string) => (await page.locator(`main ${part}`).first().boundingBox())!;
    const [title, form, about] = [await boxOf('h1'), await boxOf('form'), await boxOf('h2')];
    expect(form.x, path).toBeCloseTo(title.x, 0);
    expect(about.x, path).toBeGreaterThan(form.x + form.width);
    expect(about.y, path).toBeLessThan(400);
    await page.setViewportSize({ width: 320, height: 700 });
    const [narrowForm, below] = [await boxOf('form'), await boxOf('h2')];
    expect(below.y, path).toBeGreaterThan(narrowForm.y + narrowForm.height);
  }
  await loaded(page, '/account-deletion');
  const field = (await page.getByLabel('Type your email to confirm').boundingBox())!;
  expect(field.y + field.height, 'the field to confirm is in view').toBeLessThan(700);
});

test('the important text of a screen has room at every width', async () => {
  const { page } = await enter();
  const at = async (path: string, width: number) => {
    await page.setViewportSize({ width, height: 900 });
    await loaded(page, path);
  };
  const heights = (rows: string) =>
    page.locator(rows).evaluateAll((found) => found.map((row) => row.getBoundingClientRect().height));
  const LINE = 24;

  await at('/users', 320);
  const pieces = await page.evaluate<number[]>(`(() => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector('#people + ul a .wrap-anywhere'));
    return [...range.getClientRects()].map(({ width }) => width).filter((width) => width > 0);
  })()`);
  expect(Math.min(...pieces), 'no letter of an address is alone on a line').toBeGreaterThan(20);
  await at('/user/$id', 320);
  expect(Math.max(...(await heights('tbody tr'))), 'an action on two lines and its time').toBeLessThan(4 * LINE);
  await at('/audit-log', 640);
  const addresses = page.locator('tbody td:nth-child(3) a', { hasText: '@' });
  const lines = await addresses.evaluateAll((found) =>
    found.map((link) => new Set(Array.from(link.getClientRects(), ({ top }) => Math.round(top))).size),
  );
  expect([...new Set(lines)], 'an address on two lines').toEqual([2]);
  await at('/requests', 320);
  expect(Math.max(...(await heights('tbody tr:has(td)'))), 'a request on two lines').toBeLessThan(3.5 * LINE);
  await at('/callback-secret', 390);
  const tabs = page.getByRole('navigation', { name: 'Callbacks' });
  expect((await tabs.boundingBox())!.height, 'the tabs on one line').toBeLessThan(3 * LINE);
  const tab = (await tabs.locator('[aria-current]').boundingBox())!;
  expect(tab.x + tab.width, 'the current tab in view').toBeLessThanOrEqual(390);
  await at('/callback-endpoint/$id', 1280);
  const delivery = (await page.locator('tbody tr').first().boundingBox())!;
  expect(delivery.y + delivery.height, 'deliveries in view').toBeLessThan(700);

  await at('/sessions', 768);
  const shown = await page
    .locator('.short')
    .evaluate((reason) => Math.min(1, reason.clientWidth / reason.scrollWidth) * (reason.textContent ?? '').length);
  expect(shown, 'letters of the reason').toBeGreaterThan(18);
});

test('a link that nobody has used says so instead of four zeros, and a host shows which days its bars are', async () => {
  const { page } = await enter();
  await loaded(page, '/link/$id');
  await page.getByText(/^Nobody has used the link yet/).waitFor();
  expect(await page.getByText('Rejected', { exact: true }).count()).toBe(0);
  await loaded(page, '/callbacks');
  const host = page.getByRole('listitem').filter({ has: page.getByRole('img', { name: /last 7 days$/ }) });
  expect(await host.locator('figure > p > span').allInnerTexts()).toEqual([
    expect.stringMatching(/^[A-Z][a-z]{2} \d+$/),
    expect.stringMatching(/^[A-Z][a-z]{2} \d+$/),
  ]);
});

test('lists are tables that fit from 640 pixels on, and an entry of the audit log takes three lines on a phone', async () => {
  const { page } = await enter();
  const hidden = `Math.max(...[...document.querySelectorAll('main section:has(> table)')].map((list) => list.scrollWidth - list.clientWidth))`;
  const wide: string[] = [];
  for (const path of ['/sessions', '/requests', '/audit-log', '/callback-endpoint/$id']) {
    await loaded(page, path);
    for (const width of [640, 767, 768, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      expect((await page.locator('main thead').boundingBox())!.width, path).toBeGreaterThan(500);
      const over = await page.evaluate<number>(hidden);
      if (over > 0) wide.push(`${path} at ${width}: ${over}`);
    }
  }
  expect(wide).toEqual([]);
  await loaded(page, '/audit-log');
  await page.setViewportSize({ width: 320, height: 900 });
  const heights = await page
    .locator('tbody tr:has(td)')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(5);
  // Fewer than four lines of 22 pixels, with the padding of a row.
  expect(Math.max(...heights)).toBeLessThan(4 * 22 + 24);
});

test('from right to left the rail is on the right, and the menu opens within the window', async () => {
  const { page } = await enter();
  await loaded(page, '/api-keys');
  await page.evaluate(`document.documentElement.dir = 'rtl'`);
  const rail = (await page.getByRole('navigation', { name: 'Portal' }).boundingBox())!;
  const main = (await page.locator('main').boundingBox())!;
  expect(rail.x).toBeGreaterThanOrEqual(main.x + main.width - 1);
  await page.getByRole('button', { name: 'Account' }).click();
  const menu = (await page.getByRole('menu').boundingBox())!;
  expect(menu.x).toBeGreaterThanOrEqual(0);
  expect(menu.x + menu.width).toBeLessThanOrEqual(1280);
});

test('with forced colours the current page is still marked', async () => {
  const visitor = await enter();
  const { page } = visitor;
  await page.emulateMedia({ forcedColors: 'active' });
  await loaded(page, '/add-keys');
  const lines = await page
    .getByRole('navigation', { name: 'Portal' })
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => [
        link.textContent,
        link.ownerDocument.defaultView!.getComputedStyle(link).textDecorationLine,
      ]),
    );
  expect(lines.filter(([, line]) => line === 'underline')).toEqual([['API keys', 'underline']]);
  expectNoComplaints(visitor);
});
