/** The delivery key in the portal: created in the browser, never sent, and used there to read a session. */
import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
import { createSite, expectNoComplaints, type Site, signedIn } from '../support/browser/visitor.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());

test('a key pair is created in the browser, and its private half opens a session there', async () => {
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  const visitor = await site.visit({ storage: signedIn(account.credentials) });
  const { page } = visitor;
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.goto('/settings');
  const settings = page.getByRole('region', { name: 'Delivery key' });
  await settings.getByRole('button', { name: 'Create a key pair' }).click();
  const use = settings.getByRole('button', { name: 'Use this key' });
  expect(await use.isDisabled()).toBe(true);
  const saving = page.waitForEvent('download');
  await settings.getByRole('button', { name: 'Download the private key' }).click();
  const file = await (await saving).path();
  await use.click();
  const { kid, d } = JSON.parse(await readFile(file, 'utf8'));
  await settings.getByText('ECDH-ES+A256KW').waitFor();
  expect(await settings.innerText()).toContain(kid);
  expect(await violationsOn(page)).toEqual([]);

  const { id } = await world.ended('genuine');
  await page.goto(`/session/${id}`);
  const sealed = page.getByRole('region', { name: 'Sealed to your key' });
  await sealed.getByText(kid).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  const other = generateKeyPairSync('x25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
  const chooser = sealed.getByLabel('Choose the private key');
  await chooser.setInputFiles({ name: 'other.pem', mimeType: 'text/plain', buffer: Buffer.from(other) });
  await sealed.getByText('This is another key').waitFor();
  await chooser.setInputFiles(file);
  const document = page.getByRole('article', { name: 'Verified document' });
  await document.waitFor();
  expect(await document.getByRole('img', { name: 'Portrait from the chip' }).count()).toBe(1);
  await page.getByRole('textbox', { name: 'Presentation' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  expect(sent.filter((body) => body.includes(d))).toEqual([]);

  await page.getByRole('button', { name: 'Forget the key' }).click();
  await sealed.waitFor();
  expect(await document.count()).toBe(0);
  expectNoComplaints(visitor);
});

test('a pasted private key is not sent, and a public one is set and removed, on a phone in Spanish', async () => {
  const account = await site.server.account();
  const { page } = await site.visit({ storage: signedIn(account.credentials), viewport: { width: 320, height: 700 } });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.goto('/es/settings');
  const settings = page.getByRole('region', { name: 'Clave de entrega' });
  await settings.getByRole('button', { name: 'Usar mi propia clave' }).click();
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const text = settings.getByLabel('Clave pública');
  const use = settings.getByRole('button', { name: 'Usar esta clave' });
  await text.fill(JSON.stringify(privateKey.export({ format: 'jwk' })));
  await use.click();
  await settings.getByText('Esta es una clave privada').waitFor();
  await text.fill(JSON.stringify(publicKey.export({ format: 'jwk' })));
  await use.click();
  await settings.getByText('ECDH-ES+A256KW').waitFor();
  expect(sent.filter((body) => body.includes(String(privateKey.export({ format: 'jwk' }).d)))).toEqual([]);
  expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(320);
  await settings.getByRole('button', { name: 'Quitar la clave' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar la clave' }).click();
  await settings.getByText('No hay ninguna clave').waitFor();
});
