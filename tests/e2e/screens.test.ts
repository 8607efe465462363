/**
 * Every screen of the site, in alternating languages, in both themes and at three widths: nothing overflows the window, no script
 * fails, no security policy is violated, and axe finds nothing. The screens are the files of web/src/routes, so new ones are
 * covered automatically. `npm run axe` checks every screen in every combination, and pseudo-locale.test.ts whether longer words
 * fit.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
import { furnish, LEADING_ON, REFERENCE, type Screen, screens } from '../support/browser/screens.ts';
import { createSite, createVisitor, openLive, type Site, signedIn, type Visitor } from '../support/browser/visitor.ts';
import { isInPart, isWhole } from '../support/runs/sweep.ts';
import { eventually } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

const WIDTHS = [320, 768, 1280];
const THEMES = ['light', 'dark'] as const;
const LOCALES = ['en', 'es'] as const;

type Locale = (typeof LOCALES)[number];
type Combination = readonly [(typeof THEMES)[number], width: number];

const COMBINATIONS = THEMES.flatMap((theme) => WIDTHS.map((width): Combination => [theme, width]));
/**
 * axe checks each screen in two combinations: the first with all rules, and the second for contrast only. The combinations take
 * turns, so that any three consecutive screens cover all of them.
 */
const TURNS: [Combination, Combination][] = [
  [
    ['light', 320],
    ['dark', 1280],
  ],
  [
    ['dark', 768],
    ['light', 1280],
  ],
  [
    ['dark', 320],
    ['light', 768],
  ],
];
const AXE_ALL = process.env['AXE'] === 'all';
const combinationsOf = (turn: number) => (AXE_ALL ? COMBINATIONS : TURNS[turn % TURNS.length]!);
/** Languages alternate too, so each turn occurs in both. */
const localeOf = (turn: number): Locale => LOCALES[turn % LOCALES.length]!;
/** The kinds of text whose contrast was measured in a theme and at a width. `npm run axe` measures every text of every screen. */
const measuredIn = new Map(THEMES.flatMap((theme) => WIDTHS.map((width) => [`${theme} ${width}`, new Set<string>()])));
/**
 * Pages with more elements than this repeat a few patterns many times. axe is slow on them, and checking one combination finds
 * everything.
 */
const LONG_PAGE = 3000;
const HEIGHT = 900;
const HANDS = 3;

/** The URLs of screens that need more than their path. Filled once the account has something to show on them. */
let addresses: Record<string, string> = {};

interface Sight {
  name: string;
  path: string;
  who: Screen['who'] | 'new visitor';
  complains?: RegExp;
  act?: (visitor: Visitor) => Promise<unknown>;
}

const dialogs = async ({ page }: Visitor) => page.locator('dialog[open]').waitFor();

const more: Sight[] = [
  { name: 'a broken link', path: '/no-such-page', who: 'visitor' },
  { name: 'a session that is missing', path: '/session/1', who: 'user', complains: /No session found/ },
  { name: 'the page with the question for storage', path: '/sign-in', who: 'new visitor' },
  { name: 'a link with a token', path: '/open', who: 'visitor' },
  {
    name: 'a reusable link',
    path: '/v',
    who: 'visitor',
    // Until it has looked up the link, the page shows the same heading for every session.
    act: ({ page }) => page.getByRole('heading', { level: 1, name: REFERENCE }).waitFor(),
  },
  { name: 'a reader with a token', path: '/reader', who: 'visitor' },
  {
    name: 'a form with wrong values and a refusal',
    path: '/sign-in',
    who: 'visitor',
    async act({ page }) {
      await page.locator('input[type=email]').fill('nobody@example.com');
      await page.locator('input[type=password]').fill('a wrong guess');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await page.locator('details summary').first().click();
      await page.locator('input[type=email]').fill('nobody');
      await page.locator('input[type=password]').fill('abc');
      await page.keyboard.press('Tab');
      await page.locator('[aria-invalid=true]').nth(1).waitFor();
    },
  },
  {
    name: 'keys that were just made',
    path: '/add-keys',
    who: 'user',
    async act({ page }) {
      // Users who signed in more than ten minutes ago must first confirm their identity.
      await proveAgain();
      await page.locator('form button[type=submit]').click();
      await page.getByText(/^secret-/).waitFor();
    },
  },
  {
    name: 'the question before a user is deleted',
    path: '/user/$id of a key',
    who: 'user',
    async act(visitor) {
      await visitor.page.getByRole('button', { name: /^(Delete|Eliminar)$/ }).click();
      await dialogs(visitor);
    },
  },
  {
    name: 'the menu',
    path: '/privacy',
    who: 'visitor',
    async act(visitor) {
      await visitor.page.setViewportSize({ width: 320, height: HEIGHT });
      await visitor.page.getByRole('button', { name: /^Men[uú]$/ }).click();
      await dialogs(visitor);
    },
  },
];

