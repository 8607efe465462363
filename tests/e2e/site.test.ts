/**
 * The public pages as built: what they contain for readers without scripts, search engines and link previews, what a browser loads,
 * and how the app takes over the prerendered page. SITE_FOLDER selects a build other than web/dist.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { GUIDES } from '../support/browser/screens.ts';
import {
  createSite,
  createVisitor,
  expectNoComplaints,
  openLive,
  type Site,
  slowDown,
} from '../support/browser/visitor.ts';
import { contract, operationIds } from '../support/contract/contract.ts';
import { markdownFaults } from '../support/documentation/markdown-faults.ts';
import { createHaltingProxy } from '../support/halting-proxy.ts';
import { someOf } from '../support/runs/sweep.ts';

const root = join(import.meta.dirname, '../..');
const ROUTES = join(root, 'web/src/routes/{-$locale}');
const BUDGET = 110_000;
const LEADING_ON = ['/reference'];
const LOCALES = ['en', 'es'] as const;
type Locale = (typeof LOCALES)[number];

const RESOURCES = contract.tags.map(({ name }) => name.toLowerCase().replaceAll(' ', '-'));

const paths = readdirSync(ROUTES)
  .filter((file) => file.endsWith('.tsx') && !/^(_|route\.)/.test(file))
  .map(
    (file) =>
      `/${file
        .replace(/\.tsx$/, '')
        .replace(/(^|\.)index$/, '')
        .replaceAll('.', '/')}`,
  )
  .filter((path) => !LEADING_ON.includes(path))
  .flatMap((path) =>
    path.includes('$resource') ? RESOURCES.map((resource) => path.replace('$resource', resource)) : path,
  )
  .flatMap((path) => (path === '/$guide' ? GUIDES : path));

const localised = (path: string, locale: Locale) => (locale === 'en' ? path : `/es${path === '/' ? '' : path}`);
const pages = paths.flatMap((path) => LOCALES.map((locale) => ({ path, locale, url: localised(path, locale) })));

/** Reference pages are all built alike, and so are guides, so a browser opens only the heaviest ones. screens.test.ts opens all guides. */
const ALIKE = [...RESOURCES.map((name) => `/api-reference/${name}`), ...GUIDES];
const HEAVIEST = ['/api-reference/sessions', '/integration-guide'];
const opened = pages.filter(({ path }) => !ALIKE.includes(path) || HEAVIEST.includes(path));

/** Alternates languages from page to page. `other` swaps them, so that two tests together cover each page in both. */
const inTurn = (other: 0 | 1) => opened.filter((_, index) => (index >> 1) % 2 === (index + other) % 2);

let site: Site;
let base: string;

beforeAll(async () => {
  site = await createSite();
  base = site.server.base;
});
afterEach(() => site.leave());
afterAll(() => site?.stop());

const read = async (url: string) => (await fetch(base + url)).text();

function attribute(html: string, tag: RegExp, name: string): string | undefined {
  const tags = [...html.matchAll(/<(?:link|meta)\b[^>]*>/g)].map(([text]) => text).filter((text) => tag.test(text));
  expect(tags.length, `${tag} occurs once`).toBe(1);
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tags[0]!)?.[1];
}

