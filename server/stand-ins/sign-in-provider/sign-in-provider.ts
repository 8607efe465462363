/**
 * Google and Microsoft of local mode: a small OpenID provider (OpenID Connect Core 1.0, code flow; RFC 7636, PKCE).
 * It signs in whoever is named on its page. It is the world outside, so its tokens go by the system's clock.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import express, { type Response, type Router } from 'express';
import { systemClock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import { readBody } from '../../http/body.ts';
import { choosePersonPage, wrongRequestPage } from './pages.ts';

const LABELS = { google: 'Google', microsoft: 'Microsoft' } as const;
const CODE_MS = 60_000;
const TOKEN_SECONDS = 3600;
const FORM_LIMIT = 32 * 1024;

interface Grant {
  expires: number;
  code_challenge: string;
  nonce: string | null;
  email: string;
  verified: boolean;
}

export function createSignInProvider(name: 'google' | 'microsoft', config: Config): Router {
  const router = express.Router();
  const issuer = `${config.public_url}/_local/${name}`;
  const client = config.sign_in[name];
  // With a real provider configured there is nothing to stand in for.
  if (client?.issuer !== issuer) return router;
  const redirect_uri = `${config.public_url}/${name}`;
  const grants = new Map<string, Grant>();
  let made: SigningKey | undefined;
  const key = (): SigningKey => {
    made ??= createSigningKey();
    return made;
  };

  router.get('/.well-known/openid-configuration', (_req, res) => {
    res.json({
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
  });

  router.get('/jwks', (_req, res) => void res.json({ keys: [key().jwk] }));

  router.get('/authorize', (req, res) => {
    const parameters = new URL(req.url, issuer).searchParams;
    if (refuse(res, parameters)) return;
    res.type('html').send(choosePersonPage(LABELS[name], parameters));
  });

  router.post('/authorize', async (req, res) => {
    const form = await formBody(req);
    if (refuse(res, form)) return;
    const back = new URL(redirect_uri);
    const email = form.get('email')?.trim() ?? '';
    if (form.get('action') === 'continue' && email) {
      const code = randomBytes(24).toString('base64url');
      grants.set(code, {
        expires: systemClock.now().getTime() + CODE_MS,
        code_challenge: form.get('code_challenge') ?? '',
        nonce: form.get('nonce'),
        email,
        verified: form.has('verified'),
      });
      back.searchParams.set('code', code);
    } else back.searchParams.set('error', 'access_denied');
    const state = form.get('state');
    if (state !== null) back.searchParams.set('state', state);
    res.redirect(303, back.href);
  });

  router.post('/token', async (req, res) => {
    const form = await formBody(req);
    if (form.get('client_id') !== client.client_id || form.get('client_secret') !== client.client_secret) {
      res.status(401).json({ error: 'invalid_client' });
      return;
    }
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const valid =
      grant &&
      form.get('grant_type') === 'authorization_code' &&
      form.get('redirect_uri') === redirect_uri &&
      grant.expires > systemClock.now().getTime() &&
      grant.code_challenge === challenge;
    if (!valid) {
      res.status(400).json({ error: 'invalid_grant' });
      return;
    }
    res.set('Cache-Control', 'no-store').json({
      access_token: randomBytes(24).toString('base64url'),
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      scope: 'openid email',
      id_token: key().sign({ ...claimsOf(grant), iss: issuer, aud: client.client_id }),
    });
  });

  /** Answers a request that is not this client's; nothing may be sent to an address that it names. */
  function refuse(res: Response, parameters: URLSearchParams): boolean {
    const expected = {
      client_id: client!.client_id,
      redirect_uri,
      response_type: 'code',
      code_challenge_method: 'S256',
    };
    const wrong = Object.entries(expected).find(([parameter, value]) => parameters.get(parameter) !== value);
    if (!wrong) return false;
    res
      .status(400)
      .type('html')
      .send(wrongRequestPage(LABELS[name], `${wrong[0]} must be ${wrong[1]}.`));
    return true;
  }

  function claimsOf({ email, verified, nonce }: Grant) {
    const now = Math.floor(systemClock.now().getTime() / 1000);
    return {
      sub: createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 24),
      email,
      // Each says it in its own way.
      ...(name === 'google' ? { email_verified: verified } : { xms_edov: verified }),
      ...(nonce !== null && { nonce }),
      iat: now,
      exp: now + TOKEN_SECONDS,
    };
  }

  return router;
}

/** An RSA key that signs JWTs with RS256 (RFC 7515). */
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

type SigningKey = ReturnType<typeof createSigningKey>;

const formBody = async (req: IncomingMessage) =>
  new URLSearchParams((await readBody(req, FORM_LIMIT)).toString('utf8'));
