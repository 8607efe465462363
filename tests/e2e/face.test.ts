/** The demo with face verification, where the operator has a matcher. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSite, expectNoComplaints, type Site } from '../support/visitor.ts';

let matcher: Server;
let site: Site;

beforeAll(async () => {
  matcher = createServer((request, response) => {
    request.resume().on('end', () => response.end('{"match": true, "alive": true}'));
  });
  await new Promise<void>((resolve) => matcher.listen(0, '127.0.0.1', resolve));
  const { port } = matcher.address() as AddressInfo;
  site = await createSite({ environment: { FACE_MATCHER_URL: `http://127.0.0.1:${port}` } });
});
afterAll(async () => {
  await site?.stop();
  await new Promise((resolve) => matcher.close(resolve));
});

test('takes the holder’s face, shows it beside the portrait, and cuts both in the log', async () => {
  const visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/demo?face_verification=true');
  await page.getByText('Genuine passport', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Read this document' }).click();
  await page.getByText('The session asks for the chip and a face.').waitFor();
  const document = page.getByRole('article', { name: 'Verified document' });
  await document.waitFor({ timeout: 40_000 });
  const pictures = await document
    .getByRole('img')
    .evaluateAll((found) => found.map((image) => image.getAttribute('alt')));
  expect(pictures).toEqual(['Portrait from the chip', 'Face compared with the portrait']);
  const log = page.getByRole('log', { name: 'Event log' });
  const data = JSON.parse(await log.locator('pre').last().innerText()) as Record<string, string>;
  for (const picture of ['portrait', 'face']) expect(data[picture]).toMatch(/^iVBORw0KGgo.{9}$/);
  expectNoComplaints(visitor);
});
