/** The app hydrates the screens that the server sends without changing their look or language, and without a layout shift. */
// CI only: it hydrates every screen in both languages.
import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addressOf, COMPUTER, coldShift, MOST_SHIFT, SHIFTING } from '../support/browser/layout-shift.ts';
import {
  countCalls,
  createSite,
  expectNoComplaints,
  openLive,
  type Site,
  signedIn,
} from '../support/browser/visitor.ts';
import { someOf } from '../support/runs/sweep.ts';
import { verifyEmail } from '../support/server/billing.ts';
import { invitation } from '../support/server/team.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
let base: string;

beforeAll(async () => {
  site = await createSite();
  base = site.server.base;
});
afterAll(() => site?.stop());
afterEach(() => site.leave());

interface Shell {
  path: string;
  headings?: [string, string];
  isFound?: boolean;
  listed?: string;
}

const shells: Shell[] = [
  { path: '/demo', headings: ['A session, from both sides', 'Una sesión, desde los dos lados'], isFound: true },
  { path: '/old_demo', headings: ['Demo of the web client script', 'Demo del script de cliente web'], isFound: true },
  { path: '/sign-in', headings: ['Sign in', 'Iniciar sesión'], isFound: true },
  { path: '/sign-up', headings: ['Start for free', 'Empieza gratis'], isFound: true },
  { path: '/recover-password', headings: ['Recover password', 'Recuperar la contraseña'], isFound: true },
  { path: '/reader', headings: ['Specimen reader', 'Lector de muestras'] },
  { path: '/new-password' },
  {
    path: '/old_demo/abc',
    headings: ['Demo of the web client script', 'Demo del script de cliente web'],
    isFound: true,
    listed: '/old_demo',
  },
  { path: '/invite/abc', headings: ['Your invitation', 'Tu invitación'] },
  { path: '/undo-email-change', headings: ['Undo the email change', 'Deshacer el cambio de correo'] },
  { path: '/google?error=access_denied', headings: ['Sign in with Google', 'Iniciar sesión con Google'] },
  { path: '/microsoft?error=access_denied', headings: ['Sign in with Microsoft', 'Iniciar sesión con Microsoft'] },
];
const localised = shells.flatMap(({ path, headings, isFound = false, listed = path }) => [
  { url: path, locale: 'en', heading: headings?.[0], isFound, listed },
  { url: `/es${path}`, locale: 'es', heading: headings?.[1], isFound, listed: `/es${listed}` },
]);

const first = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];
const titles = new Map<string, string>();

describe('the server sends each screen with its own head', () => {
  test.each(localised)('$url', async ({ url, locale, heading, isFound, listed }) => {
    const response = await fetch(base + url);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(first(html, /<html lang="(\w+)"/)).toBe(locale);
    const title = first(html, /<title>([^<]+) · Sigill<\/title>/)!;
    expect(title, 'has a title').toBeTruthy();
    expect(titles.get(`${locale} ${title}`) ?? listed, 'the title belongs to one screen').toBe(listed);
    titles.set(`${locale} ${title}`, listed);
    expect(first(html, /<meta name="description" content="([^"]*)"/)?.length).toBeGreaterThan(20);
    expect(first(html, /<link data-page rel="canonical" href="([^"]*)"/)).toBe(isFound ? base + listed : undefined);
    expect(/<meta name="robots" content="noindex"/.test(html)).toBe(!isFound);
    expect(first(html, /<main[\s\S]*?<h1[^>]*>([^<]*)<\/h1>/)).toBe(heading);
  });
});

async function holdScripts(context: BrowserContext): Promise<() => void> {
  let start = () => {};
  const asked = new Promise<void>((resolve) => {
    start = resolve;
  });
  await context.route('**/start.js', async (route) => {
    await asked;
    await route.continue();
  });
  return start;
}

/** Leaves out the screens with an unknown token, which log an error or keep polling. Other tests open them with a valid one. */
const hydrated = localised.filter(({ url, heading }) => heading && !url.endsWith('/abc'));

