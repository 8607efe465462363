/**
 * The public pages: exact texts, prices, legal facts and links, the coverage search, the reference, and the demos. Expected texts
 * are written by hand, because texts taken from the source would repeat its mistakes.
 */
// CI only: it reads every public page letter for letter.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apps, storesOf } from '../../web/src/content/apps.ts';
import {
  countCalls,
  createSite,
  expectNoComplaints,
  openLive,
  type Site,
  type Visitor,
} from '../support/browser/visitor.ts';
import {
  contract,
  hasVariants,
  operationIds,
  requestSchema,
  responseExamples,
  schemaNames,
  schemaValues,
  variantNames,
} from '../support/contract/contract.ts';
import { eventually } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

const CONTACT = 'mailto:support@sigill.example';

let site: Site;
let world: World;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  site = await createSite();
  world = createWorld(site.server, await site.server.account());
  visitor = await site.visit();
  page = visitor.page;
});
afterAll(() => site?.stop());

const main = () => page.locator('main');
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const words = async (of: Locator = main()) => plain(await of.innerText());
const hrefs = (name: string | RegExp, of: Locator = main()) =>
  of
    .getByRole('link', { name, exact: true })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
const heading = () => page.getByRole('heading', { level: 1 }).innerText();

async function expectWords(...wanted: string[]): Promise<void> {
  const text = await words();
  for (const part of wanted) expect(text).toContain(part);
}

const rows = async (table: Locator): Promise<string[][]> =>
  (
    await table
      .locator('tbody tr:has(td)')
      .evaluateAll((found) =>
        found.map((row) =>
          [...row.querySelectorAll('th, td')].map((cell) => (cell as unknown as { innerText: string }).innerText),
        ),
      )
  ).map((row) => row.map(plain));

