/** The site and its Markdown offer face verification only where the installation has it, in both languages and without scripts. */
// CI only: it starts a service for each kind of installation.
import { afterEach, expect, test } from 'vitest';
import { createSite, type Site } from '../support/browser/visitor.ts';

let site: Site | undefined;
afterEach(() => site?.stop());

test.each([
  ['with', 'sigill', 200],
  ['without', 'off', 400],
] as const)(
  'the site of an installation %s the face package says whether face verification is available',
  async (kind, FACE_MATCHER, status) => {
    site = await createSite({ environment: { FACE_MATCHER } });
    const account = await site.server.account();
    const session = await site.server.call('session.create', { face_verification: true }, { basic: account.basic });
    expect(session.status).toBe(status);
    const { page } = await site.visit();
    await page.route('**/*.js', (route) => route.abort());
    for (const [path, offered, missing] of [
      ['/pricing', 'Free', 'Not set up here'],
      ['/es/pricing', 'Gratis', 'No disponible aquí'],
    ] as const) {
      await page.goto(path);
      const cell = page.locator('table tbody tr').nth(4).locator('td').first();
      expect(await cell.innerText()).toBe(kind === 'with' ? offered : missing);
    }
    for (const [path, claim] of [
      ['/', 'Face verification and liveness detection are there when you want them.'],
      ['/es', 'La verificación facial y la prueba de vida están ahí cuando las quieras.'],
    ] as const) {
      await page.goto(path);
      expect(await page.getByText(claim).isVisible()).toBe(kind === 'with');
    }
    const read = async (path: string) => (await fetch(site!.server.base + path)).text();
    for (const [prefix, offered, missing, claim] of [
      ['', 'Free', 'Not set up here', 'Face verification'],
      ['/es', 'Gratis', 'No disponible aquí', 'verificación facial'],
    ] as const) {
      const said = kind === 'with' ? offered : missing;
      expect(await read(`${prefix}/pricing.md`)).toMatch(
        new RegExp(`^\\| [^|]*1:1[^|]* \\| ${said} \\| ${said} \\|$`, 'm'),
      );
      for (const path of [prefix ? `${prefix}.md` : '/index.md', `${prefix}/biometric.md`])
        expect((await read(path)).includes(claim), path).toBe(kind === 'with');
    }
    expect((await read('/llms.txt')).includes('face verification')).toBe(false);
    expect((await fetch(`${site.server.base}/faceless/pricing.md`)).status).toBe(404);
  },
);
