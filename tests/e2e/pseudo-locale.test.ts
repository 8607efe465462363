/**
 * The site in a pseudo-language, in which each message is in brackets and a third longer. Words without brackets are hard-coded, so
 * no translator would find them. The longer words must also fit into a narrow window.
 */
// CI only: it reads every screen in a made-up language.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptFailures } from '../../openapi/facts/attempt-failures.ts';
import capture from '../../web/src/features/capture/texts/en.json' with { type: 'json' };
import { furnish, GUIDES, REFERENCE, type Screen, screens } from '../support/browser/screens.ts';
import { createSite, type Site, signedIn } from '../support/browser/visitor.ts';
import { contract } from '../support/contract/contract.ts';
import { someOf } from '../support/runs/sweep.ts';
import { eventually } from '../support/server/test-server.ts';

const root = join(import.meta.dirname, '../..');
/** Parts that contain no words of the site: code, texts that the browser supplies, and pictures of documents. */
const ELSEWHERE =
  'code, pre, kbd, samp, time, option, [translate=no], [lang]:not(html), .prose, [aria-hidden=true] svg, svg[aria-hidden=true], svg.passport';

const countries = new Intl.DisplayNames('en', { type: 'region' });
const supported: { countries: { alpha2: string }[] } = JSON.parse(
  readFileSync(join(root, 'web/src/content/coverage.json'), 'utf8'),
);
const month = (style: 'short' | 'long', at: number) => new Date(2026, at, 1).toLocaleDateString('en', { month: style });
/** The compiler ensures that these files have the same texts in each language. */
const textsIn = (texts: object): string[] =>
  Object.values(texts).flatMap((text: unknown) => (typeof text === 'string' ? text : textsIn(text as object)));

/** Words that the pseudo-language leaves as they are: names, texts that the browser supplies, codes, and what a customer wrote. */
const SAME = [
  ...Object.values(attemptFailures),
  ...textsIn(capture),
  ...supported.countries.map(({ alpha2 }) => countries.of(alpha2)!),
  ...Array.from({ length: 12 }, (_, at) => [month('long', at), month('short', at)]).flat(),
  ...['Sigill Identity', 'Sigill Passport', 'Sigill Specimen', 'Sigill', 'Starter', 'Standard', 'Enterprise'],
  ...['App Store', 'Google Play', 'Google', 'Microsoft', 'LinkedIn', 'Visa', 'Mastercard', 'American Express'],
  ...[
    ...['TypeScript', 'curl', 'Python', 'PHP', 'Java', 'Go', 'Postman', 'Express', 'Flask'],
    'OpenAPI',
    'Redoc',
    'Ctrl',
    'ECDSA with',
    'callback_url',
    ...['ms', 'sec', 'kB', 'bytes', 'second'],
    'Baltics',
    'Specimen issuers',
    'Passport No',
    'Date of expiry',
    'int64',
    'integer',
    'string',
    'base64',
    'DocumentFiles',
  ],
  ...Object.keys(contract.components.schemas),
  ...['integer', 'string', 'object', 'base64', 'int64', 'date-time'],
  ...['Alma Vinter', 'Example AB', 'Storgatan', 'Stockholm', 'node', REFERENCE],
];
const escaped = (name: string) => name.replaceAll(/[.?(){}]/g, '\\$&');
const NAMES = new RegExp(
  `(?<!\\p{L})(${SAME.toSorted((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')})(?![\\p{L}_])`,
  'gu',
);
const CODES = [
  /\S+@\S+|https?:\S+|\b[\w-]+\.(com|example|json)\b|\b(req|msg|pm|whsec|public-key)[-_]\w*/g,
  // States, failure codes, currencies, standards; and calls.
  /\b[A-Z][A-Z0-9_]+\b|\b[a-z]+(_[a-z]+)+\b|\b[a-z_]+\.[a-z_]+\b/g,
  // The default of a field, as JSON.
  /"[a-z_]+"$/g,
];
/**
 * Pages whose text comes from files rather than catalogs: documents have a file for each language, and the reference quotes the
 * contract.
 */
const DOCUMENTS = /guide$|^\/(privacy|terms|computer-reader|reader-protocol)$|^\/api-reference/;
const documents = ['docs/guides', 'web/src/content/legal', 'openapi']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
  .filter((file) => /\.(md|yaml)$/.test(file))
  .map((file) => plain(readFileSync(file, 'utf8')))
  .join('\n');