describe('the marketing page', () => {
  test('home says what the service is, what it costs and which documents it covers', async () => {
    await page.goto('/');
    await expectWords(
      'reads biometric passports and ID cards over NFC',
      'from $0.01 per verified identity',
      'Free credit on sign-up: the first 250 verifications cost nothing.',
      'Covers more than 1,000,000,000 natural persons.',
      'Helps you meet KYC and AML obligations',
      'There is no sandbox',
      'Your backend creates a session with its public key and secret.',
      'npm install http',
      'sigill.session.create',
    );
    expect(await words()).not.toMatch(/AML (screening|check)|sanction/i);
    expect(await hrefs('Start for free')).toEqual(['/sign-up', '/sign-up']);
    expect(await hrefs('Try the demo')).toEqual(['/demo', '/demo']);
  });

  test('home shows the product, and how long data is kept, in figures that match other pages and calls', async () => {
    await page.goto('/');
    const picture = page.getByRole('img', { name: /Picture of a session page/ });
    for (const part of ['Approved', 'Eriksson', 'Issuer', 'Callback delivered, signed'])
      expect(await words(picture)).toContain(part);
    const safety = page.getByRole('region', { name: 'What we don’t keep can’t leak' });
    await expect.poll(() => safety.locator('dd').allInnerTexts()).toEqual(['24 h', 'AES-256-GCM', '5', '177']);
    expect(await hrefs('How we protect it')).toEqual(['/security']);
    await page.goto('/supported-documents');
    const found = await rows(page.getByRole('table'));
    expect(found.filter((cells) => cells.includes('Known'))).toHaveLength(177);
  });

  test('security says what we keep and how, and where to report a vulnerability', async () => {
    await page.goto('/security');
    expect(await heading()).toBe('What we keep, and under which key');
    await expectWords('AES-256-GCM with a key used only for this session', '24 hours after the session ends');
    await expectWords('webhook-signature: v1,', '$argon2id$');
    const [mail] = await hrefs(/^security@/);
    const [file] = await hrefs(/security\.txt/);
    const text = await (await fetch(new URL(file!, page.url()))).text();
    expect(text).toContain(`Contact: ${mail}`);
    const [, policy] = /^Policy: (.+)$/m.exec(text) ?? [];
    expect(new URL(policy!).pathname).toBe('/security');
  });

  test('biometric explains the chip, and says that the two apps are not in the stores yet', async () => {
    await page.goto('/biometric');
    expect(await heading()).toBe('The chip in the passport');
    await expectWords(
      'A biometric passport or ID card has a chip.',
      'The phone reads over NFC',
      'Both are free.',
      'iOS 11.0 or later or Android with API level 23 or later',
    );
    const inStores = [...storesOf(apps.identity), ...storesOf(apps.passport)].map(({ url }) => url);
    expect(await page.getByText('Not in the app stores yet.').count()).toBe(inStores.length > 0 ? 0 : 2);
    const links = page.locator('a[href*="apps.apple.com"], a[href*="play.google.com"]');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(inStores);
  });

  test('pricing compares the plans, with each price and what is free', async () => {
    const ON_AN_IDENTITY =
      'Part of a verified identity, which you pay for once. Keeping only the answer costs the same.';
    await page.goto('/pricing');
    expect(await heading()).toBe('Self service');
    const table = page.getByRole('table', { name: 'Plans compared' });
    const heads = await table.locator('thead th').allInnerTexts();
    expect(heads.map(plain)).toEqual(['STARTER $0.10 per verified identity', 'STANDARD $0.01 per verified identity']);
    expect(await rows(table)).toEqual([
      ['Billing', 'Billed monthly', 'Billed monthly'],
      ['Service fee', 'No service fee', '$99 per month'],
      ['Free trial', 'First 250 verifications free', 'No free trial'],
      ['Failed or rejected identities', 'Free', 'Free'],
      ['1:1 facial verification with a face provider; none is connected here', 'Free', 'Free'],
      ['Liveness detection with a provider that offers it; none is connected here', 'Free', 'Free'],
      ['Facial spoofing detection with a provider that offers it; none is connected here', 'Free', 'Free'],
      [`Age verification ${ON_AN_IDENTITY}`, 'Free', 'Free'],
      ['Strong authentication', 'Contact us', 'Contact us'],
      ['Electronic signature', 'Contact us', 'Contact us'],
    ]);
    await expectWords('Prices in USD');
    expect(await rows(page.getByRole('table', { name: 'Cost of one verified identity by volume' }))).toEqual([
      ['100', '$0.10', '$1.00'],
      ['500', '$0.10', '$0.208'],
      ['1,100', '$0.10', '$0.10'],
      ['5,000', '$0.10', '$0.0298'],
      ['20,000', '$0.10', '$0.015'],
      ['100,000', '$0.10', '$0.011'],
    ]);
    expect(await hrefs('Sign up now')).toEqual(['/sign-up']);
    expect(await hrefs('Contact us to upgrade')).toEqual([CONTACT]);
    const enterprise = page.getByRole('region', { name: 'Enterprise' });
    await expect
      .poll(() => enterprise.locator('dt').allInnerTexts())
      .toEqual(['Tailored solutions', 'Volume discounts', 'Dedicated support']);
    expect(await hrefs('Contact us', enterprise)).toEqual([CONTACT]);
    await page.goto('/es/pricing');
    expect(await heading()).toBe('Autoservicio');
    expect(await hrefs('Regístrate ahora')).toEqual(['/es/sign-up']);
    await expectWords(
      'Parte de una identidad verificada, que se paga una sola vez. Guardar solo la respuesta cuesta lo mismo.',
    );
  });

  test('compare has nine rows of biometric and traditional verification, and links to sign-up', async () => {
    await page.goto('/compare');
    const table = page.getByRole('table');
    expect((await table.locator('thead th').allInnerTexts()).map((head) => head.split('\n')[0])).toEqual([
      'Biometric verification',
      'Traditional verification',
    ]);
    const found = await rows(table);
    expect(found.map(([name]) => name)).toEqual([
      'Data capture',
      'Accuracy',
      'Success signal',
      'Acceptance',
      'Response time',
      'Portrait image',
      'Authenticity',
      'Fraud protection',
      'Clone protection',
    ]);
    for (const [, biometric, traditional] of found) expect(biometric).not.toBe(traditional);
    expect((await hrefs(/./)).filter((href) => href === '/sign-up')).toHaveLength(1);
  });

  test('developer links to the guides, the reference and the demo', async () => {
    await page.goto('/developer');
    for (const [name, path] of [
      ['Integration guide', '/integration-guide'],
      ['API guide', '/api-guide'],
      ['API reference', '/api-reference'],
    ] as const)
      expect(await hrefs(name)).toEqual([path]);
    expect(await hrefs(/./)).toEqual(
      expect.arrayContaining([
        '/ios-integration-guide',
        '/android-integration-guide',
        '/react-native-guide',
        '/reader-protocol',
        '/computer-reader',
        '/web-integration-guide',
        '/demo',
        '/failure-guide',
        '/changelog',
        '/status',
        '/openapi.yaml',
        '/postman_collection.json',
      ]),
    );
    await expectWords('There is no sandbox', '"open_url": "', '"surname": "ERIKSSON"');
  });
});

