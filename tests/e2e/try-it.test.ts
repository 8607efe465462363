import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
import { createSite, expectNoComplaints, openLive, type Site } from '../support/browser/visitor.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterEach(() => site.leave());
afterAll(() => site?.stop());

async function openCall(page: Page, path: string, id: string) {
  await openLive(page, path);
  await page.locator(`[data-try="${id}"]`).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

test("a call with the reader's own key gets its response, and the key is stored nowhere", async () => {
  const { basic } = await site.server.account();
  const visitor = await site.visit();
  const { page } = visitor;
  const dialog = await openCall(page, '/api-reference/sessions', 'session.create');
  await dialog.getByLabel('Public key').fill(basic.public_key);
  await dialog.getByLabel('Secret').fill(basic.secret);
  await dialog.getByLabel('reference').fill('from the page');
  await dialog.getByLabel('callback_url').fill('');
  await dialog.getByLabel('face_verification').selectOption('false');
  await dialog.getByRole('button', { name: 'Send' }).click();
  const answer = dialog.getByRole('region', { name: 'Response', exact: true });
  await answer.getByText('200', { exact: true }).waitFor();
  await expect.poll(() => answer.innerText()).toMatch(/\d+ ms[\s\S]*req_\w+[\s\S]*"open_url"/);
  await answer.getByText('Response headers').click();
  await expect.poll(() => answer.innerText()).toContain('ratelimit:');
  const { body } = await site.server.call('session.list', {}, { basic });
  expect((body as { sessions: unknown[] }).sessions).toEqual([
    expect.objectContaining({ reference: 'from the page', passport_only: true, face_verification: false }),
  ]);
  const stored = await page.evaluate<string>(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  );
  expect(stored).not.toContain(basic.secret);
  expect(stored).not.toContain(basic.public_key);
  expect(await violationsOn(page)).toEqual([]);

  // The key is kept for further calls on this page, and only for as long as the page is open.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('[data-try="session.list"]').click();
  await expect.poll(() => dialog.getByLabel('Secret').inputValue()).toBe(basic.secret);
  await page.keyboard.press('Escape');
  await page.reload();
  const reopened = await openCall(page, '/api-reference/callbacks', 'callback.list');
  await expect.poll(() => reopened.getByLabel('Secret').inputValue()).toBe('');
  expectNoComplaints(visitor);
});

test('wrong input is reported before the call, and an error links to its explanation', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  const dialog = await openCall(page, '/es/api-reference/sessions', 'session.get');
  const id = dialog.getByLabel('id', { exact: true });
  await id.fill('abc');
  await dialog.getByText('id debe ser de tipo integer.').waitFor();
  await dialog.getByRole('button', { name: 'JSON' }).click();
  const json = dialog.getByLabel('Cuerpo en JSON');
  expect(JSON.parse(await json.inputValue())).toEqual({ id: 'abc' });
  await json.fill('{ "id": ');
  await dialog.getByText('Esto no es JSON válido.').waitFor();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await dialog.getByRole('button', { name: 'Enviar' }).focus();
  await page.keyboard.press('Enter');
  expect(calls.filter((url) => url.includes('/api/v1/'))).toEqual([]);

  await json.fill('{ "id": 5 }');
  await dialog.getByLabel('Clave pública').fill('public-key-000000000000000000000000');
  await dialog.getByLabel('Secreto').fill('secret-wrong');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  const link = dialog.getByRole('link', { name: 'invalid_credentials' });
  await link.waitFor();
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await opened.waitForURL('**/es/api-reference/errors#error-invalid_credentials');
  expectNoComplaints(visitor);
});

test('a signed-in user calls the portal as themselves, with the keyboard alone', async () => {
  const visitor = await site.visitSignedIn();
  const { page } = visitor;
  await openLive(page, '/api-reference/users');
  await page.locator('[data-try="user.self"]').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByText(visitor.user.email).first().waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate('document.activeElement?.dataset.try')).toBe('user.self');
  expectNoComplaints(visitor);
});

test('a destructive call asks for confirmation', async () => {
  const visitor = await site.visitSignedIn();
  const { page } = visitor;
  const dialog = await openCall(page, '/api-reference/account', 'merchant.delete');
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByText('This cannot be undone.').waitFor();
  expect(calls.filter((url) => url.includes('/api/v1/'))).toEqual([]);
  await expect.poll(() => dialog.getByRole('button', { name: 'Confirm and send' }).isVisible()).toBe(true);
});

test('a public call needs no credentials, and headers that a call requires are fields', async () => {
  const { page } = await site.visit();
  const dialog = await openCall(page, '/api-reference/demo', 'demo.create');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByText('200', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  const reader = await openCall(page, '/api-reference/reader', 'reader.submit');
  await expect.poll(() => reader.getByLabel('Session-Token').isVisible()).toBe(true);
});
