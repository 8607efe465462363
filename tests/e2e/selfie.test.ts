// CI only: starts a browser for each camera.
/**
 * A selfie in the demo and on /open, with a camera that shows a film, and without one. tests/api/session-face.test.ts tests which
 * faces are refused, and selfie-compared.test.ts does so with the models.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../openapi/contract/contract.ts';
import ar from '../../web/src/features/capture/texts/ar.json' with { type: 'json' };
import en from '../../web/src/features/capture/texts/en.json' with { type: 'json' };
import openInArabic from '../../web/src/features/open/texts/ar.json' with { type: 'json' };
import openInEnglish from '../../web/src/features/open/texts/en.json' with { type: 'json' };
import { violationsOn } from '../support/browser/axe.ts';
import { filmOf, launchWithCamera } from '../support/browser/fake-camera.ts';
import { takeSelfie } from '../support/browser/selfie.ts';
import { createVisitor, expectNoComplaints, type Visit, type Visitor } from '../support/browser/visitor.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

const portrait = (name: string) => readFileSync(join(root, `server/specimen/portraits/${name}.jpg`));

let server: TestServer;
let world: World;
const browsers = new Map<string, Promise<Browser>>();
const visitors: Visitor[] = [];

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterEach(async () => {
  for (const visitor of visitors.splice(0)) await visitor.close();
});
afterAll(async () => {
  for (const browser of browsers.values()) await (await browser).close();
  await server?.stop();
});

const FILMS = {
  holder: () => filmOf(portrait('alma-live')),
  darkness: () => filmOf(portrait('alma-live'), 0.1),
};

async function inFrontOf(film: keyof typeof FILMS, how: Visit = {}): Promise<Visitor> {
  const browser = browsers.get(film) ?? FILMS[film]().then(launchWithCamera);
  browsers.set(film, browser);
  const visitor = await createVisitor(await browser, server.base, how);
  visitors.push(visitor);
  return visitor;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function readInDemo(page: Page): Promise<void> {
  await page.goto('/demo?face_verification=true');
  await button(page, 'Read this document').click();
  await button(page, en.selfie.start).click();
}

/** Keeps the camera's tracks, which tell whether its light is off. */
const watchCamera = (page: Page) =>
  page.addInitScript(`
    globalThis.tracks = [];
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      tracks.push(...stream.getTracks());
      return stream;
    };
  `);
const cameras = (page: Page) => page.evaluate<string[]>('tracks.map(({ readyState }) => readyState)');

describe('the demo with face verification', () => {
  test('takes a picture, turns the camera off, and has the picture compared', async () => {
    const visitor = await inFrontOf('holder');
    const { page } = visitor;
    await watchCamera(page);
    await page.goto('/demo?face_verification=true');
    await button(page, 'Read this document').click();
    await takeSelfie(page);
    expect(await cameras(page)).toEqual(['ended']);
    await page.getByText('The document is genuine and its data is verified.').first().waitFor();
    expectNoComplaints(visitor);
  });

  test('another picture can be taken, and the camera is off while one is shown', async () => {
    const { page } = await inFrontOf('holder');
    await watchCamera(page);
    await readInDemo(page);
    await button(page, en.selfie.take).click();
    await page.getByRole('img', { name: en.selfie.taken }).waitFor();
    expect(await cameras(page)).toEqual(['ended']);
    await button(page, en.selfie.again).click();
    await page.getByText(en.selfie.good).waitFor();
    expect(await cameras(page)).toEqual(['ended', 'live']);
    await button(page, en.camera.back).click();
    await button(page, en.selfie.start).waitFor();
    expect(await cameras(page)).toEqual(['ended', 'ended']);
  });

  test('says that it is too dark, before and after the picture', async () => {
    const { page } = await inFrontOf('darkness');
    await readInDemo(page);
    await page.getByRole('status').getByText(en.selfie.dark).waitFor();
    await button(page, en.selfie.take).click();
    await page.getByRole('img', { name: en.selfie.taken }).waitFor();
    await page.getByText(en.selfie.dark).waitFor();
  });
});

const REFUSALS = {
  denied: 'NotAllowedError',
  missing: 'NotFoundError',
  busy: 'NotReadableError',
  silent: 'TypeError',
} as const;

test('without a camera says why and what to do, and the specimen’s own face can be sent', async () => {
  const visitor = await inFrontOf('holder');
  const { page } = visitor;
  await page.addInitScript(
    `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', globalThis.refusal) }`,
  );
  await readInDemo(page);
  for (const [reason, name] of Object.entries(REFUSALS) as [keyof typeof REFUSALS, string][]) {
    await page.evaluate(`globalThis.refusal = '${name}'`);
    await button(page, en.camera.again).click();
    const alert = page.getByRole('alert').filter({ hasText: en.camera[reason] });
    expect(await alert.innerText()).toContain(en.camera.remedy[reason]);
  }
  await button(page, en.camera.back).click();
  await button(page, en.selfie.own).click();
  await page.getByText('The document is genuine and its data is verified.').first().waitFor();
  expectNoComplaints(visitor);
});

describe('/open, with a specimen and no phone', () => {
  test.each([
    ['en', en, openInEnglish],
    ['ar', ar, openInArabic],
  ] as const)(
    'in %s at 320 px: a wrong date is refused by the chip, then everything passes',
    async (language, t, open) => {
      const visitor = await inFrontOf('holder', { viewport: { width: 320, height: 800 }, storage: {} });
      const { page } = visitor;
      const { token } = await world.session({ specimen: true, face_verification: true });
      await page.goto(`/${language}/open?token=${encodeURIComponent(token)}`);
      await button(page, open.inBrowser).click();
      await page.getByRole('heading', { name: t.flow.title }).waitFor();
      await button(page, t.flow.openChip).click();
      await page.getByText(t.flow.numberWrong).waitFor();
      await page.getByLabel(t.flow.number).fill('sg0000001');
      await page.getByLabel(t.flow.birth).fill('1990-04-13');
      await page.getByLabel(t.flow.expiry).fill('2033-01-14');
      expect(await violationsOn(page)).toEqual([]);
      await button(page, t.flow.openChip).click();
      await button(page, t.selfie.start).click();
      await page.getByText(t.selfie.good).waitFor();
      expect(await violationsOn(page)).toEqual([]);
      await button(page, t.camera.back).click();
      await takeSelfie(page, t);
      await page.getByRole('alert').getByText(t.flow.denied).waitFor();
      await page.getByLabel(t.flow.birth).fill('1990-04-12');
      await button(page, t.flow.openChip).click();
      await page.getByRole('heading', { name: open.approved }).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
      expectNoComplaints(visitor);
    },
  );
});