describe('the coverage page', () => {
  const cells = () =>
    page
      .getByRole('region', { name: 'Search for country' })
      .locator('li')
      .filter({ visible: true })
      .evaluateAll((found) =>
        found.map((cell) => {
          const [name, passport, card] = [...cell.querySelectorAll('p')].map((line) => line.textContent);
          return [
            name!.replace(/[A-Z]{2}$/, ''),
            passport!.replace('Passport ', ''),
            card!.replace('National ID ', ''),
          ];
        }),
      );
  const search = () => page.getByRole('searchbox', { name: 'Search for country' });
  const find = async (text: string) => {
    await search().fill(text);
    return (await cells()).map(([name]) => name);
  };

  test('shows eight countries at a glance, and the legend', async () => {
    await openLive(page, '/coverage');
    expect(await page.title()).toBe('Biometric passport and ID country coverage · Sigill');
    expect(await heading()).toBe('Country coverage');
    await expectWords(
      'Search for coverage information on specific countries below, or contact us to learn more.',
      'At a glance',
      'Covers more than 1,000,000,000 natural persons.',
    );
    expect(await hrefs('contact us')).toEqual([CONTACT]);
    await expect.poll(() => search().getAttribute('placeholder')).toBe('Search for country');
    const glance = await cells();
    expect(glance.map(([name]) => name)).toEqual([
      'United States',
      'Netherlands',
      'Germany',
      'France',
      'Spain',
      'United Kingdom',
      'Italy',
      'Baltics',
    ]);
    expect(glance.at(-1)).toEqual(['Baltics', 'Supported', 'Supported']);
    for (const mark of glance.flatMap(([, ...marks]) => marks)) expect(['Supported', 'Not applicable']).toContain(mark);
    const legend = page.getByRole('region', { name: 'Search for country' });
    for (const mark of ['Supported', 'Not applicable'])
      expect((await legend.getByText(mark, { exact: true }).first().boundingBox())!.width).toBeGreaterThan(40);
  });

  test('finds by code or part of a name, in upper or lower case, in at most eight cells', async () => {
    expect(await find('SE')).toContain('Sweden');
    expect((await find('se'))[0]).toBe('Sweden');
    expect(await find('SWED')).toEqual(['Sweden']);
    expect(await find('land')).toHaveLength(8);
    expect(await find('united k')).toEqual(['United Kingdom']);
    const boxes = page.getByRole('region', { name: 'Search for country' }).locator('li');
    await expect.poll(() => boxes.count()).toBe(8);
    expect((await boxes.allTextContents()).filter(Boolean)).toHaveLength(1);
    await search().fill('');
    expect((await cells()).map(([name]) => name)).toEqual(['United Kingdom']);
    await search().fill('India');
    expect((await cells())[0]).toEqual(['India', 'Not applicable', 'Not applicable']);
    expect(await find('no such country')).toEqual([]);
  });

  test('has a map that names the country under the pointer, and marks what the search finds', async () => {
    await openLive(page, '/coverage');
    const map = page.locator('[data-map]');
    const marked = () =>
      map.locator('[data-found]').evaluateAll((found) => found.map((country) => country.getAttribute('data-country')));
    await map.locator('[data-country=SE]').hover({ force: true });
    const caption = map.locator('figcaption');
    await expect.poll(() => words(caption)).toMatch(/^SE Sweden Supported Passport .* Trust anchor known/);
    expect(await marked()).toEqual([]);
    await search().fill('swed');
    expect(await marked()).toEqual(['SE']);
    await search().fill('no such country');
    expect(await marked()).toEqual([]);
    await caption.getByRole('link', { name: 'Sweden' }).click();
    expect(new URL(page.url()).hash).toBe('#country-SE');
    const shown = await map.locator('[data-country]').count();
    await page.goto('/supported-documents');
    // One fewer than in the table: Antarctica is not on the map.
    expect(shown).toBe((await rows(page.getByRole('table'))).length - 1);
  });

  test('also lists all documents', async () => {
    await page.goto('/supported-documents');
    const table = page.getByRole('table');
    expect((await table.locator('thead th').allInnerTexts()).map((head) => head.toLowerCase()).slice(0, 3)).toEqual([
      'country',
      'passport',
      'national id',
    ]);
    const found = await rows(table);
    expect(found).toHaveLength(250);
    const letters = page.getByRole('navigation', { name: 'Countries by first letter' });
    await letters.getByRole('link', { name: 'S', exact: true }).press('Enter');
    await expect
      .poll(() => table.getByRole('rowheader', { name: 'S', exact: true }).boundingBox())
      .toMatchObject({
        y: expect.closeTo(88, -1.5),
      });
    await letters.locator('[aria-current]').getByText('S', { exact: true }).waitFor();
    for (const [, passport, card] of found)
      for (const status of [passport, card]) expect(['Supported', 'Not applicable']).toContain(status);
    expect(found.find(([country]) => country?.endsWith('Mexico'))?.slice(1, 3)).toEqual([
      'Not applicable',
      'Not applicable',
    ]);
  });
});

