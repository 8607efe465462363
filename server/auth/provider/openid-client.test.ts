import { expect, test } from 'vitest';
import type { Config } from '../../core/config.ts';
import { createLog } from '../../core/log.ts';
import { createSigningKey } from '../../stand-ins/sign-in-provider.ts';
import { createSignInProvider } from './openid-client.ts';

const TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';
const MICROSOFT = 'https://login.microsoftonline.com';
const key = createSigningKey();
const secrets = { nonce: 'n'.repeat(43), code_verifier: 'v'.repeat(43) };

/** Microsoft's configuration for all tenants: its issuer is a template, and each ID token names a tenant. */
function microsoft(claims: object, { signer = key, configured = 'common', template = '{tenantid}' } = {}) {
  const now = Math.floor(Date.now() / 1000);
  const idToken = signer.sign({
    iss: `${MICROSOFT}/${TENANT}/v2.0`,
    tid: TENANT,
    aud: 'us',
    sub: 'ada',
    nonce: secrets.nonce,
    email: 'ada@example.com',
    iat: now,
    exp: now + 3600,
    ...claims,
  });
  const answers: Record<string, object> = {
    [`${MICROSOFT}/${configured}/v2.0/.well-known/openid-configuration`]: {
      issuer: `${MICROSOFT}/${template}/v2.0`,
      authorization_endpoint: `${MICROSOFT}/common/oauth2/v2.0/authorize`,
      token_endpoint: `${MICROSOFT}/common/oauth2/v2.0/token`,
      jwks_uri: `${MICROSOFT}/common/discovery/v2.0/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    },
    [`${MICROSOFT}/common/oauth2/v2.0/token`]: { access_token: 'a', token_type: 'Bearer', id_token: idToken },
    [`${MICROSOFT}/common/discovery/v2.0/keys`]: { keys: [key.jwk] },
  };
  const fetch = async (url: string | URL | Request) => {
    const answer = answers[String(url)];
    return answer ? Response.json(answer) : new Response(null, { status: 404 });
  };
  const config: Pick<Config, 'sign_in' | 'public_url'> = {
    public_url: 'https://id.example.com',
    sign_in: {
      google: undefined,
      microsoft: { issuer: `${MICROSOFT}/${configured}/v2.0`, client_id: 'us', client_secret: 'secret' },
    },
  };
  return createSignInProvider('microsoft', {
    config,
    log: createLog('silent'),
    fetch: fetch as typeof globalThis.fetch,
  });
}

const redeem = (...options: Parameters<typeof microsoft>) => microsoft(...options).redeem('code', secrets);
const refused = { status: 403, code: 'sign_in_refused' };

test("accepts any tenant's issuer that matches Microsoft's template, and keeps tenants apart", async () => {
  expect(await redeem({ xms_edov: true })).toEqual({
    issuer: `${MICROSOFT}/${TENANT}/v2.0`,
    subject: 'ada',
    email: 'ada@example.com',
    email_verified: true,
  });
  const other = await redeem({ tid: 'another', iss: `${MICROSOFT}/another/v2.0` });
  expect(other.issuer).toBe(`${MICROSOFT}/another/v2.0`);
});

test.each([
  ['an issuer that is not its tenant', { iss: `${MICROSOFT}/another/v2.0` }],
  ['another issuer', { iss: 'https://accounts.google.com' }],
  ['no tenant', { tid: undefined }],
  ['another audience', { aud: 'them' }],
  ['another nonce', { nonce: 'another' }],
  ['no nonce', { nonce: undefined }],
  ['no subject', { sub: undefined }],
  ['an end in the past', { exp: 1 }],
])('refuses an ID token with %s', async (_, claims) => {
  await expect(redeem(claims)).rejects.toMatchObject(refused);
});

test('refuses an ID token that Microsoft did not sign', async () => {
  const forger = createSigningKey();
  const forged = { ...forger, sign: (claims: object) => withKeyId(forger.sign(claims)) };
  await expect(redeem({}, { signer: forged })).rejects.toMatchObject(refused);
});

test('accepts only its own issuer from a tenant', async () => {
  const one = { configured: TENANT, template: TENANT };
  expect(await redeem({}, one)).toMatchObject({ subject: 'ada' });
  await expect(redeem({ tid: 'another', iss: `${MICROSOFT}/another/v2.0` }, one)).rejects.toMatchObject(refused);
});

test.each([
  [{}, false],
  [{ xms_edov: false }, false],
  [{ xms_edov: '0' }, false],
  [{ xms_edov: 1 }, true],
  [{ xms_edov: '1' }, true],
  [{ xms_edov: 'true' }, true],
  [{ email_verified: true }, true],
  [{ email_verified: 'true' }, false],
])('reads %o as verified: %s', async (claims, email_verified) => {
  expect(await redeem(claims)).toMatchObject({ email_verified });
});

test('reports that a provider is not configured', async () => {
  const provider = createSignInProvider('google', {
    config: { public_url: 'https://id.example.com', sign_in: { google: undefined, microsoft: undefined } },
    log: createLog('silent'),
  });
  await expect(provider.authorizationUri('{}', secrets)).rejects.toMatchObject({
    status: 503,
    code: 'provider_unavailable',
    message: 'Signing in with Google is not set up here. Sign in with your email and password',
  });
});

/** Names the correct key, so that only the signature is wrong. */
function withKeyId(token: string): string {
  const [, claims, signature] = token.split('.');
  const header = Buffer.from(JSON.stringify({ alg: 'RS256', kid: key.jwk.kid })).toString('base64url');
  return [header, claims, signature].join('.');
}