let site: Site;
let proveAgain: () => Promise<unknown>;
const free: Record<string, Visitor[]> = { visitor: [], user: [], 'new visitor': [] };
const waiting: Record<string, ((visitor: Visitor) => void)[]> = { visitor: [], user: [], 'new visitor': [] };

beforeAll(async () => {
  site = await createSite();
  const { account, addresses: made } = await furnish(site.server);
  addresses = made;
  proveAgain = () =>
    createWorld(site.server, account).succeed(
      'bearer.prove',
      { method: 'password', password: account.password },
      account,
    );
  const open = (storage?: Record<string, string>) =>
    createVisitor(site.browser, site.server.base, storage && { storage });
  for (let hand = 0; hand < HANDS; hand++) {
    free['visitor']!.push(await open());
    free['user']!.push(await open(signedIn(account.credentials)));
  }
  free['new visitor']!.push(await open({}));
});
afterAll(async () => {
  await site?.stop();
});

async function borrow<T>(who: string, work: (visitor: Visitor) => Promise<T>): Promise<T> {
  const visitor = free[who]!.pop() ?? (await new Promise<Visitor>((resolve) => waiting[who]!.push(resolve)));
  try {
    return await work(visitor);
  } finally {
    const next = waiting[who]!.shift();
    if (next) next(visitor);
    else free[who]!.push(visitor);
  }
}

async function open({ page }: Visitor, path: string, locale: Locale): Promise<void> {
  const prefix = locale === 'en' ? '' : `/${locale}`;
  if (path === '/new-password') {
    // The page takes the email address of the previous step from the history state.
    await openLive(page, `${prefix}/recover-password`);
    await page.evaluate(
      `history.pushState({ ...history.state, email: 'ada@example.com' }, '', '${prefix}/new-password')`,
    );
    await page.reload();
  } else await page.goto(path === '/' ? prefix || '/' : prefix + path);
  await page.locator('h1').first().waitFor();
  expect(new URL(page.url()).pathname).toBe((path === '/' ? prefix || '/' : prefix + path).split('?')[0]);
  await eventually(
    () => page.evaluate<boolean>(`!document.querySelector('.skeleton') && document.fonts.status === 'loaded'`),
    'what the page loads',
  );
}

async function look(
  visitor: Visitor,
  locale: Locale,
  { path, complains, act }: Omit<Sight, 'name' | 'who'>,
  turn: number,
): Promise<void> {
  const { page, complaints } = visitor;
  complaints.length = 0;
  await open(visitor, addresses[path] ?? path, locale);
  await act?.(visitor);
  const found: string[] = [];
  const { title, lang, headings } = await page.evaluate<{ title: string; lang: string; headings: number }>(
    `({ title: document.title, lang: document.documentElement.lang, headings: document.querySelectorAll('h1').length })`,
  );
  if (!/\S.* · Sigill$|^Sigill\b/.test(title)) found.push(`its title is “${title}”`);
  if (lang !== locale) found.push(`its language is “${lang}”`);
  if (headings !== 1) found.push(`it has ${headings} first headings`);
  const isLong = (await page.evaluate<number>('document.querySelectorAll("main *").length')) > LONG_PAGE;
  const combinations = combinationsOf(turn).filter((_, index) => AXE_ALL || !isWhole || !isLong || index === 0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (wide > width) found.push(`${width}: ${wide} px wide, ${await widest(visitor, width)}`);
    for (const combination of combinations) {
      const [theme, at] = combination;
      if (at !== width) continue;
      await page.emulateMedia({ colorScheme: theme });
      // A page has the same structure in both combinations, but not the same colours.
      const rules = AXE_ALL || combination === combinations[0] ? 'ALL' : 'CONTRAST';
      const measured = AXE_ALL ? undefined : measuredIn.get(`${theme} ${width}`);
      for (const { id, help, places } of await violationsOn(page, measured, rules))
        found.push(`${theme} ${width}: ${id} (${help}): ${places.join(' | ')}`);
    }
  }
  for (const complaint of complaints) if (!complains?.test(complaint)) found.push(`complaint: ${complaint}`);
  expect(found).toEqual([]);
}

