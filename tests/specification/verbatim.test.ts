/** The texts that the specification gives word for word, on the rendered English pages, and proof that each would be missed. */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { afterAll, expect, test } from 'vitest';
import { randomId } from '../../server/database/random-id.ts';
import { createSite, type Site, signedIn, type Visitor } from '../support/browser/visitor.ts';
import { runOperator } from '../support/packages/script.ts';
import { addCard, enabled } from '../support/server/billing.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

type Who = 'visitor' | 'newcomer' | 'customer';

interface Quoted {
  /** A page as it is served without scripts, or as a browser shows it to somebody. */
  at: { html: string } | { page: string; to: Who };
  in: string;
  texts: string[];
}

const STATES = ['CREATED', 'INITIATED', 'FAILED', 'ABORTED', 'COMPLETED', 'REJECTED', 'APPROVED'];

const QUOTED: Quoted[] = [
  {
    at: { html: '/' },
    in: 'header',
    texts: ['Biometric', 'Coverage', 'Pricing', 'Compare', 'Developer', 'Demo', 'Sign in', 'Start for free'],
  },
  { at: { page: '/', to: 'visitor' }, in: '.consent-banner button', texts: ['Accept', 'Continue without cookies'] },
  { at: { html: '/coverage' }, in: 'title', texts: ['Biometric passport and ID country coverage'] },
  { at: { html: '/coverage' }, in: 'h1', texts: ['Country coverage'] },
  {
    at: { html: '/coverage' },
    in: 'main',
    texts: [
      'Search for coverage information on specific countries below, or contact us to learn more.',
      ...['Search for country', 'Supported', 'Not applicable'],
      ...['United States', 'Netherlands', 'Germany', 'France', 'Spain', 'United Kingdom', 'Italy', 'Baltics'],
    ],
  },
  { at: { html: '/pricing' }, in: 'title', texts: ['Self service'] },
  {
    at: { html: '/pricing' },
    in: 'main',
    texts: ['Sign up now', 'Contact us to upgrade', 'Prices in USD', 'Enterprise'],
  },
  { at: { page: '/demo', to: 'visitor' }, in: 'main a', texts: ['Open session'] },
  { at: { page: '/old_demo', to: 'visitor' }, in: 'main button', texts: ['Create demo session'] },
  {
    at: { page: '/old_demo/{waiting}', to: 'visitor' },
    in: 'main',
    texts: ['Start over', 'Waiting for the session to be completed'],
  },
  { at: { page: '/old_demo/{approved}', to: 'visitor' }, in: 'main', texts: ['Session completed'] },
  { at: { page: '/old_demo/{aborted}', to: 'visitor' }, in: 'main', texts: ['Session aborted'] },
  { at: { page: '/old_demo/{failed}', to: 'visitor' }, in: 'main', texts: ['Session failed'] },
  { at: { html: '/no-such-page' }, in: 'main', texts: ['Broken link — the page could not be found.'] },
  {
    at: { page: '/google?error=access_denied', to: 'visitor' },
    in: 'main',
    texts: ['Something went wrong when connecting your Google account.'],
  },
  {
    at: { page: '/microsoft?error=access_denied', to: 'visitor' },
    in: 'main',
    texts: ['Something went wrong when connecting your Microsoft account.'],
  },
  { at: { html: '/api-guide' }, in: 'main pre i', texts: ['"No session found with id: 123"'] },
  { at: { html: '/api-reference/sessions' }, in: 'main .code-links', texts: STATES },
  { at: { html: '/api-reference/billing' }, in: 'main .code-links', texts: ['TRIAL', 'ACTIVE', 'INACTIVE'] },
  {
    at: { page: '/dashboard', to: 'newcomer' },
    in: 'header nav a',
    texts: ['Dashboard', 'Billing', 'Users', 'Settings'],
  },
  {
    at: { page: '/dashboard', to: 'newcomer' },
    in: 'main',
    texts: [
      ...['Get started', 'Verify email', 'Generate API credentials', 'Integrate and verify a first passport or ID'],
      ...['Enable billing', 'Usage', 'Last 30 days', 'Last 90 days'],
    ],
  },
  {
    at: { page: '/settings', to: 'newcomer' },
    in: 'main a, main button',
    texts: ['Verify email', 'Change email', 'Change password', 'Account deletion', 'Sign out'],
  },
  { at: { page: '/account-deletion', to: 'newcomer' }, in: 'main button', texts: ['Delete account'] },
  { at: { page: '/add-keys', to: 'newcomer' }, in: 'main button', texts: ['Generate'] },
  {
    at: { page: '/users', to: 'customer' },
    in: 'main',
    texts: [
      ...['Add new API keys', 'Add a new user', 'Natural user', 'Service user'],
      ...['Google Single Sign-On', 'Microsoft Single Sign-On'],
    ],
  },
  { at: { page: '/user/{user}', to: 'customer' }, in: 'main button', texts: ['Delete'] },
  { at: { page: '/billing', to: 'customer' }, in: 'main button[disabled]', texts: ['Enable billing'] },
  { at: { page: '/billing', to: 'customer' }, in: 'main', texts: ['Begins the 2nd every month', 'Invoice'] },
  { at: { page: '/change-vat-number', to: 'customer' }, in: 'main button', texts: ['Save'] },
  { at: { page: '/payment-method/{card}', to: 'customer' }, in: 'main button', texts: ['Make primary', 'Delete'] },
];

