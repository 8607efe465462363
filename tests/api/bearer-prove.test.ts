import { afterAll, describe, expect, test } from 'vitest';
import { requestValidator } from '../../server/http/contract.ts';
import { codeOf, createSecondFactors, setUpApp } from '../support/outside/authenticator-app.ts';
import { addPasskey, shownPasskey } from '../support/outside/passkeys.ts';
import { createTestServer } from '../support/server/test-server.ts';

const server = await createTestServer();
afterAll(() => server.stop());
const { call, signUp, advance } = server;
const { withApp, signIn, mailed } = createSecondFactors(server);

describe('bearer.prove: the fresh proof of a user with a second factor', () => {
  const prove = (proof: object, bearer: string, headers = {}) =>
    call('bearer.prove', proof as never, { bearer }, headers);
  const isFresh = async (bearer: string) => (await call('callback.rotate_secret', {}, { bearer })).status === 200;

  test.each([
    [{ method: 'password' }, 'password'],
    [{ method: 'totp', passkey: undefined }, 'totp_code'],
    [{ method: 'passkey' }, 'passkey'],
    [{ method: 'recovery_code' }, 'recovery_code'],
    [{ password: 'correct horse' }, 'method'],
  ])('needs the property of its method, which the contract says: %j', async (proof, path) => {
    expect(requestValidator('bearer.prove')!(proof)).toBe(false);
    const { bearer } = await withApp();
    const details = [expect.objectContaining({ path, received: 'nothing' })];
    expect(await prove(proof, bearer)).toMatchObject({ status: 400, body: { code: 'missing_property', details } });
  });

  test('can be a code of the app or a recovery code, but not the password', async () => {
    const { bearer, password, secret } = await withApp();
    await advance('PT11M');
    expect(await prove({ method: 'password', password }, bearer)).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required', details: [{ path: 'totp_code' }, { path: 'recovery_code' }] },
    });
    expect(await call('totp.delete', {}, { bearer })).toMatchObject({
      status: 403,
      body: { code: 'fresh_proof_required' },
    });
    expect((await prove({ method: 'totp', totp_code: codeOf(server, secret) }, bearer)).status).toBe(200);
    expect(await isFresh(bearer)).toBe(true);
  });

  test('can be a recovery code, once', async () => {
    const { bearer, email, recovery_codes } = await withApp();
    const [recovery_code] = recovery_codes;
    await advance('PT11M');
    expect((await prove({ method: 'recovery_code', recovery_code }, bearer)).status).toBe(200);
    expect(await isFresh(bearer)).toBe(true);
    expect((await mailed(email, /recovery code/)).text).toContain('9 codes are left');
    expect(await prove({ method: 'recovery_code', recovery_code }, bearer)).toMatchObject({
      status: 400,
      body: { code: 'invalid_code' },
    });
  });

  test('must be the passkey if that is the only second factor; signing in with the password alone does not count', async () => {
    const user = await signUp();
    const { device, id } = await addPasskey(server, user.bearer);
    const { access_token: bearer } = (await signIn(user)).body;
    expect(await call('passkey.delete', { id }, { bearer })).toMatchObject({
      status: 403,
      body: { code: 'fresh_proof_required' },
    });
    expect(await prove({ method: 'password', password: user.password }, bearer)).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required', details: [{ path: 'passkey' }] },
    });
    const { passkey, headers } = await shownPasskey(server, device);
    expect((await prove({ method: 'passkey', passkey }, bearer, headers)).status).toBe(200);
    expect((await call('passkey.delete', { id }, { bearer })).status).toBe(200);
    await advance('PT11M');
    expect((await prove({ method: 'password', password: user.password }, bearer)).status).toBe(200);
  });

  test.each(['an app', 'a passkey'])('is required of sign-ins from before %s was added', async (what) => {
    const user = await signUp();
    const { access_token: before } = (await signIn(user)).body;
    await (what === 'an app' ? setUpApp(server, user.bearer) : addPasskey(server, user.bearer));
    expect(await isFresh(before)).toBe(false);
    expect(await isFresh(user.bearer)).toBe(true);
  });
});
