/** From the keys to the first session, using only what the pages show, copied into an empty folder and run unchanged. */
// CI only: it follows the printed steps in an empty folder.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite, expectNoComplaints, type Site } from '../support/browser/visitor.ts';
import { production } from '../support/process/production.ts';
import { createTestServer } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
let folder: string;

beforeAll(async () => {
  site = await createSite();
  folder = mkdtempSync(join(tmpdir(), 'sigill-integrator-'));
});
afterAll(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The shell of a developer without a network and with an npm that has never loaded anything. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|SIGILL_|NODE_OPTIONS)/i.test(name));
  return {
    ...Object.fromEntries(own),
    npm_config_cache: join(folder, '.npm'),
    npm_config_registry: 'http://registry.invalid/',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
    npm_config_update_notifier: 'false',
    npm_config_yes: 'true',
  };
}

test('“Next steps” works as printed: its .env, install line and TypeScript create a session in an empty folder', async () => {
  const visitor = await site.visitVerified();
  const { page, user } = visitor;
  await page.goto('/add-keys');
  await page.getByRole('button', { name: 'Generate' }).click();
  const blocks = page.getByRole('region', { name: 'Next steps' }).locator('[data-code]');
  await blocks.first().waitFor();
  const printed = await blocks.evaluateAll((found) =>
    found.map((block) => ({
      name: block.querySelector('.caps')?.textContent ?? '',
      code: block.querySelector('pre')?.textContent ?? '',
    })),
  );
  expect(printed.map(({ name }) => name)).toEqual([
    ...['.env', 'Terminal', 'first-session.ts', 'Terminal'],
    ...['Terminal', 'Terminal'],
  ]);
  const [env, install, program, run, listen, trigger] = printed.map(({ code }) => code) as [
    ...[string, string, string, string],
    ...[string, string],
  ];
  expect(env).toContain(`SIGILL_BASE_URL=${site.server.base}`);

  writeFileSync(join(folder, '.env'), env);
  writeFileSync(join(folder, 'first-session.ts'), program);
  await promisify(execFile)('sh', ['-c', install], { cwd: folder, env: environment(), timeout: 60_000 });
  const { name, dependencies } = JSON.parse(
    readFileSync(join(folder, 'node_modules/@sigill/sdk/package.json'), 'utf8'),
  ) as Record<string, unknown>;
  expect([name, dependencies]).toEqual(['@sigill/sdk', undefined]);

  const shell = spawn('sh', ['-c', `exec ${run}`], { cwd: folder, env: environment() });
  const ended = new Promise((resolve) => shell.once('exit', resolve));
  let errors = '';
  shell.stderr.on('data', (chunk) => (errors += chunk));
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]();
  const link = (await lines.next()).value as string | undefined;
  expect(link, errors).toMatch(new RegExp(`^${site.server.base}/open\\?token=`));
  const account = await site.server.account();
  await createWorld(site.server, account).read('genuine', new URL(link!).searchParams.get('token')!);
  expect((await lines.next()).value, errors).toBe('APPROVED');
  expect(await ended).toBe(0);
  const { body } = await site.server.call('session.list', {}, { bearer: user.bearer });
  expect(body.sessions).toMatchObject([{ reference: 'order-1042', state: 'APPROVED' }]);

  const listening = spawn('sh', ['-c', `exec ${listen} --count 3`], { cwd: folder, env: environment() });
  let heard = '';
  listening.stdout.on('data', (chunk) => (heard += chunk));
  const finished = new Promise<void>((resolve) => listening.once('exit', () => resolve()));
  let words = '';
  await new Promise<void>((resolve, reject) => {
    listening.stderr.on('data', (chunk) => {
      words += chunk;
      if (words.includes('Listening')) resolve();
    });
    void finished.then(() => reject(new Error(`sigill listen ended: ${words}`)));
  });
  await promisify(execFile)('sh', ['-c', trigger], { cwd: folder, env: environment(), timeout: 60_000 });
  await finished;
  expect(heard).toMatch(/INITIATED[\s\S]*COMPLETED[\s\S]*APPROVED/);
  expectNoComplaints(visitor);
});

const words = async (url: string) => (await (await fetch(url)).text()).replaceAll(/<[^>]*>/g, '');

describe.each(['', '/es'])('the install line of the pages under "%s"', (prefix) => {
  const pages = ['', '/developer', '/integration-guide'].map((path) => `${prefix}${path}` || '/');

  test('points to the service itself in local mode, also where the app renders the page', async () => {
    const line = `npm install ${site.server.base}/sdk/sigill-sdk.tgz`;
    for (const path of pages) expect(await words(site.server.base + path), path).toContain(line);
    const { page } = await site.visit();
    await page.goto(`${prefix}/sign-in`);
    await page
      .locator('footer')
      .getByRole('link', { name: /^(Integration guide|Guía de integración)$/ })
      .click();
    await page.waitForURL(`**${prefix}/integration-guide`);
    const sample = page.locator('pre', { hasText: 'npm install' }).first();
    await expect.poll(() => sample.textContent()).toContain(`${line}\n`);
    await expect.poll(() => sample.textContent()).toContain(`SIGILL_BASE_URL=${site.server.base}`);
  });

  test('points to the service itself in production too, until the packages are in the registry', async () => {
    const server = await createTestServer({ environment: production() });
    const { public_url } = server.deps.config;
    try {
      for (const path of pages)
        expect(await words(server.base + path), path).toContain(`npm install ${public_url}/sdk/sigill-sdk.tgz\n`);
      expect((await fetch(`${server.base}/sdk/sigill-sdk.tgz`)).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});

test('the tarball says what it is, and is revalidated each time', async () => {
  const url = `${site.server.base}/sdk/sigill-sdk.tgz`;
  const { status, headers } = await fetch(url);
  expect([status, headers.get('content-type'), headers.get('content-encoding'), headers.get('cache-control')]).toEqual([
    200,
    'application/gzip',
    null,
    'no-cache',
  ]);
  const again = await fetch(url, { headers: { 'If-None-Match': headers.get('etag')!, 'Cache-Control': 'max-age=0' } });
  expect(again.status).toBe(304);
});
