import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, createSecondFactors } from '../support/outside/authenticator-app.ts';
import { anIpv4 } from '../support/process/server-pair.ts';
import { createTestServer } from '../support/server/test-server.ts';

const server = await createTestServer({ environment: { TRUSTED_PROXIES: '1' } });
afterAll(() => server.stop());
const { call } = server;
const { withApp, signIn, mailed } = createSecondFactors(server);

describe('recovery_code.create: recovery codes', () => {
  test('sign in once each, in upper or lower case, and an email says how many are left', async () => {
    const user = await withApp();
    const [code = '', other = ''] = user.recovery_codes;
    expect(user.recovery_codes).toHaveLength(10);
    expect((await signIn(user, { recovery_code: code.toLowerCase().replace('-', '') })).status).toBe(200);
    expect(await signIn(user, { recovery_code: code })).toMatchObject({ status: 400, body: { code: 'invalid_code' } });
    expect((await mailed(user.email, /recovery code/)).text).toContain('9 codes are left');
    expect((await signIn(user, { recovery_code: other })).status).toBe(200);
    expect((await call('totp.self', {}, { bearer: user.bearer })).body.recovery_codes_left).toBe(8);
  });

  test('void earlier ones, and cannot be used by others', async () => {
    const [user, other] = [await withApp(), await withApp()];
    const { recovery_codes } = (await call('recovery_code.create', {}, { bearer: user.bearer })).body;
    expect((await signIn(user, { recovery_code: user.recovery_codes[0] })).status).toBe(400);
    expect((await signIn(other, { recovery_code: recovery_codes[0] })).status).toBe(400);
    expect((await signIn(user, { recovery_code: recovery_codes[0] })).status).toBe(200);
  });
});

test("wrong codes from somebody who knows the password do not block the owner's recovery code", async () => {
  const user = await withApp();
  const wrong = codeOf(server, user.secret, 100);
  for (let guess = 0; guess < 20; guess++)
    await signIn(user, { totp_code: wrong }, { 'X-Forwarded-For': `192.0.2.${guess >> 2}` });
  const from = { 'X-Forwarded-For': anIpv4() };
  expect((await signIn(user, { totp_code: codeOf(server, user.secret) }, from)).status).toBe(429);
  expect((await signIn(user, { recovery_code: user.recovery_codes[0] }, from)).status).toBe(200);
});
