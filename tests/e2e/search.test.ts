/** The site's search (⌘K), in the index from the build: what it finds first, and how visitors use it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { contextOf, findSections, loadIndex } from '../../web/src/features/palette/search-words.ts';
import { createSite, expectNoComplaints, openLive, type Site } from '../support/browser/visitor.ts';
import { questions } from '../support/documentation/questions.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterEach(() => site.leave());
afterAll(() => site?.stop());

/** Searches with the result that must come first. `questions` has more, worded differently, whose result must be among the first three. */
const firstFound: Record<'en' | 'es', [asked: string, found: RegExp][]> = {
  en: [
    ['webhook', /^\/integration-guide#callbacks$/],
    ['webhok signature', /^\/integration-guide#callbacks$|#webhook-signature$/],
    ['verify webhook', /^\/integration-guide#callbacks$|#session_state_changed$/],
    ['login', /\.authenticate$/],
    ['sign in with a password', /#password\.authenticate$/],
    ['KYC', /^\/#/],
    ['passport chip', /^\/biometric#/],
    ['401', /^\/api-guide#status-codes$/],
    ['idempotency', /^\/api-guide#idempotency$/],
    ['idempotancy', /^\/api-guide#idempotency$/],
    ['price', /^\/pricing#|^\/#price$/],
    ['rate limit', /^\/api-guide#rate-limits$/],
    ['throttling', /^\/api-guide#rate-limits$/],
    ['retry', /^\/api-guide#retries$/],
    ['session.create', /^\/api-reference\/sessions#session\.create$/],
    ['create session', /#session\.create$|-guide#create$/],
    ['not_found', /#error-not_found$/],
    ['document_expired', /^\/failure-guide#document_expired$/],
    ['sandbox', /^\/api-guide#no-sandbox$/],
    ['gdpr', /^\/privacy#|#data-protection$/],
    ['delete data', /#session\.redact$|#data-protection$/],
    ['invoice', /^\/api-reference\/bills#/],
    ['X-Request-Id', /^\/api-reference\/headers#x-request-id$/],
    ['webhook-signature', /^\/api-reference\/headers#webhook-signature$/],
    ['redirect', /^\/integration-guide#redirect$/],
    ['ApprovedSession', /^\/api-reference\/types#ApprovedSession$/],
    ['how long is data kept', /^\/privacy#how-long$/],
    ['face verification', /^\/integration-guide#face-verification$/],
  ],
  es: [
    ['webhook', /^\/integration-guide#callbacks$/],
    ['iniciar sesión', /authenticate$/],
    ['inicio de sesion', /authenticate$/],
    ['precio', /^\/pricing#|#prices-and-payment$/],
    ['idempotencia', /^\/api-guide#idempotency$/],
    ['idempotensia', /^\/api-guide#idempotency$/],
    ['reintentos', /^\/api-guide#retries$/],
    ['límites de peticiones', /^\/api-guide#rate-limits$|#ratelimit/],
    ['not_found', /#error-not_found$/],
    ['document_expired', /^\/failure-guide#document_expired$/],
    ['entorno de pruebas', /^\/api-guide#no-sandbox$/],
    ['protección de datos', /^\/privacy#|#data-protection$/],
    ['firma callback', /^\/integration-guide#callbacks$|#webhook-signature$/],
    ['factura', /^\/api-reference\/bills#/],
    ['KYC', /^\/#/],
    ['session.create', /^\/api-reference\/sessions#session\.create$/],
    ['cobertura por país', /^\/coverage#/],
  ],
};

describe.each(['en', 'es'] as const)('the search in %s', (locale) => {
  let index: ReturnType<typeof loadIndex>;
  beforeAll(async () => {
    index = loadIndex(await (await fetch(`${site.server.base}/search/${locale}.json`)).text());
  });

  test.each(firstFound[locale])('finds for “%s” first %s', (asked, found) => {
    const [first] = findSections(index, asked);
    expect(`${first?.['path']}#${first?.['hash']}`).toMatch(found);
  });

  test.each(questions[locale])('finds for “%s” among the first three %s', (asked, found) => {
    const places = findSections(index, asked, 3).map(({ path, hash }) => `${path}#${hash}`);
    expect(places, places.join()).toContainEqual(expect.stringMatching(found));
  });

  test('has sections that all link to an existing place', async () => {
    const prefix = locale === 'en' ? '' : '/es';
    const places = new Map<string, Set<string>>();
    for (const { path, hash } of storedIn(index)) places.set(path, (places.get(path) ?? new Set()).add(hash));
    expect(places.size).toBeGreaterThan(30);
    const missing: string[] = [];
    for (const [path, hashes] of places) {
      const html = await (await fetch(site.server.base + (prefix + path || '/'))).text();
      for (const hash of hashes) if (hash && !html.includes(`id="${hash}"`)) missing.push(`${path}#${hash}`);
    }
    expect(missing).toEqual([]);
  });
});

const storedIn = (index: ReturnType<typeof loadIndex>) =>
  Object.values(
    (JSON.parse(JSON.stringify(index)) as { storedFields: Record<string, { path: string; hash: string }> })
      .storedFields,
  );

test('search results show the text around the words', () => {
  const text = `${'before '.repeat(40)}the Signing secret of a webhook ${'after '.repeat(40)}`;
  const context = contextOf(text, ['signing', 'callback']);
  const shown = context.map((part) => part.text).join('');
  expect(shown).toMatch(/^… (before )+the Signing secret of a webhook (after )+…$/);
  expect(context.filter(({ isFound }) => isFound).map((part) => part.text.trim())).toEqual(['Signing', 'webhook']);
});

test('the palette opens the section of a guide, with the keyboard alone', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  await openLive(page, '/es/pricing');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('idempotensia');
  const group = page.getByRole('group', { name: 'En los textos' });
  const first = group.getByRole('option').first();
  await first.waitFor();
  await expect.poll(() => first.innerText()).toMatch(/^Idempotencia\s+\S[\s\S]{30,}/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/es/api-guide#idempotency');
  await expect
    .poll(() => page.evaluate<number>(`document.getElementById('idempotency')?.getBoundingClientRect().top`))
    .toBeLessThan(300);
  expectNoComplaints(visitor);
});

test('without its index the palette finds pages as before', async () => {
  const { page } = await site.visit();
  await page.route('**/search/*.json', (route) => route.abort());
  await openLive(page, '/');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('pric');
  await page.getByRole('option', { name: 'Pricing' }).waitFor();
});
