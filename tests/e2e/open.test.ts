/**
 * The page that a person opens from a message: its size, its text in every language and state, and its use with a keyboard, with a
 * screen reader, offline and without scripts.
 */
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../sdk/cli/src/command-line.ts';
import { apps, storesOf } from '../../web/src/content/apps.ts';
import ar from '../../web/src/features/open/texts/ar.json' with { type: 'json' };
import de from '../../web/src/features/open/texts/de.json' with { type: 'json' };
import en from '../../web/src/features/open/texts/en.json' with { type: 'json' };
import es from '../../web/src/features/open/texts/es.json' with { type: 'json' };
import fr from '../../web/src/features/open/texts/fr.json' with { type: 'json' };
import pl from '../../web/src/features/open/texts/pl.json' with { type: 'json' };
import pt from '../../web/src/features/open/texts/pt.json' with { type: 'json' };
import sv from '../../web/src/features/open/texts/sv.json' with { type: 'json' };
import { violationsOn } from '../support/browser/axe.ts';
import { COUNT_SHIFTS, countedShift, MOST_SHIFT } from '../support/browser/layout-shift.ts';
import {
  createSite,
  expectNoComplaints,
  type Site,
  stored,
  type Visit,
  type Visitor,
} from '../support/browser/visitor.ts';
import { captured } from '../support/packages/script.ts';
import { isInPart } from '../support/runs/sweep.ts';
import { createWorld, type World } from '../support/server/world.ts';

const BUDGET = 91_000;
const QR_CODE = 2500;
const texts = { en, es, sv, de, fr, pl, pt, ar };
type Language = keyof typeof texts;
const languages = Object.keys(texts) as Language[];
const BOTH = ['en', 'ar'] as const;

const PHONES = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
  android: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
};

let site: Site;
let world: World;
let base: string;

beforeAll(async () => {
  site = await createSite();
  base = site.server.base;
  world = createWorld(site.server, await site.server.account());
});
afterEach(() => site?.leave());
afterAll(() => site?.stop());

const address = (token: string, language?: Language) =>
  `${language ? `/${language}` : ''}/open?token=${encodeURIComponent(token)}`;
const stranger = (how?: Visit) => site.visit({ storage: {}, ...how });