/** What the pages are built from, where a text has other texts or links inside. */
const SOURCES: Record<string, string> = {
  'Search for coverage information on specific countries below, or contact us to learn more.':
    'Search for coverage information on specific countries below, or ',
  'Something went wrong when connecting your Google account.': 'Something went wrong when connecting your ',
  'Something went wrong when connecting your Microsoft account.': 'Something went wrong when connecting your ',
  'Begins the 2nd every month': 'Begins the ',
  'Last 30 days': 'Last ',
  'Last 90 days': 'Last ',
  '"No session found with id: 123"': 'No session found with id: 123',
};
const sourceOf = (text: string) => SOURCES[text] ?? text;

const MARK = '¤';
const changed = (text: string) => text.replace(sourceOf(text), (source) => source + MARK);

const folder = mkdtempSync(join(tmpdir(), 'sigill-verbatim-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every text that the specification quotes is on its page, word for word', async () => {
  await using shown = await openEverything();
  await shown.expectTexts((text) => text);
  const { body } = await shown.world.call('session.get', { id: 123 }, { basic: shown.world.account.basic });
  expect(body).toMatchObject({ error: 'No session found with id: 123' });
});

test('no text could change unnoticed: each is missed where a copy of the site has it otherwise', async () => {
  const texts = [...new Set(QUOTED.flatMap(({ texts }) => texts))];
  expect(texts.length).toBeGreaterThanOrEqual(60);
  expect(changeCopy(texts)).toEqual([]);
  await using shown = await openEverything(folder);
  await shown.expectTexts(changed);
});

/**
 * Copies the built site and changes each text once, wherever a page shows it: between tags, in an attribute, or as a message of a
 * script.
 * @returns texts that are nowhere in the site.
 */
function changeCopy(texts: string[]): string[] {
  cpSync(process.env['SITE_FOLDER'] ?? join(import.meta.dirname, '../../web/dist'), folder, { recursive: true });
  for (const path of globSync('**/*.{br,gz,zst}', { cwd: folder })) rmSync(join(folder, path));
  const sources = [...new Set(texts.map(sourceOf))].sort((a, b) => b.length - a.length);
  const escaped = sources.map((source) => source.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const inHtml = new RegExp(`(?<=[>"]|&quot;)(${escaped})(?=[<"]| · |&quot;)`, 'g');
  const inScripts = new RegExp(`(?<=[[,]")(${escaped})(?=")`, 'g');
  const found = new Set<string>();
  for (const path of globSync('{pages/en/**/*.html,assets/*.js}', { cwd: folder })) {
    const file = join(folder, path);
    const text = readFileSync(file, 'utf8');
    const marked = text.replaceAll(path.endsWith('.js') ? inScripts : inHtml, (source) => {
      found.add(source);
      return source + MARK;
    });
    if (marked !== text) writeFileSync(file, marked);
  }
  return sources.filter((source) => !found.has(source));
}

async function openEverything(folder?: string) {
  const site = await createSite(folder === undefined ? {} : { site: folder });
  const world = createWorld(site.server, await site.server.account());
  const newcomer = await site.server.signUp();
  const customer = await world.freshAccount();
  const ids = { ...(await prepareCustomer(world, customer)), ...(await demoSessions(world)) };
  const visitors: Record<Who, Visitor> = {
    visitor: await site.visit({ storage: {} }),
    newcomer: await site.visit({ storage: signedIn(newcomer.credentials) }),
    customer: await site.visit({ storage: signedIn(customer.credentials) }),
  };
  const pathOf = (pattern: string) =>
    pattern.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof ids) => String(ids[name]));

  async function expectTexts(as: (text: string) => string): Promise<void> {
    for (const { at, in: place, texts } of QUOTED) {
      const expected = texts.map(as);
      const look =
        'html' in at
          ? await servedTexts(site, at.html, place)
          : await shownTexts(visitors[at.to], pathOf(at.page), place);
      const message = `${'html' in at ? at.html : at.page} · ${place}`;
      await expect.poll(async () => missing(expected, await look()), { message }).toEqual([]);
    }
  }
  return { world, expectTexts, [Symbol.asyncDispose]: () => site.stop() };
}

