/**
 * What site, price list, Markdown, guides and portal say about faces is true of the installation, in both languages and without
 * scripts: with and without a provider, with and without its liveness check, and with the demonstration only.
 */
// CI only: it starts a service for each kind of installation.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createSite, expectNoComplaints, type Site, signedIn } from '../support/browser/visitor.ts';
import { production } from '../support/process/production.ts';

const dist = process.env['SITE_FOLDER'] ?? join(import.meta.dirname, '../../web/dist');
const paths = Object.keys((JSON.parse(readFileSync(join(dist, 'site.json'), 'utf8')) as { pages: object }).pages);

const provider = {
  FACE_MATCHER_URL: 'https://faces.example.com',
  FACE_PROVIDER: 'Example & Sons',
  FACE_MATCH_THRESHOLD: '0.7',
};
const INSTALLATIONS = {
  nothing: { FACE_DEMONSTRATION: 'off' },
  'the demonstration only': { FACE_DEMONSTRATION: 'on' },
  'a provider that checks no liveness': { ...provider, FACE_LIVENESS: 'off' },
  'a provider that also checks liveness': { ...provider, FACE_LIVENESS_THRESHOLD: '0.8' },
};

const LIVENESS = /liveness|spoof|prueba de vida|suplantación facial|señales de vida/i;
/** The contract's names and what they mean, which are the same for every installation. */
const REFERENCE = /^(\/es)?\/(api-reference|openapi|failure-guide|integration-guide|[a-z-]*changelog)/;

let site: Site | undefined;
afterEach(() => site?.stop());

describe.each(Object.entries(INSTALLATIONS))('an installation with %s', (kind, environment) => {
  const has_provider = 'FACE_PROVIDER' in environment;
  const has_liveness = 'FACE_LIVENESS_THRESHOLD' in environment;

  test('offers on its pages and in its Markdown what its API does', async () => {
    site = await createSite({ environment: { ...production(), ...environment } });
    const { server } = site;
    const { basic } = await server.account();
    const created = await server.call('session.create', { face_verification: true }, { basic });
    if (has_provider) expect(created.status).toBe(200);
    else expect(created).toMatchObject({ status: 400, body: { code: 'face_verification_unavailable' } });
    const { page } = await site.visit();
    await page.route('**/*.js', (route) => route.abort());
    for (const [path, free, by, missing, unoffered] of [
      [
        '/pricing',
        'Free',
        'by Example & Sons',
        'with a face provider; none is',
        'with a provider that offers it; none is',
      ],
      [
        '/es/pricing',
        'Gratis',
        'de Example & Sons',
        'con un proveedor de rostros; aquí',
        'con un proveedor que lo ofrezca; aquí',
      ],
    ] as const) {
      await page.goto(path);
      for (const [line, condition] of [
        [4, has_provider ? by : missing],
        [5, has_liveness ? by : unoffered],
        [6, has_liveness ? by : unoffered],
      ] as const) {
        const row = page.locator('table tbody tr').nth(line);
        expect(await row.locator('th').innerText()).toContain(condition);
        expect(await row.locator('td').allInnerTexts()).toEqual([free, free]);
      }
    }
    for (const path of ['/', '/es']) {
      await page.goto(path);
      const text = await page.locator('main').innerText();
      expect(LIVENESS.test(text)).toBe(has_liveness);
      expect(text.includes('Example & Sons')).toBe(has_provider);
    }
    await page.goto('/biometric');
    for (const [sentence, isThere] of [
      ['Example & Sons compares the person with the portrait on the chip. It is off unless', has_provider],
      ['Example & Sons also checks that the person is live.', has_liveness],
      ['Only with a face provider; none is connected here', !has_provider],
    ] as const)
      expect((await page.locator('main').innerText()).includes(sentence), sentence).toBe(isThere);
  }, 120_000);

  test('mentions liveness and spoofing nowhere else, unless its provider checks them', async () => {
    site = await createSite({ environment: { ...production(), ...environment } });
    const claims: string[] = [];
    for (const path of paths.filter((path) => !REFERENCE.test(path))) {
      const file = path === '/' ? '/index.md' : `${path}.md`;
      const text = await (await fetch(site.server.base + file)).text();
      for (const line of text.split('\n'))
        if (LIVENESS.test(line) && !/none is connected here|aquí no hay ninguno/.test(line))
          claims.push(`${file}: ${line}`);
    }
    if (has_liveness) expect(claims.length).toBeGreaterThan(0);
    else expect(claims).toEqual([]);
    expect(await (await fetch(`${site.server.base}/llms.txt`)).text()).not.toMatch(LIVENESS);
    for (const folder of ['with-face', 'with-liveness'])
      expect((await fetch(`${site.server.base}/${folder}/pricing.md`)).status).toBe(404);
  }, 120_000);

  test('says in the portal who compares faces, before a session is created', async () => {
    site = await createSite({ environment: { ...production(), ...environment } });
    const user = await site.server.account();
    const visitor = await site.visit({ storage: signedIn(user.credentials) });
    await visitor.page.goto('/new-verification');
    const face = visitor.page.getByRole('switch', { name: 'Compare the face' });
    await face.waitFor();
    expect(await face.isDisabled()).toBe(!has_provider);
    const hint = has_provider
      ? 'Example & Sons compares a picture of the person'
      : kind === 'nothing'
        ? 'Not available here: this service has no face provider connected'
        : 'Only in specimen sessions, by a demonstration.';
    await visitor.page.getByText(hint).waitFor();
    await visitor.page.getByRole('switch', { name: 'Specimen documents only' }).check();
    expect(await face.isDisabled()).toBe(kind === 'nothing');
    // What the server wrote into a page is what its scripts expect there.
    for (const path of ['/', '/pricing', '/biometric']) await visitor.page.goto(path);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    expectNoComplaints(visitor);
  }, 120_000);
});