async function onPhone(kind: keyof typeof PHONES): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await site.browser.newContext({
    baseURL: base,
    userAgent: PHONES[kind],
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  return { page: await context.newPage(), close: () => context.close() };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const said = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();

async function html(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(base + path, { headers });
  const text = await response.text();
  const first = (pattern: RegExp) => pattern.exec(text)?.[1];
  return {
    status: response.status,
    text,
    lang: first(/<html lang="(\w+)"/),
    dir: first(/<html [^>]*dir="(\w+)"/),
    title: first(/<title>([^<]*)/),
    description: first(/<meta name="description" content="([^"]*)"/),
    heading: first(/<main[\s\S]*?<h1[^>]*>([^<]*)/),
  };
}

describe('before a script has run, the page', () => {
  test.each(languages)('is complete in %s', async (language) => {
    const { heading, description } = texts[language];
    expect(await html(`/${language}/open`)).toMatchObject({
      status: 200,
      lang: language,
      dir: language === 'ar' ? 'rtl' : 'ltr',
      title: `${heading} · Sigill`,
      description,
      heading,
    });
  });

  test('is in the language of the path, of the session, of the browser, in this order', async () => {
    const { token } = await world.session({ locale: 'pl' });
    const swedish = { 'Accept-Language': 'sv-SE,sv;q=0.9,en;q=0.5' };
    expect((await html(address(token, 'es'), swedish)).lang).toBe('es');
    expect((await html(address(token), swedish)).lang).toBe('pl');
    expect((await html(address((await world.session()).token), swedish)).lang).toBe('sv');
    expect((await html(address('123.unknown'), { 'Accept-Language': 'ja' })).lang).toBe('en');
  });

  test('links only to its languages and the legal texts, and is not indexed by search engines', async () => {
    const { text } = await html('/open');
    const links = [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual([...languages.map((language) => `/${language}/open`), '/privacy', '/terms']);
    expect(text).toContain('<meta name="robots" content="noindex"');
  });

  test.each(BOTH)('says in %s how it works, and that it needs scripts to continue', async (language) => {
    const context = await site.browser.newContext({ baseURL: base, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(`/${language}/open`);
    const { heading, needsScript, holdText, needPhone } = texts[language];
    for (const text of [heading, needsScript, holdText, needPhone])
      await expect.poll(() => page.getByText(text, { exact: true }).first().isVisible(), { message: text }).toBe(true);
    await context.close();
  });
});

async function weightOf(page: Page, address: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) sizes.set(pathname, gzipSync(await response.body(), { level: 9 }).length);
  });
  await page.goto(address);
  await page.getByRole('button', { name: /./ }).last().waitFor();
  await page.waitForLoadState('networkidle');
  expect(sizes.size).toBeGreaterThan(3);
  return sizes;
}

test.each(['en', 'ar'] as const)(
  'all scripts in %s weigh at most 91 kB, and 2.5 kB more on a computer, which shows a code',
  async (language) => {
    const { token } = await world.session();
    const phone = await onPhone('android');
    const { page } = await stranger({ isolated: true });
    for (const [visited, budget] of [
      [phone.page, BUDGET],
      [page, BUDGET + QR_CODE],
    ] as const) {
      const sizes = await weightOf(visited, address(token, language));
      const sum = [...sizes.values()].reduce((total, size) => total + size, 0);
      expect(sum, [...sizes].map((entry) => entry.join(' ')).join('\n')).toBeLessThan(budget);
    }
    await page.getByRole('img', { name: texts[language].qr }).waitFor();
    await phone.close();
  },
);

interface State {
  name: string;
  token: () => Promise<string>;
  heading: keyof typeof en & string;
  status?: keyof typeof en & string;
  says?: (text: typeof en) => string[];
  before?: (page: Page) => Promise<unknown>;
}

const fresh = async () => (await world.session()).token;
const failed = async (code: 'nfc_lost' | 'access_denied') => {
  const token = await fresh();
  await world.succeed('reader.fail', { token, code });
  return token;
};
const aborted = async () => {
  const token = await fresh();
  await world.succeed('reader.abort', { token });
  return token;
};
/** Replaces the responses, because the service leaves these states within a moment, or reaches them only after a day. */
const seenAs =
  (changes: { state: string; failure?: object }) =>
  async (page: Page): Promise<void> => {
    await page.route('**/api/v1/reader.state', (route) => route.fulfill({ json: { state: changes.state } }));
    await page.route('**/api/v1/reader.open', async (route) => {
      const { token } = route.request().postDataJSON() as { token: string };
      await route.fulfill({ json: { ...(await world.succeed('reader.open', { token })), ...changes } });
    });
  };

const states: State[] = [
  { name: 'waiting', token: fresh, heading: 'heading', status: 'waiting', says: (t) => [t.scan, t.placeIphoneClosed] },
  {
    name: 'waiting, for answers alone',
    token: async () => (await world.session({ claims: ['age_over_18', 'nationality'] })).token,
    heading: 'heading',
    status: 'waiting',
    says: (t) => [t.keptText, t.keptAge.replace('{age}', '18'), t.keptAnswers.nationality],
  },
  { name: 'reading', token: async () => (await world.started()).token, heading: 'heading', status: 'reading' },
  { name: 'checking', token: fresh, heading: 'heading', status: 'checking', before: seenAs({ state: 'COMPLETED' }) },
  {
    name: 'approved',
    token: async () => (await world.ended()).token,
    heading: 'approved',
    says: (t) => [t.marks, t.clone],
  },
  {
    name: 'rejected',
    token: async () => (await world.ended('cloned')).token,
    heading: 'rejected',
    says: (t) => [t.why.copy, t.remedy.askAuthority, t.askForOther, 'chip_auth_failed', t.notPassed],
  },
  {
    name: 'failed',
    token: () => failed('access_denied'),
    heading: 'failed',
    says: (t) => [t.why.locked, t.remedy.checkDetails, t.askForNew, 'access_denied'],
  },
  {
    name: 'expired',
    token: fresh,
    heading: 'expired',
    says: (t) => [t.why.late, t.askForNew, t.remedy.inTime],
    before: seenAs({
      state: 'FAILED',
      failure: { code: 'session_expired', message: 'The session was not finished in time.', retryable: true },
    }),
  },
  { name: 'cancelled', token: aborted, heading: 'aborted', says: (t) => [t.abortedText, t.close] },
  { name: 'a link cut off', token: async () => '', heading: 'incomplete', says: (t) => [t.incompleteText] },
  { name: 'a link too short', token: async () => 'bad', heading: 'unknown', says: (t) => [t.unknownText] },
  {
    name: 'an unknown link',
    token: async () => `123.${'A'.repeat(43)}`,
    heading: 'unknown',
    says: (t) => [t.unknownText],
  },
];

/** What a screen reader perceives besides the words: the focus, live regions, headings, and elements without a name. */
async function heard(page: Page) {
  const lines = (await page.locator('body').ariaSnapshot()).split('\n').map((line) => line.trim());
  const outline = lines.flatMap((line) => /^- heading .*\[level=(\d)\]/.exec(line)?.[1] ?? []).map(Number);
  return {
    focus: await page.evaluate<string>('document.activeElement.tagName'),
    live: await page.getByRole('status').count(),
    titles: outline.filter((level) => level === 1).length,
    leaps: outline.filter((level, at) => level > (outline[at - 1] ?? 0) + 1),
    nameless: lines.filter((line) => /^- (heading|button|link|radio|img|region)\b(?! ")/.test(line)),
  };
}

describe.each(BOTH.map((language, number) => ({ language, number })))('page in $language', ({ language, number }) => {
  const t = texts[language];

  test.each(states.filter((_, index) => isInPart(index + number, BOTH.length)))(
    '$name',
    async ({ token, heading: title, status, says, before }) => {
      const visitor = await stranger();
      const { page } = visitor;
      await before?.(page);
      await page.goto(address(await token(), language));
      await heading(page, t[title] as string);
      if (status) await said(page, t[status] as string);
      for (const text of says?.(t) ?? []) await page.locator('main').getByText(text, { exact: true }).first().waitFor();
      const main = await page.locator('main').innerText();
      expect(main).not.toMatch(/\b(CREATED|INITIATED|COMPLETED|APPROVED|REJECTED|FAILED|ABORTED|PASSED|NOT_PRESENT)\b/);
      expect(await page.title()).toBe(`${await page.locator('h1').innerText()} · Sigill`);
      const spoken = { titles: 1, leaps: [], nameless: [] };
      expect(await heard(page)).toEqual(
        status ? { ...spoken, focus: 'BODY', live: 1 } : { ...spoken, focus: 'H1', live: 0 },
      );
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        expect(await violationsOn(page), scheme).toEqual([]);
      }
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
      expectNoComplaints(visitor);
    },
  );
});

test('the seal is closed for a verified person only, although each check of an expired document passes', async () => {
  const { page } = await stranger({ viewport: { width: 390, height: 844 } });
  const whole = page.locator('main svg.seal').first().locator('.seal-part.stroke-accent');
  for (const [specimen, title, parts] of [
    ['genuine', 'approved', 5],
    ['expired-document', 'rejected', 0],
  ] as const) {
    await page.goto(address((await world.ended(specimen)).token, 'en'));
    await heading(page, en[title]);
    await expect.poll(() => whole.count(), { message: specimen }).toBe(parts);
  }
});

test('the page follows the reading to its end, and moves the focus to the outcome', async () => {
  const { page } = await stranger({ isolated: true });
  const { token } = await world.session();
  await page.clock.install();
  await page.goto(address(token, 'en'));
  await said(page, en.waiting);
  await world.read('genuine', token);
  await expect
    .poll(async () => {
      await page.clock.runFor(2_500);
      return page.locator('h1').innerText();
    })
    .toBe(en.approved);
  expect(await page.locator('h1').evaluate((element) => element.matches(':focus'))).toBe(true);
  const spoken = await page.locator('main').ariaSnapshot();
  for (const line of [
    `heading "${en.approved}" [level=1]`,
    `heading "${en.marks}" [level=2]`,
    `listitem: ${en.issuer} ${en.passed}`,
    `listitem: ${en.clone} ${en.passed}`,
    `listitem: ${en.face} ${en.notChecked}`,
  ])
    expect(spoken).toContain(line);
});

test('without a network the page says so, and recovers automatically', async () => {
  const visitor = await stranger();
  const { page, context } = visitor;
  const { token } = await world.session();
  await page.goto(address(token, 'en'));
  await said(page, en.waiting);
  await context.setOffline(true);
  await said(page, en.offline);
  await world.read('genuine', token);
  await context.setOffline(false);
  await heading(page, en.approved);
});

test('a service that does not respond is retried', async () => {
  const { page } = await stranger({ isolated: true });
  await page.clock.install();
  let answers = 0;
  await page.route('**/api/v1/reader.open', async (route) => {
    answers += 1;
    await (answers === 1 ? route.fulfill({ status: 503, json: { code: 'service_unavailable' } }) : route.continue());
  });
  await page.goto(address(await fresh(), 'en'));
  await said(page, en.silent);
  await page.clock.runFor(3_000);
  await said(page, en.waiting);
});

test('a session is cancelled after a question, and not before', async () => {
  const visitor = await stranger();
  const { page, press } = visitor;
  const { id, token } = await world.session();
  await page.goto(address(token, 'en'));
  const cancel = page.getByRole('button', { name: en.cancel, exact: true });
  await press(cancel);
  const dialog = page.getByRole('dialog', { name: en.cancelAsk });
  await dialog.waitFor();
  expect(await visitor.isFocused(dialog.getByRole('button', { name: en.cancelNo }))).toBe(true);
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await visitor.isFocused(cancel)).toBe(true);
  expect(await world.succeed('session.get', { id }, world.account)).toMatchObject({ state: 'CREATED' });
  await page.keyboard.press('Enter');
  await press(dialog.getByRole('button', { name: en.cancelYes }));
  await heading(page, en.aborted);
  expect(await world.succeed('session.get', { id }, world.account)).toMatchObject({ state: 'ABORTED' });
});

test('another language is chosen without losing anything, and nothing is stored', async () => {
  const visitor = await stranger();
  const { page } = visitor;
  const { token } = await world.session();
  await page.goto(address(token, 'en'));
  await said(page, en.waiting);
  await page.getByText('Android', { exact: true }).click();
  await visitor.press(page.getByRole('group').locator('summary', { hasText: 'English' }));
  await visitor.pressLink('العربية');
  await heading(page, ar.heading);
  await visitor.at(address(token, 'ar'));
  expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).toEqual(['ar', 'rtl']);
  await expect
    .poll(() => page.getByRole('radio', { name: 'Android' }).isChecked(), { message: 'the phone stays chosen' })
    .toBe(true);
  await page.reload();
  await heading(page, ar.heading);
  expect(await stored(page)).toEqual({ local: {}, session: {}, databases: [], caches: [], cookies: ['XSRF-TOKEN'] });
});