describe('without scripts', () => {
  let plain: BrowserContext;
  beforeAll(async () => {
    plain = await site.browser.newContext({ baseURL: base, javaScriptEnabled: false });
  });
  afterAll(() => plain?.close());

  test.concurrent.for(someOf(inTurn(0), 5))(
    '$url shows its text and no control that needs a script',
    async ({ url }, { expect }) => {
      const page = await plain.newPage();
      await page.setViewportSize({ width: 320, height: 800 });
      await page.goto(url);
      await expect.poll(() => page.locator('h1').innerText()).not.toBe('');
      const closed = page.locator('main details:not([open]) > summary').filter({ visible: true });
      const before = await closed.count();
      // Opening one closed section without scripts is enough, because the reference has hundreds of them.
      if (before > 0) {
        await closed.first().click();
        await expect.poll(() => closed.count()).not.toBe(before);
      }
      await page.evaluate(`for (const section of document.querySelectorAll('main details')) section.open = true`);
      const words = ((await page.locator('main').textContent()) ?? '').split(/\s+/).length;
      expect(words).toBeGreaterThan(120);
      for (const control of [
        '[data-copy]',
        '[data-replay]',
        '[data-tab]',
        'fieldset',
        'header button',
        '.consent-banner',
      ])
        expect(await page.locator(control).filter({ visible: true }).count(), control).toBe(0);
      await page.close();
    },
  );

  test('every language of a code sample can be read', async () => {
    const page = await plain.newPage();
    await page.goto('/');
    const panels = page.locator('[data-panel]');
    await expect.poll(() => panels.filter({ visible: true }).count()).toBe(await panels.count());
    await expect.poll(() => page.getByText('/api/v1/session.create').first().isVisible()).toBe(true);
    await page.close();
  });

  test('the system decides the theme', async () => {
    const backgrounds: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await site.browser.newContext({ baseURL: base, javaScriptEnabled: false, colorScheme });
      const page = await context.newPage();
      await page.goto('/pricing');
      backgrounds.push(await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor'));
      await context.close();
    }
    expect(backgrounds).toEqual(['rgb(251, 250, 246)', 'rgb(14, 18, 20)']);
  });
});

describe('the head', () => {
  const titles = new Map<string, string>();

  test.each(pages)('of $url is complete', async ({ path, locale, url }) => {
    const html = await read(url);
    expect(html).toContain(`<html lang="${locale}">`);
    expect(html, 'no address of the build').not.toContain('https://sigill.example');

    const [, title = ''] = /<title[^>]*>([^<]+)<\/title>/.exec(html) ?? [];
    expect(title).toMatch(/ · Sigill$/);
    expect(titles.get(title), 'the title belongs to one page').toBeUndefined();
    titles.set(title, url);
    const description = attribute(html, /name="description"/, 'content') ?? '';
    expect(description.length).toBeGreaterThan(40);
    expect(description.length).toBeLessThan(320);

    expect(attribute(html, /rel="canonical"/, 'href')).toBe(base + url);
    expect(attribute(html, /hreflang="en"/, 'href')).toBe(base + path);
    expect(attribute(html, /hreflang="es"/, 'href')).toBe(base + localised(path, 'es'));
    expect(attribute(html, /hreflang="x-default"/, 'href')).toBe(base + path);

    expect(attribute(html, /property="og:title"/, 'content')).toBe(title);
    expect(attribute(html, /property="og:url"/, 'content')).toBe(base + url);
    expect(attribute(html, /property="og:locale"/, 'content')).toBe(locale === 'en' ? 'en_US' : 'es_ES');
    const picture = await fetch(attribute(html, /property="og:image"/, 'content')!);
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);

    const [, data = ''] = /<script[^>]*type="application\/ld\+json">([^<]*)<\/script>/.exec(html) ?? [];
    const graph = (JSON.parse(data) as { '@graph': { '@type': string; url?: string; inLanguage?: unknown }[] })[
      '@graph'
    ];
    expect(graph.find((node) => node['@type'] === 'WebPage')).toMatchObject({ url: base + url, inLanguage: locale });
  });
});

test.each(pages.filter(({ path }) => path.startsWith('/api-reference')))(
  '$url weighs at most 280 kB before anything is opened',
  async ({ url }) => expect((await read(url)).length).toBeLessThan(280_000),
);