describe('guides', () => {
  test('the integration guide goes from a session to verified data', async () => {
    await page.goto('/integration-guide');
    await expectWords(
      'session.create',
      'open_url',
      'redirect_url',
      'session.get',
      'callback_url',
      'There is no sandbox.',
    );
    await expectWords(
      'Otherwise we retry up to 5 times',
      'After ABORTED or FAILED, create a new session',
      'You pay for APPROVED only.',
    );
  });

  test('the web guide is marked as no longer recommended; those for phones name the oldest system', async () => {
    await page.goto('/web-integration-guide');
    await expectWords('No longer recommended.', '/web-client.js');
    await page.goto('/ios-integration-guide');
    await expectWords('Requires iOS 11.0 or later.');
    await page.goto('/android-integration-guide');
    await expectWords('Requires API level 23 or later.');
  });

  test('the API guide states conventions, status codes and when to retry', async () => {
    await page.goto('/api-guide');
    const tables = page.locator('main table');
    const [conventions, statuses] = await Promise.all(
      ['Timestamps', 'Internal error.'].map((words) => rows(tables.filter({ hasText: words }))),
    );
    const said = Object.fromEntries(conventions!.map(([what, how]) => [what, how]));
    expect(said['Ids']).toContain('64-bit integers');
    expect(said['Timestamps']).toBe('ISO 8601, with Z');
    expect(said['Dates']).toBe('YYYY-MM-DD');
    expect(said['Decimals']).toBe('strings');
    expect(said['Countries']).toContain('ISO 3166');
    expect(said['Currencies']).toContain('ISO 4217');
    const meaning = Object.fromEntries(statuses!.map(([status, text]) => [status, text]));
    expect(meaning).toMatchObject({
      200: 'OK.',
      400: 'The request was rejected, usually for a missing property.',
      401: 'No valid credentials.',
      403: expect.stringContaining('Forbidden'),
      404: expect.stringContaining('Not found.'),
      500: 'Internal error.',
    });
    await expectWords(
      'retry up to 4 times: after 2, 4, 8 and 16 seconds',
      'Every request gets a response within 60 seconds; use that as your timeout.',
      'No session found with id: 123',
      'There is no sandbox. You test in production, with the free credit of your account',
    );
  });
});