const missing = (expected: string[], texts: Set<string>) => expected.filter((text) => !texts.has(text));
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

async function servedTexts({ server }: Site, path: string, place: string) {
  const html = await (await fetch(server.base + path)).text();
  const document = new new Window().DOMParser().parseFromString(html, 'text/html');
  const texts = new Set<string>();
  for (const top of document.querySelectorAll(place))
    for (const element of [top, ...top.querySelectorAll('*')]) {
      texts.add(plain(element.textContent ?? ''));
      texts.add(element.getAttribute('placeholder') ?? '');
      if (top.localName === 'title') texts.add(plain(element.textContent ?? '').split(' · ')[0]!);
    }
  return async () => texts;
}

async function shownTexts({ page }: Visitor, path: string, place: string) {
  if (new URL(page.url(), 'http://x').pathname !== path) await page.goto(path);
  return async () =>
    new Set(
      await page.locator(place).evaluateAll((tops) =>
        tops
          .flatMap((top) => [top, ...top.querySelectorAll('*')])
          .filter((element) => element.checkVisibility())
          .map((element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()),
      ),
    );
}

/** An account with users of every type, active billing, and an invoice as its primary payment method. */
async function prepareCustomer(world: World, customer: Account) {
  const { server } = world;
  const { db } = server.ctx;
  const mine = createWorld(server, customer);
  await enabled(mine, customer);
  const card = await addCard(mine, customer, '5555555555554444');
  const { id } = await world.succeed('billing.self', {}, { bearer: customer.bearer });
  const address = ['--line1', 'Storgatan 1', '--postal-code', '111 22', '--city', 'Stockholm', '--country', 'SE'];
  await runOperator(server, 'invoice', String(id), ...address, '--reference', 'PO 4711', '--yes');
  await db.updateTable('billing_accounts').set({ cycle_start_day: 2 }).where('merchant_id', '=', id).execute();
  const self = await db
    .selectFrom('users')
    .selectAll()
    .where('merchant_id', '=', id)
    .where('type', '=', 'NATURAL')
    .executeTakeFirstOrThrow();
  const others = (['GOOGLE', 'MICROSOFT'] as const).map((type) => {
    const email = world.freshEmail();
    return { ...self, id: randomId(), type, email, email_key: email, alias: email };
  });
  await db.insertInto('users').values(others).execute();
  return { card, user: others[0]!.id };
}

async function demoSessions({ call, succeed, read }: World) {
  const tokenOf = async () => (await succeed('demo.create', {})).token;
  const [waiting, approved, aborted, failed] = [await tokenOf(), await tokenOf(), await tokenOf(), await tokenOf()];
  await read('genuine', approved);
  await succeed('reader.abort', { token: aborted });
  const { reader_key } = await succeed('reader.start', { token: failed, platform: 'WEB', app_version: '1.0.0' });
  await call('reader.fail', { token: failed, reader_key, code: 'nfc_lost' });
  return { waiting, approved, aborted, failed };
}