describe('the app hydrates a screen', () => {
  test.each(someOf(hydrated, 2))('$url', async ({ url, locale, heading }) => {
    const visitor = await site.visit();
    const { page } = visitor;
    await openLive(page, url);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    const head = `[document.documentElement.lang, ...['title', 'meta[name=description]'].map((tag) => document.head.querySelectorAll(tag).length)]`;
    expect(await page.evaluate(head)).toEqual([locale, 1, 1]);
    const other = locale === 'en' ? `/es${url}` : url.slice('/es'.length);
    expect(await page.locator('footer [hreflang]:not([aria-current])').getAttribute('href')).toBe(
      other.replace(/\?.*/, ''),
    );
    expectNoComplaints(visitor);
  });

  test('and keeps what was typed before', async () => {
    const visitor = await site.visit();
    const { page, context } = visitor;
    const start = await holdScripts(context);
    await page.goto('/sign-in', { waitUntil: 'domcontentloaded' });
    const email = page.getByLabel('Email', { exact: true });
    await email.click();
    await page.keyboard.type('ada@example.com');
    start();
    const submit = page.getByRole('button', { name: 'Sign in', exact: true });
    await page.locator('form button[type=submit]:not([disabled])').waitFor();
    await expect.poll(() => email.inputValue()).toBe('ada@example.com');
    expect(await email.evaluate((field) => field.matches(':focus'))).toBe(true);
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await expect.poll(() => submit.isEnabled()).toBe(true);
    expectNoComplaints(visitor);
  });

  test('and obeys an Enter pressed before, unless something was typed after it', async () => {
    const visitor = await site.visit();
    const { page, context } = visitor;
    const calls = countCalls(context, 'password.authenticate');
    const { email, password } = await site.server.account();
    const enter = async () => {
      const start = await holdScripts(context);
      await page.goto('/sign-in', { waitUntil: 'domcontentloaded' });
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      expect(page.url(), 'nothing is sent before the scripts').toBe(`${base}/sign-in`);
      return start;
    };
    const startAfterTyping = await enter();
    await page.keyboard.type('!');
    startAfterTyping();
    await page.locator('form button[type=submit]:not([disabled])').waitFor();
    expect(calls).toEqual([]);
    const start = await enter();
    start();
    await visitor.at('/dashboard');
    expect(calls).toHaveLength(1);
    expectNoComplaints(visitor);
  });

  test('and moves nothing under a visitor who has scrolled to a link of the footer', async () => {
    const visitor = await site.visit({ viewport: { width: 1280, height: 500 } });
    const { page, context } = visitor;
    const start = await holdScripts(context);
    await page.goto('/sign-in', { waitUntil: 'domcontentloaded' });
    const link = page.locator('footer').getByRole('link', { name: 'Integration guide' });
    await link.hover();
    const before = await link.boundingBox();
    expect(await page.evaluate('scrollY')).toBeGreaterThan(100);
    await page.mouse.down();
    start();
    await page.locator('form button[type=submit]:not([disabled])').waitFor();
    expect(await link.boundingBox()).toEqual(before);
    await page.mouse.up();
    await visitor.at('/integration-guide');
    expectNoComplaints(visitor);
  });

  test('and redirects a user who may not open it', async () => {
    const { credentials } = await site.server.signUp();
    const visitor = await site.visit({ storage: signedIn(credentials) });
    const start = await holdScripts(visitor.context);
    await visitor.page.goto('/es/sign-in', { waitUntil: 'domcontentloaded' });
    await expect
      .poll(() => visitor.page.locator('h1').first().isVisible(), { message: 'the form is not shown' })
      .toBe(false);
    start();
    await visitor.page.getByRole('heading', { name: 'Primeros pasos' }).waitFor();
    expect(visitor.path()).toBe('/es/dashboard');
    expect(await visitor.page.title()).not.toContain('Iniciar sesión');
    await expect.poll(() => visitor.page.locator('link[rel=canonical]').count()).toBe(0);
    expectNoComplaints(visitor);
  });

  test('replacing a screen replaces its head', async () => {
    const visitor = await site.visit();
    await openLive(visitor.page, '/sign-in');
    await expect.poll(() => visitor.page.locator('link[rel=canonical]').count()).toBe(1);
    await visitor.pressLink('Forgot your password?');
    await visitor.at('/recover-password');
    await expect.poll(() => visitor.page.title()).toBe('Recover password · Sigill');
    await expect.poll(() => visitor.page.locator('link[rel=canonical]').count()).toBe(0);
    await expect.poll(() => visitor.page.locator('meta[name=description]').getAttribute('content')).toContain('code');
    expectNoComplaints(visitor);
  });
});

test('the page for a new password goes back to requesting a code if there is none, before the scripts run', async () => {
  const { page, context, path } = await site.visit();
  await holdScripts(context);
  await page.goto('/es/new-password', { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1, name: 'Recuperar la contraseña' }).waitFor();
  expect(path()).toBe('/es/recover-password');
});

describe('a first load causes no layout shift', () => {
  // Loads each screen in one language on a fast processor, and in the other on a slow one.
  const loads = SHIFTING.map((path, index) => ({ path, slower: (index >> 1) % 2 === index % 2 ? 1 : 4 }));

  test.concurrent.for(someOf(loads, 5))('$path on a processor $slower times slower', async ({ path, slower }) => {
    const { shift, shifted } = await coldShift(site.browser, await addressOf(base, path), slower);
    expect(shift, shifted.join('\n')).toBeLessThan(MOST_SHIFT);
  });

  /** The screens that change or grow once a response or a font has arrived. */
  const growing = [
    '/pricng',
    '/supported-documents',
    '/failure-guide',
    '/es/trust',
    '/google?error=access_denied',
    '/es/undo-email-change?code=abc',
  ];

  test('nor does what arrives afterwards, on a phone and on a computer', async () => {
    const { server, browser } = site;
    const account = await server.account();
    const world = createWorld(server, account);
    await verifyEmail(world, account);
    const { reference } = await invitation(world, 'new@example.com', account);
    const title = 'Check in at the Harbour Hotel';
    const titles = [title, `${title}, on the quay beside the old customs house`];
    const links = await Promise.all(
      titles.map((title) => world.succeed('link.create', { name: 'Reception', title }, account)),
    );
    const own = [`/invite/${reference}`, ...links.map(({ url }) => new URL(url).pathname), '/es/verify-email'];
    const storage = signedIn((await server.signUp()).credentials);
    const moved: string[] = [];
    for (const path of [...someOf(growing, 3), ...own])
      for (const viewport of [undefined, COMPUTER]) {
        const how = { ...(viewport && { viewport }), ...(path.endsWith('/verify-email') && { storage }) };
        const { shift, shifted } = await coldShift(browser, base + path, 1, how);
        if (shift >= MOST_SHIFT)
          moved.push(`${path}, ${viewport ? 'computer' : 'phone'}: ${shift} ${shifted.join(' ')}`);
      }
    expect(moved.join('\n')).toBe('');
  });
});