describe('the API reference', () => {
  const readPages = async (prefix = '') => {
    const context = await site.browser.newContext({ baseURL: site.server.base, javaScriptEnabled: false });
    const still = await context.newPage();
    await still.goto(`${prefix}/api-reference`);
    const addresses = await still
      .locator('main h3 a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
    const sections = [];
    for (const address of addresses) {
      await still.goto(address);
      const found = await still.locator('main section:has(> div > header)').evaluateAll((found) =>
        found.map((section) => ({
          id: section.id,
          properties: [
            ...([...section.querySelectorAll('h3')]
              .find(({ textContent }) => textContent === 'Request')
              ?.parentElement?.querySelectorAll(':scope > ul > li > p:first-child') ?? []),
          ].map((line) =>
            [line.firstElementChild!, line.lastElementChild!].map(({ textContent }) => textContent).join(' '),
          ),
          request: [...section.querySelectorAll('[data-code] [data-panel]')]
            .map(({ textContent }) => textContent)
            .join(),
          response: [...section.querySelectorAll('[data-code]')].at(-1)!.querySelector('[data-panel]')!.textContent!,
        })),
      );
      sections.push(...found);
    }
    await context.close();
    return sections;
  };

  test('lists every call with an example of request and response, its properties required or optional', async () => {
    const sections = (await readPages()).filter(({ id }) => id !== 'session_state_changed');
    expect(sections.map(({ id }) => id).toSorted()).toEqual(operationIds.toSorted());
    for (const id of operationIds) {
      const { properties, request, response } = sections.find((section) => section.id === id)!;
      const { properties: input = {}, required = [] } = requestSchema(id);
      const marked = Object.keys(input).map((name) => `${name} ${required.includes(name) ? 'required' : 'optional'}`);
      // If a body has variants, the page lists the names of their types, which are described on the page of types.
      expect(properties, id).toEqual(hasVariants(id) ? variantNames(id).map((name) => `${name} ${name}`) : marked);
      expect(request, id).toContain(`/api/v1/${id}`);
      const [example] = responseExamples(id, 200);
      // The page shows its own host.
      const answer = JSON.stringify(example!.value, null, 2).replaceAll('https://sigill.example', site.server.base);
      expect(response, id).toContain(answer);
    }
  });

  test.each([
    ['/api-reference', ['API', 'Reader', 'Portal']],
    ['/es/api-reference', ['API', 'Lector', 'Portal']],
  ])('separates at %s the calls of a key, a reader and the portal, in the text and beside it', async (path, titles) => {
    await page.goto(path);
    const groups = main().locator('section:has(> div > h3)');
    await expect.poll(() => groups.locator('> h2').allTextContents()).toEqual(titles);
    const calls = (index: number) =>
      groups
        .nth(index)
        .locator('li')
        .evaluateAll((found) => found.map(({ id }) => id));
    const first = await calls(0);
    expect(first).toEqual(expect.arrayContaining(['session.create', 'callback.list', 'user.rotate_service_user']));
    expect(first).not.toContain('password.create');
    const beside = main().locator('nav [data-group]:has(> [data-group])').first();
    await expect.poll(() => beside.locator('> p').textContent()).toBe('API');
    await expect.poll(() => beside.locator('li a').allTextContents()).toEqual(first);
    expect(await calls(2)).toContain('password.create');
  });

  test.each([
    ['#session.create', '/api-reference/sessions#session.create'],
    ['#reader.open', '/api-reference/reader#reader.open'],
    ['#errors', '/api-reference/errors'],
    ['#error-not_found', '/api-reference/errors#error-not_found'],
  ])('opens, for the old one-page anchor %s, the address %s', async (anchor, target) => {
    for (const prefix of ['', '/es']) {
      await page.goto('about:blank');
      await page.goto(`${prefix}/api-reference${anchor}`);
      await page.waitForURL(`**${prefix}${target}`);
    }
    const context = await site.browser.newContext({ baseURL: site.server.base, javaScriptEnabled: false });
    const still = await context.newPage();
    await still.goto(`/api-reference${anchor}`);
    await expect.poll(() => still.locator(':target a[data-leads-on]').first().getAttribute('href')).toBe(target);
    await context.close();
  });

  test.each(['/reference', '/es/reference'])('redirects from its old address %s', async (from) => {
    await page.goto(from);
    await visitor.at(from.replace('reference', 'api-reference'));
  });

  test.each([
    ['session', 'sessions'],
    ['session/', 'sessions'],
    ['session.create', 'sessions#session.create'],
    ['callback_endpoint.create', 'callbacks#callback_endpoint.create'],
    ['bearer', 'tokens'],
    ['merchant', 'account'],
    ['payment_methods', 'payment-methods'],
    ['error', 'errors'],
  ])('redirects from %s, which people may type, to %s', async (name, page) => {
    for (const prefix of ['', '/es']) {
      const { status, headers, url } = await fetch(`${site.server.base}${prefix}/api-reference/${name}`, {
        redirect: 'manual',
      });
      expect([url, status, headers.get('location')]).toEqual([url, 308, `${prefix}/api-reference/${page}`]);
      expect((await fetch(`${site.server.base}${prefix}/api-reference/${page}`)).status).toBe(200);
    }
  });

  test('says of a name that it does not know that the link is broken', async () => {
    expect((await fetch(`${site.server.base}/api-reference/nothing`)).status).toBe(404);
  });

  test('explains every error code in both languages, and links from every failure code to the guide', async () => {
    const texts = new Map<string, string[]>();
    for (const prefix of ['', '/es']) {
      await page.goto(`${prefix}/api-reference/errors`);
      const entries = await main()
        .locator('section[id^="error-"]')
        .evaluateAll((found) =>
          found.map((entry) => [
            entry.id,
            ...[...entry.querySelectorAll('h3 ~ p, dl > div:first-child dd')].map(({ textContent }) =>
              textContent!.trim(),
            ),
          ]),
        );
      for (const [id, cause, remedy] of entries) texts.set(id!, [...(texts.get(id!) ?? []), cause!, remedy!]);
    }
    expect([...texts.keys()]).toEqual(schemaValues('ProblemCode').map((code) => `error-${code}`));
    for (const [id, [cause, remedy, causa, remedio]] of texts) {
      for (const text of [cause, remedy, causa, remedio]) expect(text?.length, id).toBeGreaterThan(8);
      expect(causa, id).not.toBe(cause);
      expect(remedio, id).not.toBe(remedy);
    }
  });

  test.each(['', '/es'])('links from an old failure anchor to its entry in the guide, %s', async (prefix) => {
    const codes = schemaValues('FailureCode');
    await page.goto(`${prefix}/api-reference/errors`);
    const listed = main().locator('[id^="failure-"]');
    expect(await listed.evaluateAll((found) => found.map(({ id }) => id))).toEqual(
      codes.map((code) => `failure-${code}`),
    );
    expect(await listed.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
      codes.map((code) => `${prefix}/failure-guide#${code}`),
    );
    await page.goto('about:blank');
    await page.goto(`${prefix}/api-reference/errors#failure-nfc_lost`);
    await page.waitForURL(`**${prefix}/failure-guide#nfc_lost`);
    await expect.poll(() => page.locator(':target').innerText()).toBe('nfc_lost');
  });

  test('says what each header is, and which calls use a type', async () => {
    await page.goto('/api-reference/headers');
    const headers = await main()
      .locator('section[id] h3')
      .evaluateAll((found) => found.map(({ parentElement }) => parentElement!.id));
    expect(headers).toEqual(
      expect.arrayContaining(['idempotency-key', 'x-request-id', 'ratelimit', 'retry-after', 'webhook-signature']),
    );
    await page.goto('/api-reference/types');
    const types = await main()
      .locator('section[id]')
      .evaluateAll((found) => found.map(({ id }) => id));
    expect(types.toSorted()).toEqual(schemaNames.toSorted());
    const names = main().getByRole('navigation', { name: 'Types' });
    expect(await names.isVisible()).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await names.isVisible()).toBe(false);
    await main().getByText('All types').click();
    expect(await names.getByRole('link').count()).toBe(types.length);
    await page.setViewportSize({ width: 1280, height: 900 });
    const data = main().locator('section[id="MrzData"]');
    await expect.poll(() => data.getByRole('link', { name: 'ApprovedSession', exact: true }).count()).toBe(1);
    await data.getByRole('link', { name: 'session.get', exact: true }).click();
    await page.waitForURL('**/api-reference/sessions#session.get');
  });

  test('lists each type of event once, with its payload and an example', async () => {
    const { EventType, CallbackType } = contract.components.schemas;
    const types = (EventType ?? CallbackType)?.['enum'] as string[];
    await page.goto('/api-reference/events');
    const entries = main().locator('section[id]');
    const ids = await entries.evaluateAll((found) => found.map(({ id }) => id));
    expect(ids.toSorted()).toEqual(types.toSorted());
    for (const id of ids) {
      const entry = main().locator(`section[id="${id}"]`);
      await entry.scrollIntoViewIfNeeded();
      await expect.poll(() => entry.innerText()).toContain(`"type": "${id}"`);
      await expect.poll(() => entry.locator('.properties').first().innerText()).toContain(`always ${id}`);
    }
  });

  test('shows what a callback contains', async () => {
    await page.goto('/api-reference/callbacks#session_state_changed');
    const event = main().locator('section[id="session_state_changed"]');
    for (const words of ['webhook-id', 'webhook-signature', 'previous_state', 'session.state_changed'])
      await expect.poll(() => event.innerText()).toContain(words);
  });
});

