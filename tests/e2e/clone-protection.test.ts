/** Clone protection on screens: the account's setting, the specimens, and the result of a session. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createSite, expectNoComplaints, type Site } from '../support/browser/visitor.ts';

let site: Site;

beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());
afterEach(() => site.leave());

test.each<[string, string, 'require_clone_protection' | 'refuse_weak', string]>([
  ['Require clone protection', '', 'require_clone_protection', 'Settings saved.'],
  ['Exigir protección contra copias', '/es', 'require_clone_protection', 'Se guardaron los ajustes.'],
  ['Reject weak documents', '', 'refuse_weak', 'Settings saved.'],
  ['Rechazar documentos débiles', '/es', 'refuse_weak', 'Se guardaron los ajustes.'],
])('an account switches “%s” on, by keyboard, at %s/settings', async (label, prefix, name, saved) => {
  const visitor = await site.visitSignedIn();
  const { page, user } = visitor;
  const setting = async () => {
    const { body } = await site.server.call('merchant.self', {}, { bearer: user.bearer });
    return body[name];
  };
  await page.goto(`${prefix}/settings`);
  const box = page.getByRole('switch', { name: label });
  await box.focus();
  await expect.poll(() => box.isChecked()).toBe(false);
  await page.keyboard.press('Space');
  await page.getByText(saved).first().waitFor();
  expect([await box.isChecked(), await setting()]).toEqual([true, true]);
  await page.reload();
  await expect.poll(() => page.getByRole('switch', { name: label }).isChecked()).toBe(true);
  expectNoComplaints(visitor);
});

test.each([
  ['', 'Read this document', 'The chip responded to a command of the service', 'Chip Authentication'],
  ['/es', 'Leer este documento', 'El chip respondió a un comando del servicio', 'Autenticación del chip'],
])(
  'the specimen with Chip Authentication is read at %s/open, and its session says how it proved itself',
  async (prefix, button, step, proof) => {
    const visitor = await site.visitSignedIn();
    const { page, user } = visitor;
    const options = { specimen: true, require_clone_protection: true };
    const { id, token } = (await site.server.call('session.create', options, { bearer: user.bearer })).body;
    await page.goto(`${prefix}/reader?token=${token}&specimen=genuine-ca`);
    await page.getByRole('button', { name: button }).click();
    await page.getByText(step).waitFor();
    await page.getByText('APPROVED').first().waitFor();
    await page.goto(`${prefix}/session/${id}`);
    await page.getByText(proof, { exact: true }).first().waitFor();
    expectNoComplaints(visitor);
  },
);
