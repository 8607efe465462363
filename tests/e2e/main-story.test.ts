/** An integrator's first day, in a browser and with the packed SDK, against the server as users start it, and without the internet. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SPECIMENS } from '../../server/specimen/specimens.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { installPackedSdk, type PackedSdk } from '../support/packages/packed-sdk.ts';
import { packedReader } from '../support/packages/reader-package.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { eventually, type Mail } from '../support/server/test-server.ts';

const EMAIL = 'ada@example.com';
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

let server: ServerProcess;
let sdk: PackedSdk;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const left: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  sdk = installPackedSdk(packedReader());
  // Only localhost resolves. The page's requests to other hosts are counted.
  browser = await launchChromium(['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost']);
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(server.base).host && !request.url().startsWith('data:'))
      left.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
});

afterAll(async () => {
  await browser?.close();
  sdk?.remove();
  await server?.remove();
});

const local = async <T>(path: string): Promise<T> =>
  (await fetch(`${server.base}/_local/${path}`)).json() as Promise<T>;

interface Keys {
  SIGILL_PUBLIC_KEY: string;
  SIGILL_SECRET: string;
}

async function integrator<T>(name: string, keys: Keys, source: string): Promise<T> {
  const program = `import { Sigill } from '@sigill/sdk';\nconst sigill = new Sigill({ baseUrl: process.env['BASE']! });\n${source}`;
  return JSON.parse(await sdk.run(name, program, { ...keys, BASE: server.base }));
}

describe("an integrator's first day: the integrator", () => {
  let keys: Keys;
  let session: { id: number; token: string; open_url: string };

  test('signs up', async () => {
    await page.goto(`${server.base}/`);
    await page.getByRole('link', { name: 'Start for free' }).first().click();
    await page.getByLabel('Work email').fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
  });

  test('verifies the email address with the code from the local mailbox', async () => {
    await page
      .getByRole('link', { name: /verify email/i })
      .first()
      .click();
    await page.waitForURL('**/verify-email');
    const mail = await eventually(
      async () => (await local<{ mails: Mail[] }>(`mailbox.json?to=${EMAIL}`)).mails[0],
      'the mail with the code',
    );
    const code = /^[A-Z2-9]{6}$/m.exec(mail.text)![0];
    await page.getByLabel(/code/i).first().fill(code.toLowerCase());
    await page.getByRole('button', { name: /verify/i }).click();
    await page.waitForURL('**/settings');
  });

  test('creates API keys, shown once', async () => {
    await page.getByRole('link', { name: 'Users', exact: true }).first().click();
    await page.getByRole('link', { name: 'Add new API keys' }).first().click();
    await page.getByRole('button', { name: 'Generate' }).click();
    const publicKey = page.getByText(/^public-key-/).first();
    await publicKey.waitFor();
    keys = {
      SIGILL_PUBLIC_KEY: (await publicKey.textContent())!.trim(),
      SIGILL_SECRET: (await page
        .getByText(/^secret-/)
        .first()
        .textContent())!.trim(),
    };
    expect(keys.SIGILL_PUBLIC_KEY).toMatch(/^public-key-\S+$/);
    expect(keys.SIGILL_SECRET).toMatch(/^secret-\S+$/);
    await expect.poll(() => page.getByRole('button', { name: 'Generate' }).isDisabled()).toBe(true);
    await page.reload();
    await expect.poll(() => page.getByText(keys.SIGILL_SECRET).count()).toBe(0);
  });

  test('creates a session with the packed SDK', async () => {
    session = await integrator(
      'create.ts',
      keys,
      `console.log(JSON.stringify(await sigill.session.create({ reference: 'order-1001', callback_url: process.env['BASE'] + '/_local/callbacks/orders' })));`,
    );
    expect(session.open_url).toBe(`${server.base}/open?token=${session.token}`);
  });

  test('has a document read and cryptographically verified', async () => {
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const screen = await phone.newPage();
    await screen.goto(session.open_url);
    await screen
      .getByRole('link', { name: /specimen/i })
      .first()
      .click();
    await screen.getByText('Genuine passport', { exact: true }).first().click();
    await screen.getByRole('button', { name: 'Read this document' }).click();
    await screen.getByText('The document is genuine and its data is verified.').waitFor();
    await phone.close();
  });

  test('fetches the verified data', async () => {
    const verified = await integrator<Record<string, string>>(
      'fetch.ts',
      keys,
      `const session = await sigill.session.waitFor(${session.id});
if (session.state !== 'APPROVED') throw new Error(session.state);
const { given_names, surname, date_of_birth, portrait, reference, specimen } = session;
console.log(JSON.stringify({ given_names, surname, date_of_birth, portrait, reference, specimen }));`,
    );
    expect(verified).toMatchObject({
      surname: 'VINTERGLANS',
      date_of_birth: '1990-04-12',
      reference: 'order-1001',
      specimen: true,
    });
    expect(Buffer.from(verified['portrait']!, 'base64').subarray(0, 8)).toEqual(PNG);
  });

  test('sees the signed callbacks arrive, none of which contains identity data', async () => {
    const { secret } = await signingSecret();
    const received = await eventually(async () => {
      const { callbacks } = await local<{
        callbacks: { raw: string; headers: Record<string, string>; body: { data: { state: string } } }[];
      }>('callbacks/orders.json');
      return callbacks.length >= 3 && callbacks;
    }, 'three callbacks');
    expect(received.map(({ body }) => body.data.state)).toEqual(['INITIATED', 'COMPLETED', 'APPROVED']);
    for (const { raw, headers } of received) {
      expect(() => new Webhook(secret).verify(raw, headers)).not.toThrow();
      expect(raw).not.toMatch(/VINTERGLANS|1990-04-12/);
    }
  });

  test('sees the verified identity counted on the dashboard', async () => {
    await page.goto(`${server.base}/`);
    await signIn();
    await page
      .getByText(/last 30 days/i)
      .first()
      .waitFor();
  });

  test('gets a separate code for each bad specimen', async () => {
    const bad = SPECIMENS.filter(({ outcome }) => outcome.state === 'REJECTED' && outcome.code !== 'face_mismatch');
    expect(bad.length).toBeGreaterThanOrEqual(8);
    const ends = await integrator<Record<string, string>>(
      'specimens.ts',
      keys,
      `import { callOverFetch } from '@sigill/reader';
import { playSpecimen } from '@sigill/reader/specimen';
const ends: Record<string, string> = {};
for (const name of ${JSON.stringify(bad.map(({ name }) => name))}) {
  const { id, token } = await sigill.session.create();
  const specimen = await (await fetch(process.env['BASE'] + '/specimens/' + name + '.json')).json();
  await playSpecimen({ call: callOverFetch(process.env['BASE']!), specimen, token, platform: 'CLI', app_version: '1.0.0' });
  const session = await sigill.session.get({ id });
  ends[name] = session.state === 'REJECTED' ? session.failure.code : session.state;
}
console.log(JSON.stringify(ends));`,
    );
    expect(ends).toEqual(Object.fromEntries(bad.map(({ name, outcome }) => [name, outcome.code])));
  });

  test('sees no requests to other hosts, and no page complains', () => {
    expect(left).toEqual([]);
    expect(complaints).toEqual([]);
    expect(server.stderr).not.toContain('[no-network]');
  });
});

async function signingSecret(): Promise<{ secret: string }> {
  const call = async <T>(name: string, body: object, token?: string): Promise<T> =>
    (
      await fetch(`${server.base}/api/v1/${name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      })
    ).json() as Promise<T>;
  const { access_token } = await call<{ access_token: string }>('password.authenticate', {
    email: EMAIL,
    password: 'correct horse battery',
  });
  return call<{ secret: string }>('callback.secret', {}, access_token);
}

async function signIn(): Promise<void> {
  await page.goto(`${server.base}/sign-in`);
  if (page.url().endsWith('/dashboard')) return;
  await page.getByLabel(/email/i).first().fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
}