describe('legal texts', () => {
  const titles = () => main().locator('summary .display').allInnerTexts();
  const section = (index: number) => main().locator('details').nth(index);
  const open = () => main().locator('details[open]').count();
  async function read(index: number): Promise<string> {
    await section(index).locator('summary').click();
    return words(section(index));
  }

  test('privacy has three sections that open and close on a click', async () => {
    await openLive(page, '/privacy');
    expect(await titles()).toEqual([
      'Privacy policy for the app Sigill Identity',
      'Privacy policy for the app Sigill Passport',
      'Privacy policy for the website and the service',
    ]);
    expect(await open()).toBe(0);
    const [identity, passport, service] = [await read(0), await read(1), await read(2)];
    expect(await open()).toBe(3);
    expect(identity).toContain('2021-08-13');
    expect(identity).toContain('We store the personal data for up to 24 hours');
    expect(identity).toContain('The personal data is shared with the third party that started the session.');
    expect(passport).toContain('2021-08-13');
    expect(passport).toContain('The data is held on the device only until the app is closed.');
    expect(service).toContain('2023-09-26');
    expect(service).toContain(
      'E-mail address First and last name IP address, and in the audit log of the account the network it belongs to, with browser and operating system Business name and address VAT number, if applicable',
    );
    expect(service).toContain('The website uses the local storage of your browser');
    expect(service).toContain('the customer is the controller and we are the processor');
    for (const text of [identity, passport, service]) expect(text).toContain('Swedish law applies');
    await section(1).locator('summary').click();
    expect(await open()).toBe(2);
    await expect.poll(() => section(1).getByText('What leaves the device').isVisible()).toBe(false);
  });

  test("terms has four, with the service's about prices, payment and cancellation", async () => {
    await openLive(page, '/terms');
    expect(await titles()).toEqual([
      'Terms of use for the app Sigill Identity',
      'Terms of use for the app Sigill Passport',
      'Terms of use for the website and the service',
      'Data processing agreement',
    ]);
    expect(await open()).toBe(0);
    const [identity, passport, service, agreement] = [await read(0), await read(1), await read(2), await read(3)];
    for (const text of [identity, passport]) expect(text).toContain('2021-08-13');
    for (const text of [service, agreement]) expect(text).toContain('2023-09-26');
    for (const said of [
      'Billing is monthly.',
      'VAT is added as deemed required.',
      'You pay by credit card, debit card or invoice.',
      'The cancellation takes effect at the end of the current billing cycle',
      'The trial ends after 30 days',
      'There is no sandbox',
    ])
      expect(service).toContain(said);
    expect(await hrefs('pricing page', section(2))).toEqual(['/pricing']);
    expect(agreement).toContain('The customer is the controller, the provider of Sigill is the processor.');
    for (const text of [identity, passport, service, agreement]) expect(text).toContain('Swedish law applies');
    await section(3).locator('summary').click();
    expect(await open()).toBe(3);
    await page.goto('/es/terms');
    expect((await titles())[3]).toBe('Acuerdo de tratamiento de datos');
    expect(await open()).toBe(0);
  });
});

