// CI only: renders people, and runs the models for a browser with each camera.
/**
 * Face verification in the demo with the installed package. The camera shows the holder, another person or a printed photo, and
 * `@sigill/face` decides.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchWithCamera } from '../support/browser/fake-camera.ts';
import { takeSelfie } from '../support/browser/selfie.ts';
import { createVisitor, expectNoComplaints } from '../support/browser/visitor.ts';
import { filmOfPerson, filmOfPrint } from '../support/face/live-video.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ environment: { FACE_DEMONSTRATION: 'on' } });
});
afterAll(() => server?.stop());

test.each([
  ['the holder', () => filmOfPerson('alma'), 'APPROVED', 'The document is genuine and its data is verified.'],
  [
    'another person',
    () => filmOfPerson('ture'),
    'REJECTED',
    'The face of the holder does not match the portrait on the chip.',
  ],
  // The demonstration does not notice, and its result does not say that it looked.
  ['a print of the holder', () => filmOfPrint('alma'), 'APPROVED', 'The document is genuine and its data is verified.'],
] as const)('with %s in front of the camera', async (_, film, state, reason) => {
  const browser = await launchWithCamera(await film());
  try {
    await using visitor = await createVisitor(browser, server.base);
    const { page } = visitor;
    await page.goto('/demo?face_verification=true');
    await page.getByRole('button', { name: 'Read this document' }).click();
    await takeSelfie(page);
    await page.getByText('The chip was opened with the MRZ: PACE-GM, AES-128').waitFor();
    await page.getByRole('log').getByText(state, { exact: true }).first().waitFor();
    await page.getByText(reason, { exact: true }).first().waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/liveness/i);
    expectNoComplaints(visitor);
  } finally {
    await browser.close();
  }
});