async function stops(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate<string>(
      `(() => { const e = document.activeElement; return e === document.body ? '' : (e.labels?.[0] ?? e).innerText.replaceAll('\\n', ' '); })()`,
    );
    if (name === '' || names.length > 40) return names;
    names.push(name);
  }
}

describe.each(BOTH)('the page on a phone in %s', (language) => {
  const t = texts[language];

  test('is one press from the app, and every control is reached in reading order', async () => {
    const { page, close } = await onPhone('android');
    const { token } = await world.session({ passport_only: true });
    await page.goto(address(token, language));
    await said(page, t.ready);
    const app = page.getByRole('link', { name: t.openApp.replace('{app}', 'Sigill Identity') });
    await expect.poll(() => app.getAttribute('href')).toBe(`sigill://open?token=${token}`);
    const box = await app.boundingBox();
    expect(box!.y + box!.height, 'within the first sight').toBeLessThan(844);
    await page.getByText(t.placeAndroidClosed, { exact: true }).waitFor();
    await expect
      .poll(() => page.getByText(t.card, { exact: true }).count(), { message: 'a card is not offered' })
      .toBe(0);
    await expect.poll(() => page.getByRole('img', { name: t.qr }).count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    const names = await stops(page);
    const stores = storesOf(apps.identity).map(({ store }) => store);
    const order = [t.openApp.replace('{app}', 'Sigill Identity'), ...stores, t.otherPhone];
    expect(names.slice(1, 1 + order.length)).toEqual(order);
    if (stores.length === 0) await page.getByText(t.inNoStore.replace('{app}', 'Sigill Identity')).waitFor();
    expect(names.slice(-5)).toEqual([t.cancel, 'Android', t.closed, t.privacy, t.terms]);
    await close();
  });
});

test('shows drawings that match the phone and the document', async () => {
  const { page, close } = await onPhone('iphone');
  await page.goto(address(await fresh(), 'en'));
  // Waits for the scripts, because the drawings are shown earlier, and a click would then be lost.
  await said(page, en.ready);
  await page.getByText(en.placeIphoneClosed, { exact: true }).waitFor();
  await page.getByText(en.card, { exact: true }).click();
  for (const text of [en.placeIphoneCard, en.scanCard]) await page.getByText(text, { exact: true }).waitFor();
  await page.getByText('Android', { exact: true }).click();
  await page.getByText(en.opened, { exact: true }).click();
  await page.getByText(en.placeAndroidOpened, { exact: true }).waitFor();
  await close();
});

async function understood(words: string[]): Promise<boolean> {
  const stopping = new AbortController();
  let asks = false;
  const ask = async () => {
    asks = true;
    stopping.abort();
    throw stopping.signal.reason;
  };
  const code = await captured((output) =>
    run(words, { ...output, environment: {}, hasColours: false, ask, stop: stopping.signal }),
  ).then(({ code }) => code);
  return asks && code === 1;
}

test('a computer with a reader gets the command for this session', async () => {
  const { page } = await stranger();
  const token = await fresh();
  await page.goto(address(token, 'en'));
  const how = page.getByRole('heading', { name: en.how });
  const place = await how.boundingBox();
  await page.getByText(en.atThisComputer, { exact: true }).click();
  expect(await how.boundingBox(), 'what stands beside it stays').toEqual(place);
  const command = page.locator('code', { hasText: ' read ' });
  const packages = `-p ${base}/sdk/sigill-cli.tgz -p pcsc-mini`;
  await expect.poll(() => command.innerText()).toBe(`npx ${packages} sigill read --base-url ${base} --token ${token}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: en.copy }).click();
  await page.getByRole('button', { name: en.copied }).waitFor();
  const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
  expect(copied).toBe(await command.innerText());
  expect(await understood(copied.split(' sigill ')[1]!.split(' ')), 'the command line asks for the key').toBe(true);
});

describe("the customer's branding", () => {
  async function branded(look: object): Promise<{ visitor: Visitor; token: string }> {
    const account = await site.server.account();
    const theirs = createWorld(site.server, account);
    await theirs.succeed('merchant.update', look, account);
    return { visitor: await stranger(), token: (await theirs.ended()).token };
  }

  test('shows the logo, with the name as its text alternative', async () => {
    const drawn = sharp({ create: { width: 360, height: 80, channels: 4, background: '#1d4f91' } });
    const brand_logo = (await drawn.png().toBuffer()).toString('base64');
    const { visitor, token } = await branded({ brand_logo });
    await visitor.page.goto(address(token, 'ar'));
    const logo = visitor.page.locator('header').getByRole('img', { name: 'example.com' });
    await logo.waitFor();
    const width = `(async () => { const logo = document.querySelector('header img'); await logo.decode(); return logo.naturalWidth; })()`;
    expect(await visitor.page.evaluate(width)).toBe(360);
    expectNoComplaints(visitor);
    await visitor.close();
  });

  test.each([
    ['#1d4f91', 'rgb(255, 255, 255)'],
    ['#ffd500', 'rgb(0, 0, 0)'],
  ])('uses the colour %s, which stays readable', async (brand_color, ink) => {
    const { visitor, token } = await branded({ brand_color });
    await visitor.page.goto(`${address(token, 'en')}&redirect_url=https://shop.example/done`);
    await visitor.page.getByRole('link', { name: 'Continue to shop.example' }).waitFor();
    const painted = await visitor.page.evaluate(`(() => {
      const { backgroundColor, color } = getComputedStyle(document.querySelector('.brand-button'));
      return { backgroundColor, color };
    })()`);
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(brand_color.slice(at, at + 2), 16));
    expect(painted).toEqual({ backgroundColor: `rgb(${red}, ${green}, ${blue})`, color: ink });
    expect(await violationsOn(visitor.page)).toEqual([]);
    await visitor.close();
  });
});

test('a result that arrives while someone reads further down is shown from its top, and nothing is seen to move', async () => {
  const { page } = await stranger({ isolated: true, viewport: { width: 390, height: 844 } });
  await page.addInitScript(COUNT_SHIFTS);
  const { token } = await world.session();
  await page.goto(address(token));
  await page.getByRole('button', { name: en.cancel }).waitFor();
  await page.evaluate(`scrollTo({ top: 700, behavior: 'instant' })`);
  await world.read('genuine', token);
  await page.getByRole('heading', { level: 1, name: en.approved }).waitFor();
  expect(await page.evaluate('scrollY')).toBe(0);
  const { shift, shifted } = await countedShift(page);
  expect(shift, shifted.join('\n')).toBeLessThan(MOST_SHIFT);
});
