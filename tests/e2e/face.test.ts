/** The demo with face verification: with the operator's matcher, with that of local mode, and without one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import captureTexts from '../../web/src/features/capture/texts/en.json' with { type: 'json' };
import { countCalls, createSite, createVisitor, expectNoComplaints, type Site } from '../support/browser/visitor.ts';
import { createFaceService } from '../support/outside/face-service.ts';
import { production } from '../support/process/production.ts';
import { createTestServer } from '../support/server/test-server.ts';

const ownFace = captureTexts.selfie.own;

let faces: Awaited<ReturnType<typeof createFaceService>>;
let site: Site;

beforeAll(async () => {
  faces = await createFaceService();
  site = await createSite({ environment: faces.environment });
});
afterAll(async () => {
  await site?.stop();
  await faces?.stop();
});

test("the demo takes the holder's face, shows it next to the portrait, and cuts both in the log", async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/demo?face_verification=true');
  await page.getByText('Genuine passport', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Read this document' }).click();
  await page.getByText('The session requires the chip and a face.').waitFor();
  await page.getByRole('button', { name: ownFace }).click();
  const document = page.getByRole('article', { name: 'Verified document' });
  await document.waitFor();
  const pictures = await document
    .getByRole('img')
    .evaluateAll((found) => found.map((image) => image.getAttribute('alt')));
  expect(pictures).toEqual(['Portrait from the chip', 'Face compared with the portrait']);
  await page.getByText('Example Biometrics: 0.9300, threshold 0.7000; liveness: 0.9900, threshold 0.8500').waitFor();
  const log = page.getByRole('log', { name: 'Event log' });
  const data = JSON.parse(await log.locator('pre').last().innerText()) as Record<string, string>;
  for (const picture of ['portrait', 'face']) expect(data[picture]).toMatch(/^iVBORw0KGgo.{9}$/);
  expectNoComplaints(visitor);
});

test("in local mode the switch works: another face is refused, and the holder's own approved", async () => {
  const server = await createTestServer();
  const visitor = await createVisitor(site.browser, server.base);
  try {
    const { page } = visitor;
    await page.goto('/demo');
    const face = page.getByRole('switch', { name: 'Face verification' });
    await face.check();
    await visitor.at('/demo?face_verification=true');
    for (const [specimen, end] of [
      ['Different face', 'The face of the holder does not match the portrait on the chip.'],
      ['Genuine passport', 'The document is genuine and its data is verified.'],
    ] as const) {
      await page.getByText(specimen, { exact: true }).first().click();
      await page.getByRole('button', { name: 'Read this document' }).click();
      await page.getByRole('button', { name: ownFace }).click();
      await page.getByText(end).first().waitFor();
      await page.getByRole('button', { name: 'Start over' }).click();
    }
    await expect.poll(() => face.isChecked()).toBe(true);
    expectNoComplaints(visitor);
  } finally {
    await visitor.close();
    await server.stop();
  }
});

test.each([
  ['', 'Face verification', /nothing on this service compares faces/, 'Show the demo without face verification'],
  ['/es', 'Verificación facial', /nada en este servicio compara rostros/, 'Ver la demo sin verificación facial'],
])('without a face matcher, "%s" says so before anybody tries', async (prefix, name, reason, offer) => {
  const server = await createTestServer({ environment: { ...production(), FACE_DEMONSTRATION: 'off' } });
  const visitor = await createVisitor(site.browser, server.base);
  try {
    const { page } = visitor;
    const created = countCalls(visitor.context, 'demo.create');
    await page.goto(`${prefix}/demo?face_verification=true`);
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(reason);
    expect(created).toEqual([]);
    await page.getByRole('link', { name: offer }).click();
    await visitor.at(`${prefix}/demo`);
    const face = page.getByRole('switch', { name });
    await face.waitFor();
    await expect.poll(() => face.isDisabled()).toBe(true);
    await page.getByText(reason).waitFor();
    await page.getByRole('log').getByText('demo.create', { exact: true }).waitFor();
    expect(created).toEqual([{ face_verification: false }]);
    await page.goto(`${prefix}/old_demo`);
    await expect.poll(() => page.getByRole('switch', { name }).isDisabled()).toBe(true);
    expectNoComplaints(visitor);
  } finally {
    await visitor.close();
    await server.stop();
  }
});
