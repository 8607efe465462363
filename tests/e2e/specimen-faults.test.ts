import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createSite, expectNoComplaints, type Site } from '../support/browser/visitor.ts';

let site: Site;

beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());
afterEach(() => site.leave());

test.each([
  {
    prefix: '',
    choice: 'What goes wrong',
    fault: 'Phone slips away',
    button: 'Read this document',
    lost: 'Contact was lost.',
    said: 'Commands between reader and chip',
    end: 'APPROVED',
  },
  {
    prefix: '/es',
    choice: 'Qué falla',
    fault: 'Tarjeta bancaria',
    button: 'Leer este documento',
    lost: undefined,
    said: 'Comandos entre el lector y el chip',
    end: 'unsupported_document',
  },
])('a chip with a fault is read at $prefix/reader', async ({ prefix, choice, fault, button, lost, said, end }) => {
  const visitor = await site.visitSignedIn();
  const { page, user } = visitor;
  const { token } = (await site.server.call('session.create', { specimen: true }, { bearer: user.bearer })).body;
  await page.goto(`${prefix}/reader?token=${token}`);
  await page.getByLabel(choice).selectOption({ label: fault });
  await page.getByRole('button', { name: button }).click();
  await page.getByText(end, { exact: true }).first().waitFor();
  await expect.poll(() => page.getByText(lost ?? 'no contact was lost').count()).toBe(lost ? 1 : 0);
  await page.getByText(said, { exact: true }).click();
  const commands = page.getByRole('list', { name: /^Com/ }).getByRole('listitem');
  const first = await commands.first().innerText();
  expect(first).toMatch(/^SELECT → 9000\n+→ 00A4[0-9A-F]+\n+← 9000$/);
  await expect.poll(() => commands.count()).toBeGreaterThan(3);
  expectNoComplaints(visitor);
});
