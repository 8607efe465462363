// CI only: starts a browser whose camera shows a document.
/** A verification without code, on two phones. The portal emails the link to the person, whose camera reads the document. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import capture from '../../web/src/features/capture/texts/es.json' with { type: 'json' };
import open from '../../web/src/features/open/texts/es.json' with { type: 'json' };
import { filmOfPage, launchWithCamera } from '../support/browser/fake-camera.ts';
import { createVisitor, expectNoComplaints, signedIn, type Visitor } from '../support/browser/visitor.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await createTestServer();
  const passport = await (await fetch(`${server.base}/specimens/genuine.svg`)).arrayBuffer();
  browser = await launchWithCamera(await filmOfPage(Buffer.from(passport)));
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const onPhone = (storage: Record<string, string>): Promise<Visitor> =>
  createVisitor(browser, server.base, { storage, viewport: { width: 320, height: 700 } });

async function expectNoSideways(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth'), page.url()).toBe(320);
}

test('from the portal to the verdict, in Spanish', async () => {
  const person_email = 'alma@example.com';
  const { credentials } = await server.account();
  await using colleague = await onPhone(signedIn(credentials));
  const portal = colleague.page;
  await portal.goto('/es/sessions');
  await portal.getByRole('link', { name: 'Nueva verificación' }).first().click();
  await portal.getByLabel('Correo de la persona').fill(person_email);
  await portal.getByLabel('Idioma de la página').selectOption('es');
  await expectNoSideways(portal);
  await portal.getByRole('button', { name: 'Enviar el enlace' }).click();
  await portal.getByText('Enlace enviado a alma@example.com.').waitFor();

  const [mail] = await server.mailbox(person_email);
  await using person = await onPhone({});
  const { page } = person;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.setContent(mail!.html);
  await page.locator('a[href*="/open?"]').first().click();
  await button(open.inBrowser).click();
  await button(capture.flow.readLines).click();
  await page.getByRole('heading', { name: capture.mrz.read }).waitFor();
  await expectNoSideways(page);
  await button(capture.mrz.use).click();
  await page.getByRole('heading', { name: open.approved }).waitFor();
  await expectNoSideways(page);

  await portal.getByText('Aprobada', { exact: true }).first().waitFor();
  await portal.getByText('VINTERGLANS').first().waitFor();
  await expectNoSideways(portal);
  for (const visitor of [colleague, person]) expectNoComplaints(visitor);
});
