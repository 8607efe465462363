/** The site in development against the mock of the contract, without a server: what `npm run dev:mock` starts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { startMock } from '../support/prism.ts';
import { createVisitor, expectNoComplaints } from '../support/visitor.ts';

const root = join(import.meta.dirname, '../..');

let mock: Awaited<ReturnType<typeof startMock>>;
let site: { base: string; process: ChildProcess };
let browser: Browser;

beforeAll(async () => {
  [mock, browser] = await Promise.all([startMock(), launchChromium()]);
  site = await startVite(mock.base);
});
afterAll(async () => {
  await browser?.close();
  site?.process.kill();
  await mock?.stop();
});

/** Vite, which hands calls of the service to `api`. */
async function startVite(api: string) {
  const port = await freePort();
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'web', '--port', String(port), '--strictPort'], {
    cwd: root,
    env: { ...process.env, API_URL: api, NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for (let output = ''; !output.includes('ready in'); ) {
    const [chunk] = await once(child.stdout, 'data');
    output += String(chunk);
  }
  child.stdout.resume();
  return { base: `http://localhost:${port}`, process: child };
}

test('signs in, and shows the account of the examples', async () => {
  const visitor = await createVisitor(browser, site.base);
  const { page, at } = visitor;
  // The first page is compiled while it is waited for.
  page.setDefaultTimeout(90_000);
  await page.goto('/sign-in');
  await page.getByLabel('E-mail', { exact: true }).fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await at('/dashboard');
  await page.getByRole('heading', { name: 'Usage' }).waitFor();
  await page.getByRole('link', { name: 'Billing', exact: true }).first().click();
  await page.getByText('Example AB').waitFor();
  expect(await page.getByText('This could not be loaded.').count()).toBe(0);
  expectNoComplaints(visitor);
});