describe('before a legal text is opened', () => {
  test.each([
    [
      '/privacy',
      'Effective 2023-09-26',
      'These texts are templates. Have a lawyer review them before you run the service.',
    ],
    [
      '/es/terms',
      'En vigor desde 2023-09-26',
      'Estos textos son plantillas. Haz que los revise un abogado antes de poner en marcha el servicio.',
    ],
  ])('%s says what each is about and its date, and at its end that it is a template', async (path, date, note) => {
    await page.goto(path);
    await main().locator('summary').last().getByText(date).waitFor();
    expect(await main().locator('summary').first().innerText()).toMatch(/\n+.{60,}\n/);
    expect((await main().innerText()).trim().endsWith(note)).toBe(true);
  });
});

describe('the demo', () => {
  test('creates a session on opening, links to it, and logs what happens, with pictures cut short', async () => {
    const created = countCalls(visitor.context, 'demo.create');
    await page.goto('/demo');
    const link = page.getByRole('link', { name: 'Open session' });
    const { searchParams, pathname } = new URL((await link.getAttribute('href'))!, site.server.base);
    expect(pathname).toBe('/open');
    expect(created).toEqual([{ face_verification: false }]);
    const log = page.getByRole('log', { name: 'Event log' });
    await log.getByText('CREATED', { exact: true }).waitFor();
    await world.read('genuine', searchParams.get('token')!);
    await log.getByText('demo.get', { exact: true }).waitFor();
    const data = JSON.parse(await log.locator('pre').last().innerText()) as Record<string, string>;
    expect(data).toMatchObject({ state: 'APPROVED', surname: 'VINTERGLANS', specimen: true });
    expect(data['portrait']).toMatch(/^iVBORw0KGgo.{9}$/);
    await expect.poll(() => link.count()).toBe(0);
  });

  test('asks for face verification if its URL does; new_demo redirects there', async () => {
    const created = countCalls(visitor.context, 'demo.create');
    await page.goto('/new_demo?face_verification=true');
    await visitor.at('/demo?face_verification=true');
    await main().getByRole('button', { name: 'Read this document' }).waitFor();
    expect(created).toEqual([{ face_verification: true }]);
    await expect.poll(() => page.getByRole('switch', { name: 'Face verification' }).isChecked()).toBe(true);
  });

  test('the older one loads the web client script and has words for each state', async () => {
    const demo = await site.visit({ isolated: true });
    const scripts: string[] = [];
    demo.page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    await demo.page.clock.install();
    const states = ['CREATED', 'INITIATED', 'COMPLETED', 'REJECTED'];
    const left = [...states];
    await demo.page.route('**/api/v1/reader.state', (route) => route.fulfill({ json: { state: left.shift() } }));
    await demo.page.goto('/old_demo');
    const choice = demo.page.getByRole('switch', { name: 'Face verification' });
    await expect.poll(() => choice.isChecked()).toBe(false);
    await demo.page.getByRole('button', { name: 'Create demo session' }).click();
    await demo.page.waitForURL(/\/old_demo\/.+/);
    const entries = demo.page.getByRole('log', { name: 'Event log' }).locator(':scope > div');
    for (const [shown] of states.entries()) {
      await entries.nth(shown).waitFor();
      await demo.page.clock.runFor(2_500);
    }
    expect(scripts).toContain('/web-client.js');
    const said = await entries.evaluateAll((found) =>
      found.map((entry) => [...entry.children].slice(1).map(({ textContent }) => textContent)),
    );
    expect(said).toEqual([
      ['CREATED', 'Waiting for the session to be completed'],
      ['INITIATED', 'Waiting for the session to be completed'],
      ['COMPLETED', 'Session completed'],
      ['REJECTED', 'Session completed'],
    ]);
    await demo.page.getByRole('link', { name: 'Start over' }).click();
    await demo.at('/old_demo');
    expectNoComplaints(demo);
  });
});