describe('for machines', () => {
  test('the sitemap lists the public pages, each with its languages', async () => {
    const sitemap = await read('/sitemap.xml');
    const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
    expect(listed.sort()).toEqual(pages.map(({ url }) => base + url).sort());
    expect(sitemap.match(/hreflang="x-default"/g)).toHaveLength(pages.length);
    for (const address of listed) expect((await fetch(address!)).status, address).toBe(200);
  });

  test('robots.txt names the sitemap and excludes the API', async () => {
    const robots = await read('/robots.txt');
    expect(robots).toContain(`Sitemap: ${base}/sitemap.xml`);
    expect(robots).toContain('Disallow: /api/');
  });

  test('the feed lists the releases', async () => {
    const feed = await read('/feed.xml');
    expect(feed).toMatch(/^<\?xml[^>]*>\s*<rss version="2\.0"/);
    const released = readFileSync(join(root, 'sdk/client/CHANGELOG.md'), 'utf8').matchAll(
      /^## (\S+) · \d{4}-\d\d-\d\d$/gm,
    );
    const titles = [...feed.matchAll(/<item>\s*<title>([^<]+)<\/title>/g)].map(([, title]) => title);
    expect(titles).toEqual([...released].map(([, version]) => `Sigill ${version}`));
    expect(feed).toContain(`<atom:link href="${base}/feed.xml" rel="self"`);
  });

  test.each(pages)('$url is available as Markdown', async ({ url }) => {
    const answer = await fetch(`${base}${url === '/' ? '/index' : url}.md`);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const text = await answer.text();
    const [, title = ''] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(await read(url)) ?? [];
    expect(text).toContain(
      `# ${title
        .replaceAll(/<[^>]*>/g, '')
        .trim()
        .slice(0, 20)}`,
    );
    expect(text).not.toMatch(/https:\/\/sigill\.example|<(div|span|section)\b|\]\(\/(?!\/)/);
  });

  test.each([
    ['/integration-guide', '1. session.create: Your backend → Sigill\n'],
    ['/coverage', '- Netherlands NL\n\n  Passport Supported\n'],
    ['/compare', '| Biometric verification: Chip over NFC |'],
    [
      '/api-reference/sessions',
      '`passport_only` (boolean, optional): Accept passports only, no ID cards. (default false)\n',
    ],
    ['/api-reference/errors', '### not\\_found\n\n`404`\n'],
    ['/api-reference/headers', '### Session-Token\n\nstring, for calls that require it\n'],
    ['/api-reference/types', 'Id of a request.\n\nstring at most 64 characters\n'],
  ])('%s as Markdown says in words what the page shows: %s', async (url, words) => {
    expect(await read(`${url}.md`)).toContain(words);
  });

  test.each(pages)('the Markdown of $url reads as it was meant', async ({ url }) => {
    expect(markdownFaults(await read(`${url === '/' ? '/index' : url}.md`))).toEqual([]);
  });

  test('llms.txt links to the documents, and llms-full.txt contains them', async () => {
    const list = await read('/llms.txt');
    const links = [...list.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
    expect(links.length).toBeGreaterThan(35);
    for (const link of links) {
      const { status, headers } = await fetch(link, { method: 'HEAD' });
      expect([link, status]).toEqual([link, 200]);
      expect(headers.get('content-type')).not.toContain('html');
    }
    expect(operationIds.filter((id) => !list.includes(id))).toEqual([]);
    const full = await read('/llms-full.txt');
    for (const words of ['sigill.session.create', 'idempotency_conflict', 'webhook-signature', '# Integration guide'])
      expect(full).toContain(words);
  });

  test('the changelog says what the feed says', async () => {
    for (const prefix of ['', '/es']) expect(await read(`${prefix}/changelog`)).toContain('First release.');
    for (const [, link] of (await read('/feed.xml')).matchAll(/<link>([^<]+#[^<]+)<\/link>/g)) {
      const [page, anchor] = link!.split('#');
      expect(await (await fetch(page!)).text()).toContain(`id="${anchor}"`);
    }
  });

  test('the reference links to the page of Redocly, which has every call and comes as a file', async () => {
    for (const prefix of ['', '/es'])
      expect(await read(`${prefix}/api-reference`)).toMatch(/<a href="\/reference.html"[^>]*>Redoc<\/a>/);
    const { status, headers } = await fetch(`${base}/reference.html`);
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename=sigill-api-reference.html',
    ]);
    const html = await read('/reference.html');
    for (const { post } of Object.values(contract.paths)) expect(html).toContain(post.operationId);
  });

  test('the Postman collection goes through the main story from top to bottom', async () => {
    const { basic } = await site.server.account();
    const collection = await openCollection();
    expect(collection.variables.get('baseUrl')).toBe(base);
    expect([...collection.requests.keys()].sort()).toEqual(
      Object.values(contract.paths)
        .map(({ post }) => post.operationId)
        .sort(),
    );
    collection.variables.set('public_key', basic.public_key).set('secret', basic.secret);
    const statuses: [string, number][] = [];
    for (const name of [
      'session.create',
      'session.get',
      'session.list',
      'session.state',
      'reader.open',
      'reader.start',
      'reader.challenge',
      'session.abort',
      'callback.list',
      'demo.create',
      'demo.state',
    ])
      statuses.push([name, await collection.send(name)]);
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
    expect(await collection.send('user.self'), 'a call of the portal, before anybody has signed in').toBe(401);
  });

  test.each([
    ['/reference', '/api-reference'],
    ['/es/reference', '/es/api-reference'],
    ['/new_demo?face_verification=true', '/demo?face_verification=true'],
    ['/es/new_demo', '/es/demo'],
  ])('%s redirects to %s', async (from, to) => {
    const { status, headers } = await fetch(base + from, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([308, to]);
  });
});

describe('in the browser', () => {
  test.concurrent.for(someOf(inTurn(1), 5))(
    '$url loads little, from here only, and nothing complains or moves',
    async ({ url }) => {
      await using visitor = await site.guest({ storage: {}, viewport: { width: 412, height: 823 }, cold: true });
      const { page } = visitor;
      const scripts: Response[] = [];
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(base) && !request.url().startsWith('data:')) elsewhere.push(request.url());
      });
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.push(response);
      });
      await page.goto(url);
      await bannerShown(page);
      await page.waitForLoadState('networkidle');
      const weights = await Promise.all(scripts.map(async (script) => gzipSync(await script.body()).length));
      expect(weights.length).toBeGreaterThan(2);
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThan(BUDGET);
      expect(scripts.filter((script) => /router|query|sdk/.test(script.url()))).toEqual([]);
      expect(elsewhere).toEqual([]);
      expect(await shiftOf(page)).toBeLessThan(0.02);
      expectNoComplaints(visitor);
    },
  );

  // Widths at which the fallback font wraps a line at a different word.
  test.concurrent.for([
    ['/', 360],
    ['/terms', 360],
    ['/es/terms', 390],
    ['/terms', 1280],
  ] as const)('fonts that load late move nothing on %s at %i px', async ([url, width]) => {
    await using visitor = await site.guest({ storage: {}, viewport: { width, height: 800 }, cold: true });
    const { page } = visitor;
    await page.route('**/*.woff2', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    await page.goto(url);
    await bannerShown(page);
    await page.waitForLoadState('networkidle');
    expect(await shiftOf(page)).toBeLessThan(0.005);
  });

  test('an unknown path is a page with status 404 that suggests what was meant', async () => {
    const visitor = await site.visit();
    for (const [url, status, words, near] of [
      ['/pricng', 404, 'Broken link — the page could not be found.', 'Pricing'],
      ['/es/pricng', 404, 'Enlace roto', 'Precios'],
    ] as const) {
      const answer = await visitor.page.goto(url);
      expect(answer?.status()).toBe(status);
      expect(await answer?.text()).toContain(words);
      await visitor.page.locator('main').getByRole('link', { name: near }).waitFor();
      await expect.poll(() => visitor.page.locator('link[rel=canonical]').count()).toBe(0);
    }
    expectNoComplaints(visitor);
  });
});