const CATALOG = /^var (\w+)=JSON\.parse\((`(?:\\.|[^`\\])*`|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")\)/;
type Message = string | Message[] | Record<string, unknown>;

let site: Site;
let pages: Record<Screen['who'], Page>;
let addresses: Record<string, string>;
let catalogs = 0;

beforeAll(async () => {
  site = await createSite();
  const furnished = await furnish(site.server);
  ({ addresses } = furnished);
  const enter = async (storage?: Record<string, string>) => {
    const { page, context } = await site.visit({ viewport: { width: 320, height: 900 }, ...(storage && { storage }) });
    await context.route('**/assets/*.js', translate);
    return page;
  };
  pages = { visitor: await enter(), user: await enter(signedIn(furnished.account.credentials)) };
});
afterAll(() => site?.stop());

async function translate(route: Route): Promise<void> {
  const response = await route.fetch();
  const source = await response.text();
  const [, name, literal] = CATALOG.exec(source) ?? [];
  if (!literal) return route.fulfill({ response, body: source });
  const messages = JSON.parse(new Function(`return ${literal}`)()) as Record<string, Message[]>;
  // Data that is not a catalog can have the same form.
  if (!Object.values(messages).every((message) => Array.isArray(message)))
    return route.fulfill({ response, body: source });
  catalogs++;
  const bracketed = Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, message.map(bracket)]));
  const body = source.replace(CATALOG, () => `var ${name}=JSON.parse(${JSON.stringify(JSON.stringify(bracketed))})`);
  return route.fulfill({ response, body });
}

/** A piece of a message: text, or `[variable]`, or `[variable, 'plural', { one: […] }]`. */
function bracket(piece: Message): Message {
  if (typeof piece === 'string') return piece.replaceAll(/(?:^|(?<=>))[^<>]*\p{L}[^<>]*(?=$|<)/gu, longer);
  if (!Array.isArray(piece) || typeof piece[2] !== 'object') return piece;
  const [variable, kind, choices] = piece as [string, string, Record<string, Message>];
  const turned = Object.entries(choices).map(([choice, text]) => [
    choice,
    Array.isArray(text) ? text.map(bracket) : typeof text === 'string' && choice !== 'offset' ? bracket(text) : text,
  ]);
  return [variable, kind, Object.fromEntries(turned)];
}

function longer(text: string): string {
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  return `${before}⟦${words}${' ñandú'.repeat(Math.ceil(words.length / 18))}⟧${after}`;
}

const look = (page: Page) =>
  page.evaluate<{ texts: string[]; wide: number }>(`(() => {
    const texts = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
      if (element.closest(${JSON.stringify(`script, style, noscript, ${ELSEWHERE}`)})) continue;
      if (node === element) for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.add(element.getAttribute(name) ?? '');
      // An address or a code may be in pieces, so that it wraps between them.
      else texts.add(element.querySelector(':scope > wbr') ? element.textContent : node.data);
    }
    return { texts: [...texts], wide: document.documentElement.scrollWidth };
  })()`);

function plain(text: string): string {
  return text
    .replaceAll(/[`*\\]|\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function isBare(text: string, path: string): boolean {
  // The browser joins the elements of a list.
  const pieces = text.replaceAll('⟧ and ⟦', '⟧ ⟦');
  let rest = pieces.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ').replaceAll(/⟦[^⟦⟧]*⟧/g, ' ');
  for (const known of [NAMES, ...CODES]) rest = rest.replaceAll(known, ' ');
  if (!/\p{L}{2}/u.test(rest)) return false;
  return !(DOCUMENTS.test(path) && [text, rest].some((words) => documents.includes(plain(words))));
}

/** The guides are one screen with other documents, so one of them is enough. */
const tried = screens.filter(({ path }) => !GUIDES.includes(path) || path === '/integration-guide');

/** Screens from which the app can go to all others. */
const STARTS = { visitor: ['/sign-in', '/sign-up'], user: ['/settings', '/users'] };
const opened = new Set<Page>();

/** Navigates within the app, which renders the screen with the pseudo-language. A prerendered page already contains its words. */
async function open(who: Screen['who'], path: string): Promise<void> {
  const page = pages[who];
  if (!opened.has(page) || new URL(page.url()).pathname === path) {
    await page.goto(STARTS[who].find((start) => start !== path)!);
    await page.getByRole('heading', { level: 1 }).waitFor();
    opened.add(page);
  }
  await page.evaluate(`document.querySelector('h1').dataset.start = ''`);
  await page.evaluate(
    `history.pushState({ ...history.state, email: 'ada@example.com' }, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  const drawn = `!document.querySelector('h1[data-start], .skeleton') && document.querySelector('h1') && document.fonts.status === 'loaded'`;
  await eventually(() => page.evaluate<boolean>(drawn), 'the screen');
  expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
}

test.each(someOf(tried, 3))('every word of $path is translatable and fits a narrow window', async ({ path, who }) => {
  await open(who, addresses[path] ?? path);
  const { texts, wide } = await look(pages[who]);
  expect(texts.filter((text) => isBare(text, path))).toEqual([]);
  expect(wide).toBe(320);
  expect(catalogs).toBeGreaterThan(0);
});