const lines = (texts: Locator) =>
  texts.evaluateAll((found) => found.map((text) => `${text.textContent}: ${text.getClientRects().length}`));

test('on a phone no option, date or call is cut in two, and short cells share a line', async () => {
  const phone = await site.visit({ viewport: { width: 390, height: 844 } });
  const { page } = phone;
  await page.goto('/computer-reader');
  const option = page.locator('main p code', { hasText: '--wait SECONDS' });
  await expect.poll(() => lines(option)).toEqual(['--wait SECONDS: 1']);
  await page.goto('/api-guide');
  const change = page.locator('main tr', { hasText: 'A response gains a header' }).locator('td:not(:first-child)');
  const tops = await change.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top));
  expect(tops, 'short cells stand side by side').toEqual([tops[0], tops[0]]);
  await page.goto('/es/coverage');
  await expect.poll(() => lines(page.getByText(/^2026-\d\d-\d\d$/))).toEqual(['2026-05-28: 1', '2026-07-22: 1']);
  const more = page.getByRole('link', { name: 'Qué documentos se pueden verificar hoy aquí', exact: true });
  const [link, arrow] = await Promise.all([more.boundingBox(), more.locator('svg').boundingBox()]);
  expect(arrow!.y + arrow!.height, 'the arrow is on the last line').toBeLessThanOrEqual(link!.y + link!.height);
  expect(arrow!.x, 'and follows its last word').toBeLessThan(link!.x + link!.width / 2);
  await openLive(page, '/pricing');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('callback.rotate_secret');
  const call = page.getByRole('option').first();
  await call.getByText('callback.rotate_secret', { exact: true }).waitFor();
  expect((await call.boundingBox())?.height, 'one line').toBe(44);
  await phone.close();
});

test('the URL of a session redirects back where it was told to, unchanged', async () => {
  const { token } = await world.session();
  const back = 'https://shop.example/done?order=7';
  await page.goto(`/open?token=${encodeURIComponent(token)}&redirect_url=${encodeURIComponent(back)}`);
  await main().getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, cancel' }).click();
  await main().getByRole('link', { name: 'Continue to shop.example' }).waitFor();
  expect(await hrefs('Continue to shop.example')).toEqual([back]);
});

test('an unknown path shows a warning', async () => {
  await page.goto('/no-such-page');
  await eventually(
    async () => plain(await page.getByRole('alert').innerText()) === 'Broken link — the page could not be found.',
    'the warning',
  );
});

test('no public page logged complaints', () => expectNoComplaints(visitor));
