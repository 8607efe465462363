/**
 * A small OpenID provider that stands in for Google or Microsoft (OpenID Connect Core 1.0, code flow; RFC 7636, PKCE). It signs in
 * the person whose email address is entered on its page. Its tokens use the system clock, because a real provider would not follow
 * local mode's clock either.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import express, { type Response, type Router } from 'express';
import { escaped, type PageLayout } from './host.ts';
import { readForm } from './read-body.ts';

const CODE_MS = 60_000;
const TOKEN_SECONDS = 3600;
const FORM_LIMIT = 32 * 1024;

export interface SignInProviderOptions {
  label: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  redirect_uri: string;
  /** The claim by which the provider states that it has verified an address. */
  verified_claim: 'email_verified' | 'xms_edov';
  page: PageLayout;
}

interface Grant {
  expires: number;
  code_challenge: string;
  nonce: string | null;
  email: string;
  verified: boolean;
}

export function createSignInProvider(options: SignInProviderOptions): Router {
  const { label, issuer, redirect_uri, page } = options;
  const grants = new Map<string, Grant>();
  let made: SigningKey | undefined;
  const key = () => (made ??= createSigningKey());
  const router = express.Router();

  router.get('/.well-known/openid-configuration', (_req, res) => void res.json(discovery(issuer)));

  router.get('/jwks', (_req, res) => void res.json({ keys: [key().jwk] }));

  router.get('/authorize', (req, res) => {
    const parameters = new URL(req.url, issuer).searchParams;
    const wrong = wrongParameter(options, parameters);
    if (wrong) return refuse(res, wrong);
    res.type('html').send(choosePersonPage(page, label, parameters));
  });

  router.post('/authorize', async (req, res) => {
    const form = await readForm(req, FORM_LIMIT);
    const wrong = wrongParameter(options, form);
    if (wrong) return refuse(res, wrong);
    const back = new URL(redirect_uri);
    const email = form.get('email')?.trim() ?? '';
    if (form.get('action') === 'continue' && email) {
      const code = randomBytes(24).toString('base64url');
      grants.set(code, newGrant(form, email));
      back.searchParams.set('code', code);
    } else back.searchParams.set('error', 'access_denied');
    const state = form.get('state');
    if (state !== null) back.searchParams.set('state', state);
    res.redirect(303, back.href);
  });

  router.post('/token', async (req, res) => {
    const form = await readForm(req, FORM_LIMIT);
    if (form.get('client_id') !== options.client_id || form.get('client_secret') !== options.client_secret) {
      res.status(401).json({ error: 'invalid_client' });
      return;
    }
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    if (grant && redeems(form, grant, redirect_uri)) {
      res.set('Cache-Control', 'no-store').json(tokens(options, grant, key()));
    } else res.status(400).json({ error: 'invalid_grant' });
  });

  /** The redirect URI of an invalid request must not be used, so the refusal is shown here. */
  function refuse(res: Response, reason: string): void {
    res
      .status(400)
      .type('html')
      .send(wrongRequestPage(page, label, reason, redirect_uri));
  }

  return router;
}

const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
  code_challenge_methods_supported: ['S256'],
  scopes_supported: ['openid', 'email'],
});

function wrongParameter(
  { client_id, redirect_uri }: SignInProviderOptions,
  parameters: URLSearchParams,
): string | undefined {
  const expected = { client_id, redirect_uri, response_type: 'code', code_challenge_method: 'S256' };
  const wrong = Object.entries(expected).find(([name, value]) => parameters.get(name) !== value);
  return wrong && `${wrong[0]} must be ${wrong[1]}.`;
}

const newGrant = (form: URLSearchParams, email: string): Grant => ({
  expires: Date.now() + CODE_MS,
  code_challenge: form.get('code_challenge') ?? '',
  nonce: form.get('nonce'),
  email,
  verified: form.has('verified'),
});

function redeems(form: URLSearchParams, grant: Grant, redirect_uri: string): boolean {
  const verifier = form.get('code_verifier') ?? '';
  return (
    form.get('grant_type') === 'authorization_code' &&
    form.get('redirect_uri') === redirect_uri &&
    grant.expires > Date.now() &&
    grant.code_challenge === createHash('sha256').update(verifier).digest('base64url')
  );
}

function tokens({ issuer, client_id, verified_claim }: SignInProviderOptions, grant: Grant, key: SigningKey) {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    aud: client_id,
    // The same address is always the same person.
    sub: createHash('sha256').update(grant.email.toLowerCase()).digest('hex').slice(0, 24),
    email: grant.email,
    [verified_claim]: grant.verified,
    ...(grant.nonce !== null && { nonce: grant.nonce }),
    iat: now,
    exp: now + TOKEN_SECONDS,
  };
  return {
    access_token: randomBytes(24).toString('base64url'),
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
    scope: 'openid email',
    id_token: key.sign(claims),
  };
}

const choosePersonPage = (page: PageLayout, label: string, parameters: URLSearchParams) =>
  page(
    `${label} stand-in`,
    `<p>This is a local stand-in for ${escaped(label)}. It signs in any person you name. The same address is always the same person.</p>
<form method="post">${[...parameters].map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`).join('')}
<p><label for="email">Email</label><input id="email" name="email" type="email" required autofocus autocomplete="email" maxlength="254"></p>
<p><label><input type="checkbox" name="verified" checked> ${escaped(label)} has verified this address</label></p>
<p class="row"><button name="action" value="continue">Continue</button> <button name="action" value="cancel" formnovalidate>Cancel</button></p></form>`,
  );

const wrongRequestPage = (page: PageLayout, label: string, reason: string, application: string) =>
  page(
    `${label} stand-in`,
    `<p>${escaped(reason)}</p><p><a href="${escaped(new URL('/sign-in', application).href)}">Return to the sign-in page</a></p>`,
  );

type SigningKey = ReturnType<typeof createSigningKey>;

export function createSigningKey() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('hex');
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return {
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' },
    sign(claims: object): string {
      const content = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(claims)}`;
      return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
    },
  };
}