const widest = ({ page }: Visitor, width: number) =>
  page.evaluate<string>(
    `[...document.querySelectorAll('main *, header *, footer *')].filter((element) => element.getBoundingClientRect().right > ${width}).slice(-1).map((element) => element.outerHTML.slice(0, 160)).join()`,
  );

test('every screen with a parameter has a URL here', () => {
  expect(screens.map(({ path }) => path).filter((path) => path.includes('$') && !(path in addresses))).toEqual([]);
  expect(screens.length).toBeGreaterThan(25);
});

const sights: Sight[] = [...screens.map(({ path, who }) => ({ name: path, path, who })), ...more];

describe.each(LOCALES)('screens in %s', (locale) => {
  const here = sights
    .map((sight, turn) => ({ ...sight, turn }))
    .filter(({ turn }) => AXE_ALL || (localeOf(turn) === locale && isInPart(turn, 5)));
  test.concurrent.for(here)('$name passes axe, fits the window and logs no complaints', ({ who, turn, ...sight }) =>
    borrow(who, (visitor) => look(visitor, locale, sight, turn)),
  );
});

test.each(THEMES)('a QR code is dark on light in the %s theme', async (theme) => {
  await borrow('visitor', async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto('/demo');
    await page.getByRole('img', { name: /QR/ }).waitFor();
    const colours = await page.evaluate<{ color: string; backgroundColor: string }>(`(() => {
      const { color, backgroundColor } = getComputedStyle(document.querySelector('[role=img][aria-label*=QR]'));
      return { color, backgroundColor };
    })()`);
    expect(colours).toEqual({ color: 'rgb(21, 25, 28)', backgroundColor: 'rgb(255, 255, 255)' });
  });
});

test('a text that is too pale is found, even if the contrast of others like it was measured before', async () => {
  await borrow('visitor', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/compare');
    await page.locator('h1').first().waitFor();
    const measured = new Set<string>();
    expect(await violationsOn(page, measured)).toEqual([]);
    await page.evaluate(
      `document.querySelector('main table tbody tr:nth-child(5) td').style.color = 'rgb(200, 200, 200)'`,
    );
    expect((await violationsOn(page, measured)).map(({ id }) => id)).toEqual(['color-contrast']);
  });
});

test('the reference lists the properties of a response, without scripts too', async () => {
  const context = await site.browser.newContext({ baseURL: site.server.base, javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto('/api-reference/sessions');
    const answer = page.locator('[id="session.get"]');
    await answer.getByText('Response properties').click();
    await answer.locator('summary', { hasText: /^ApprovedSession: / }).click();
    await answer.getByText('date_of_birth', { exact: true }).first().waitFor();
  } finally {
    await context.close();
  }
});

test('a screen of the app says that it needs scripts', async () => {
  const context = await site.browser.newContext({ baseURL: site.server.base, javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    for (const path of ['/demo', '/dashboard']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'This page needs JavaScript' }).waitFor();
      await page.getByRole('heading', { name: 'Esta página necesita JavaScript' }).waitFor();
    }
    await page.goto('/es/open?token=1234567890123456');
    // Playwright's locators find no text inside <noscript>.
    await expect.poll(() => page.locator('body').innerText()).toContain('Activa JavaScript para seguir desde aquí');
    await page.goto('/pricing');
    await page.getByRole('heading', { name: 'Self service' }).waitFor();
    await expect.poll(() => page.getByText('JavaScript').count()).toBe(0);
  } finally {
    await context.close();
  }
});

describe('screens that redirect', () => {
  test.concurrent.each(Object.entries(LEADING_ON))('%s to %s', async (from, to) => {
    await borrow('visitor', async ({ page, at }) => {
      for (const prefix of ['', '/es']) {
        await page.goto(prefix + from);
        await at(prefix + to);
      }
    });
  });
});