describe('the prerendered page', () => {
  test('becomes the app with the first link, without loading a new document', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await openMarked(page, '/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
    await page.getByRole('heading', { level: 1, name: 'Self service' }).waitFor();
    expect(visitor.path()).toBe('/pricing');
    expect(await isSameDocument(page)).toBe(true);
    expect(await page.title()).toBe('Self service · Sigill');
    await expect.poll(() => page.locator('title, meta[name=description]').count()).toBe(2);
    await expect.poll(() => page.locator('link[rel=canonical], meta[property^="og:"]').count()).toBe(0);
    await expect.poll(() => page.evaluate('[document.activeElement?.id, scrollY]')).toEqual(['main', 0]);

    await page.getByRole('link', { name: 'Compare' }).first().click();
    await page.waitForURL('**/compare');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Self service' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: /chip in their passport/ }).waitFor();
    expect(await isSameDocument(page)).toBe(true);
    expectNoComplaints(visitor);
  });

  test.each([
    ['/pricing', '/terms'],
    ['/es/pricing', '/es/terms'],
  ])('%s is where it was left, after going back from %s', async (path, next) => {
    const { page, at } = await site.visit();
    await openMarked(page, path);
    const place = () => page.evaluate<number>('scrollY');
    await page.evaluate(`scrollTo({ top: 900, behavior: 'instant' })`);
    // The first click leaves the prerendered page, the second one a screen that the app has rendered.
    for (const _ of ['page', 'screen']) {
      await page.locator(`footer a[href="${next}"]`).dispatchEvent('click');
      await at(next);
      await expect.poll(place).toBe(0);
      await page.goBack();
      await expect.poll(place).toBe(900);
    }
    expect(await isSameDocument(page)).toBe(true);
  });

  test('keeps its content when its scripts are loaded before all of the document', async () => {
    await using network = await createHaltingProxy(base, '/coverage', 'id="all-countries"');
    await using visitor = await createVisitor(site.browser, network.base);
    const { page } = visitor;
    const loaded = page.waitForResponse(/\/assets\/site-\w+\.js$/);
    await page.goto('/coverage', { waitUntil: 'commit' });
    await (await loaded).finished();
    // Long enough to run any script that does not wait for the rest of the document.
    await page.waitForTimeout(1000);
    network.letGo();
    const search = page.getByRole('searchbox', { name: 'Search for country' });
    await expect
      .poll(() => search.evaluate((field) => Object.keys(field).some((key) => key.startsWith('__react'))))
      .toBe(true);
    await search.fill('swed');
    await page.locator('[data-found][data-country=SE]').waitFor();
    await page.getByRole('heading', { name: 'Full list' }).waitFor();
    expectNoComplaints(visitor);
  });

  test('moves the focus to the new page on a slow device too', async () => {
    const { page } = await site.visit({ isolated: true });
    await openMarked(page, '/');
    await slowDown(page, 10);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
    await page.getByRole('heading', { level: 1, name: 'Self service' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('main');
    expect(await isSameDocument(page)).toBe(true);
  });

  test('follows links in its own text, and opens them elsewhere when asked to', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await openMarked(page, '/es/developer');
    const link = page.locator('main').getByRole('link', { name: 'Guía de integración', exact: true }).first();
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      link.click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await opened.waitForURL('**/es/integration-guide');
    await link.click();
    await page.waitForURL('**/es/integration-guide');
    expect(await isSameDocument(page)).toBe(true);
    expectNoComplaints(visitor);
  });

  test('keeps query, hash, scroll position and input when the language changes', async () => {
    const visitor = await site.visit({ viewport: { width: 1280, height: 600 } });
    const { page } = visitor;
    await openMarked(page, '/pricing?from=mail#calculator');
    const field = page.getByRole('textbox', { name: 'Verified identities per month' });
    await field.fill('4321');
    const scroll = await page.evaluate<number>('scrollY');
    expect(scroll).toBeGreaterThan(0);
    await page.locator('footer').getByRole('link', { name: 'Español' }).dispatchEvent('click', { button: 0 });
    await page.getByRole('heading', { level: 1, name: 'Autoservicio' }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search + new URL(page.url()).hash).toBe(
      '/es/pricing?from=mail#calculator',
    );
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('es');
    await expect.poll(() => page.getByRole('textbox').inputValue()).toBe('4321');
    expect(Math.abs((await page.evaluate<number>('scrollY')) - scroll)).toBeLessThan(120);
    expect(await isSameDocument(page)).toBe(true);
    expectNoComplaints(visitor);
  });

  test('remembers in memory what was chosen before consent', async () => {
    const { page } = await site.visit({ storage: {} });
    await openLive(page, '/compare');
    await page.locator('footer').getByRole('radio', { name: 'Dark' }).check({ force: true });
    await page.getByRole('link', { name: 'Coverage' }).first().click();
    await page.waitForURL('**/coverage');
    await page.getByRole('heading', { level: 1, name: 'Country coverage' }).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await expect.poll(() => page.locator('footer').getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  test('carries the reference of its URL to the sign-up', async () => {
    const { page } = await site.visit();
    await openLive(page, `/?state=${encodeURIComponent('{"reference":"spring"}')}`);
    await page.getByRole('link', { name: 'Start for free' }).first().click();
    await page.getByLabel('Work email').fill('reader@example.com');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    const [request] = await Promise.all([
      page.waitForRequest('**/api/v1/password.create'),
      page.getByRole('button', { name: 'Create account' }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ reference: 'spring' });
  });

  test("redirects a signed-in user from home to the dashboard, and shows the account's links elsewhere", async () => {
    const { page } = await site.visitSignedIn();
    await page.goto('/es');
    await page.waitForURL('**/es/dashboard');
    await page.goto('/pricing');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Billing' }).waitFor();
    await expect.poll(() => page.getByRole('heading', { level: 1, name: 'Self service' }).isVisible()).toBe(true);
  });

  test('does what its controls say', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openLive(page, '/');
    const block = page.locator('[data-code]').first();
    await block.getByRole('tab', { name: 'curl' }).click();
    await expect.poll(() => block.getByRole('tabpanel').innerText()).toContain(`curl ${base}/api/v1/session.create`);
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('session.create');
    await block.getByRole('tab', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => block.getByRole('tab', { name: 'TypeScript' }).getAttribute('aria-selected')).toBe('true');
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('TypeScript');
    await expect.poll(() => block.getByRole('tabpanel').innerText()).toContain('sigill.session.create');
    expectNoComplaints(visitor);
  });

  test('shows all samples in the language chosen at one of them, and remembers it', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const shown = () =>
      page
        .locator('[data-sample] pre[data-panel]:not([hidden])')
        .evaluateAll((panels) => [
          ...new Set(panels.map(({ dataset, textContent }) => `${dataset['language']} ${!!textContent}`)),
        ]);
    await openLive(page, '/api-reference/sessions');
    expect(await shown()).toEqual(['ts true']);
    const block = page.locator('[data-sample="session.list"]');
    await block.getByRole('tab', { name: 'Python' }).click();
    await expect.poll(shown).toEqual(['python true']);
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByText('Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain(`os.environ.get("SIGILL_BASE_URL", "${base}") + "/api/v1/session.list"`);
    expect(copied).toContain('os.environ["SIGILL_SECRET"]');

    // The choice must apply to a page that is loaded and to one that the app renders, and the keyboard must be able to change it.
    await openLive(page, '/es/api-reference/users');
    await expect.poll(shown).toEqual(['python true']);
    await page.locator('main nav:visible').getByRole('link', { name: 'bill.list', exact: true }).click();
    await page.waitForURL('**/es/api-reference/bills#bill.list');
    await expect.poll(shown).toEqual(['python true']);
    await page.locator('[data-sample="bill.list"]').getByRole('tab', { name: 'Python' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(shown).toEqual(['curl true']);
    await openLive(page, '/integration-guide');
    await expect.poll(() => page.getByRole('tab', { name: 'curl', selected: true }).count()).toBeGreaterThan(1);
    expectNoComplaints(visitor);
  });

  test('puts the public key of a signed-in user into every sample, and never a secret', async () => {
    const visitor = await site.visitSignedIn();
    const { page } = visitor;
    const { body } = await site.server.call(
      'user.create_service_user',
      { name: 'Shop' },
      { bearer: visitor.user.credentials.access_token },
    );
    const { public_key, secret } = body as { public_key: string; secret: string };
    await openLive(page, '/api-reference/sessions');
    const block = page.locator('[data-sample="session.create"]');
    const panel = block.getByRole('tabpanel');
    for (const [name, words] of [
      ['TypeScript', `publicKey: '${public_key}'`],
      ['curl', `-u "${public_key}:$SIGILL_SECRET"`],
      ['Go', `"${public_key}", os.Getenv("SIGILL_SECRET")`],
      ['C#', `"${public_key}" + ":" + Environment`],
    ] as const) {
      await block.getByRole('tab', { name, exact: true }).click();
      await expect.poll(() => panel.innerText()).toContain(words);
    }
    expect(await page.content()).not.toContain(secret);
  });

  test('plays the reading again', async () => {
    const context = await site.browser.newContext({ baseURL: base });
    const page = await context.newPage();
    await openLive(page, '/');
    const running = () =>
      page.evaluate<number>(
        `document.querySelector('figure.reading').getAnimations({ subtree: true }).filter(({ playState }) => playState === 'running').length`,
      );
    await expect.poll(running).toBe(0);
    await page.getByRole('button', { name: 'Replay' }).click();
    expect(await running()).toBeGreaterThan(5);
    await context.close();
  });

  test('finds calls, and follows the reader through the reference and the guides', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await openLive(page, '/api-reference/sessions');
    const tree = page.getByRole('navigation', { name: 'Calls' });
    await tree.getByRole('searchbox').fill('session get');
    await expect.poll(() => tree.locator('li').getByRole('link').allInnerTexts()).toContain('session.get');
    await expect.poll(() => tree.locator('li').getByRole('link').count()).toBeLessThan(8);
    await tree.getByRole('searchbox').fill('nothing like it');
    await tree.getByText('No call matches.').waitFor();
    await tree.getByRole('searchbox').fill('');
    await tree.getByRole('link', { name: 'session.get', exact: true }).click();
    await tree.locator('a[aria-current=location]').waitFor();
    await expect.poll(() => tree.locator('a[aria-current=location]').innerText()).toBe('session.get');
    await tree.getByRole('link', { name: 'user.list', exact: true }).click();
    await page.waitForURL('**/api-reference/users#user.list');

    await openLive(page, '/integration-guide');
    const sections = page.getByRole('navigation', { name: 'Guides' }).locator('[data-sections] a');
    await sections.nth(3).click();
    await expect.poll(() => sections.nth(3).getAttribute('aria-current')).toBe('location');
    expectNoComplaints(visitor);
  });
});

async function openCollection() {
  interface Item {
    name: string;
    event?: { script: { exec: string[] } }[];
    request: {
      url: { raw: string };
      header: { key: string; value: string }[];
      body: { raw: string };
      auth: { type: string };
    };
  }
  const { variable, item } = JSON.parse(await read('/postman_collection.json')) as {
    variable: { key: string; value: string }[];
    item: { item: Item[] }[];
  };
  const variables = new Map(variable.map(({ key, value }) => [key, value]));
  const requests = new Map(item.flatMap((folder) => folder.item).map((request) => [request.name, request]));
  const filled = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => variables.get(key) ?? '');
  async function send(name: string): Promise<number> {
    const { request, event = [] } = requests.get(name)!;
    const headers = new Headers(request.header.map(({ key, value }) => [key, filled(value)]));
    if (request.auth.type === 'basic')
      headers.set('authorization', `Basic ${btoa(`${variables.get('public_key')}:${variables.get('secret')}`)}`);
    if (request.auth.type === 'bearer') headers.set('authorization', `Bearer ${variables.get('access_token')}`);
    const answer = await fetch(filled(request.url.raw), { method: 'POST', headers, body: filled(request.body.raw) });
    const json: unknown = await answer.json();
    const pm = {
      response: { code: answer.status, json: () => json },
      collectionVariables: { set: (key: string, value: unknown) => variables.set(key, String(value)) },
    };
    for (const { script } of event) new Function('pm', script.exec.join('\n'))(pm);
    return answer.status;
  }
  return { variables, requests, send };
}

/** Marks the document, so that the test can see whether a new one has replaced it. */
async function openMarked(page: Page, url: string): Promise<void> {
  await openLive(page, url);
  await page.evaluate('window.marked = true');
}

const isSameDocument = (page: Page) => page.evaluate<boolean>(`'marked' in window`);

const bannerShown = (page: Page) =>
  page.getByRole('button', { name: /^(Accept|Aceptar)$/ }).waitFor({ state: 'visible' });

const shiftOf = (page: Page) =>
  page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), 100);
  })`);
