// SQLite only: the stand-ins have their own databases.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());

test('the start page of local mode links to everything that it simulates', async () => {
  const page = await (await fetch(`${server.base}/_local/`)).text();
  const links = [...page.matchAll(/href="(\/(?:_local|specimens)[^"]*)"/g)].map(([, path]) => path!);
  expect(links).toEqual(expect.arrayContaining(['/_local/mailbox', '/_local/stripe/', '/specimens.json']));
  for (const path of links) expect([path, (await fetch(server.base + path)).status]).toEqual([path, 200]);
});

test('the clock of local mode can be moved by a form, which returns to the page', async () => {
  const before = server.deps.clock.now().getTime();
  const body = new URLSearchParams({ advance: 'P1D' });
  const response = await fetch(`${server.base}/_local/clock`, { method: 'POST', body, redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/_local/']);
  expect(server.deps.clock.now().getTime() - before).toBeGreaterThanOrEqual(86_400_000);
});

test('an email of local mode is shown as an email program would, without scripts', async () => {
  const { email, bearer } = await server.signUp();
  await server.call('password.verify_email_send_code', {}, { bearer });
  const mail = await eventually(async () => (await server.mailbox(email))[0], 'the mail');
  expect(await (await fetch(`${server.base}/_local/mailbox`)).text()).toContain(`href="/_local/mailbox/${mail.id}"`);
  const shown = await fetch(`${server.base}/_local/mailbox/${mail.id}`);
  expect(await shown.text()).toBe(mail.html);
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const other of ['1', 'x', '1e99'])
    expect((await fetch(`${server.base}/_local/mailbox/${other}`)).status).toBe(404);
});
