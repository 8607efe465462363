// CI only: starts a browser for each camera.
/** The printed lines on /open, read with a camera that shows a specimen's page; and what happens where they cannot be read. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import ar from '../../web/src/features/capture/texts/ar.json' with { type: 'json' };
import en from '../../web/src/features/capture/texts/en.json' with { type: 'json' };
import openInArabic from '../../web/src/features/open/texts/ar.json' with { type: 'json' };
import openInEnglish from '../../web/src/features/open/texts/en.json' with { type: 'json' };
import { violationsOn } from '../support/browser/axe.ts';
import { filmOfPage, launchWithCamera } from '../support/browser/fake-camera.ts';
import { createVisitor, expectNoComplaints } from '../support/browser/visitor.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
let page: string;
let browser: Browser;

const launch = async (svg: string) => launchWithCamera(await filmOfPage(Buffer.from(svg)));

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
  page = await (await fetch(`${server.base}/specimens/genuine.svg`)).text();
  browser = await launch(page);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openLink(at: Browser, language: string, inBrowser: string) {
  const visitor = await createVisitor(at, server.base, { viewport: { width: 320, height: 800 }, storage: {} });
  const { token } = await world.session({ specimen: true });
  await visitor.page.goto(`/${language}/open?token=${encodeURIComponent(token)}`);
  await button(visitor.page, inBrowser).click();
  return visitor;
}

test.each([
  ['en', en, openInEnglish],
  ['ar', ar, openInArabic],
] as const)('in %s at 320 px: the lines are read, shown, used, and open the chip', async (language, t, open) => {
  await using visitor = await openLink(browser, language, open.inBrowser);
  const { page } = visitor;
  await button(page, t.flow.readLines).click();
  await page.getByRole('heading', { name: t.mrz.read }).waitFor();
  expect(await page.locator('section').filter({ hasText: t.mrz.compare }).locator('code').innerText()).toMatch(
    /^P<UTOVINTERGLANS<<ALMA<SIGRID<{15}\nSG00000015UTO9004126F\d{7}UT900412X<{5}\d\d$/,
  );
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  await button(page, t.mrz.use).click();
  await page.getByRole('heading', { name: open.approved }).waitFor();
  expectNoComplaints(visitor);
});

test('lines with a wrong check digit are not read; the page says what helps, and the person can type', async () => {
  const zeroes = page.lastIndexOf('href="#letter-0"');
  const wrong = await launch(
    `${page.slice(0, zeroes)}href="#letter-1"${page.slice(zeroes + 'href="#letter-0"'.length)}`,
  );
  try {
    await using visitor = await openLink(wrong, 'en', openInEnglish.inBrowser);
    await button(visitor.page, en.flow.readLines).click();
    await visitor.page.getByRole('status').getByText(en.mrz.closer).waitFor();
    await button(visitor.page, en.mrz.type).click();
    await button(visitor.page, en.flow.readLines).waitFor();
    expectNoComplaints(visitor);
  } finally {
    await wrong.close();
  }
});
