/** Policies in the portal, from the form to a session's page, at a phone's width and in both languages. */
// CI only: a journey through three screens in two languages.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createSite, expectNoComplaints, type Site } from '../support/browser/visitor.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;

beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());
afterEach(() => site.leave());

const WORDS = {
  '': {
    create: 'New policy',
    name: 'Name',
    age: 'Minimum age in years',
    only: 'Only these answers; everything else is deleted at the verdict',
    billed: 'An approved session is billed as one verified identity all the same.',
    chosen: 'Only the answers are kept. An approved session is billed as one verified identity all the same.',
    policy: 'Policy',
    preview: 'Try on past specimens',
    differ: '1 of 1 past specimen sessions would end differently.',
    save: 'Create the policy',
    change: 'Change seniors',
    version: 'Save a new version',
    second: 'Version 2, since',
    yes: 'Yes',
    answers: 'Answers',
  },
  '/es': {
    create: 'Nueva política',
    name: 'Nombre',
    age: 'Edad mínima en años',
    only: 'Solo estas respuestas; todo lo demás se borra con el veredicto',
    billed: 'Una sesión aprobada se factura igualmente como una identidad verificada.',
    chosen: 'Solo se guardan las respuestas. Una sesión aprobada se factura igualmente como una identidad verificada.',
    policy: 'Política',
    preview: 'Probar con muestras anteriores',
    differ: '1 de 1 sesiones de muestra anteriores terminarían de otra manera.',
    save: 'Crear la política',
    change: 'Cambiar seniors',
    version: 'Guardar una versión nueva',
    second: 'Versión 2, desde',
    yes: 'Sí',
    answers: 'Respuestas',
  },
} as const;

test.each(Object.keys(WORDS) as (keyof typeof WORDS)[])(
  'an account makes a policy, tries it, changes it, and sees it at %s/session',
  async (prefix) => {
    const words = WORDS[prefix];
    const visitor = await site.visitSignedIn();
    const { page, user } = visitor;
    await page.setViewportSize({ width: 320, height: 640 });
    const { call } = site.server;
    const world = createWorld(site.server, { ...user, ...(await keyOf()) } as never);
    async function keyOf() {
      const { id, ...basic } = await site.server.keyOf(user);
      return { basic, key_id: id };
    }
    await world.ended('genuine', { specimen: true });

    await page.goto(`${prefix}/policies`);
    await page.getByRole('button', { name: words.create }).click();
    await page.getByLabel(words.name, { exact: true }).fill('seniors');
    await page.getByLabel(words.age).fill('65');
    await page.getByLabel(words.only).check();
    await page.getByText(words.billed).waitFor();
    await page.getByRole('button', { name: words.preview }).click();
    await page.getByText(words.differ).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    await page.getByRole('button', { name: words.save }).click();
    const stored = async () => (await call('policy.get', { name: 'seniors' }, { bearer: user.bearer })).body;
    await expect.poll(async () => (await stored()).rules).toEqual({ minimum_age: 65, claims: ['age_over_18'] });

    await page.getByRole('button', { name: words.change }).click();
    await page.getByLabel(words.age).fill('18');
    await page.getByRole('button', { name: words.version }).click();
    await page.getByText(words.second).first().waitFor();
    expect((await stored()).version).toBe(2);

    for (const form of ['new-verification', 'new-link']) {
      await page.goto(`${prefix}/${form}`);
      await page.getByLabel(words.policy).selectOption('seniors');
      await page.getByText(words.chosen).waitFor();
    }

    const { id } = await world.ended('genuine', { policy: 'seniors' });
    await page.goto(`${prefix}/session/${id}`);
    const answers = page.getByRole('region', { name: words.answers });
    await answers.getByText(words.yes, { exact: true }).waitFor();
    await page.getByText('seniors').waitFor();
    expect(await page.getByText('Vinterglans', { exact: false }).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    expectNoComplaints(visitor);
  },
);
