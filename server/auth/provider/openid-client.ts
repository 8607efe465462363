/** Signs in with an OpenID provider: authorization code flow with PKCE and nonce. Signature and issuer of the ID token are verified. */
import type { Configuration, IDToken } from 'openid-client';
import type { Config, SignInClient } from '../../core/config.ts';
import { Forbidden, NotSetUp, ServiceUnavailable } from '../../core/errors.ts';
import { faultOf } from '../../core/fault.ts';
import type { Logger } from '../../core/log.ts';
import { once } from '../../core/promises.ts';

const TIMEOUT_SECONDS = 5;

/** Loaded at the first sign-in, because startup does not need it. */
const library = () => import('openid-client');
type Library = Awaited<ReturnType<typeof library>>;

export interface AttemptSecrets {
  nonce: string;
  code_verifier: string;
}

export interface ProviderIdentity {
  issuer: string;
  subject: string;
  email: string | undefined;
  email_verified: boolean;
}

export type SignInProviderName = 'google' | 'microsoft';

export interface SignInProvider {
  authorizationUri(state: string, secrets: AttemptSecrets): Promise<string>;
  /** @throws Forbidden when the provider or its response does not confirm the identity. */
  redeem(code: string, secrets: AttemptSecrets): Promise<ProviderIdentity>;
}

interface Options {
  config: Pick<Config, 'sign_in' | 'public_url'>;
  log: Logger;
  fetch?: typeof fetch;
}

/** A provider that is not configured fails when it is used. */
export const createSignInProviders = (options: Options): Record<SignInProviderName, SignInProvider> => ({
  google: createSignInProvider('google', options),
  microsoft: createSignInProvider('microsoft', options),
});

export function createSignInProvider(name: SignInProviderName, { config, log, fetch }: Options): SignInProvider {
  const label = LABELS[name];
  const redirect_uri = `${config.public_url}/${name}`;
  // A provider's configuration is loaded at the first sign-in, so that the service can start while a provider is down.
  const configuration = once(async () => {
    const client = config.sign_in[name];
    if (client) return await discover(client, fetch).catch((error) => Promise.reject(unavailable(error)));
    throw new NotSetUp(`Signing in with ${label} is not set up here. Sign in with your email and password`);
  });

  function unavailable(error: unknown): ServiceUnavailable {
    log.warn({ provider: name, fault: faultOf(error) }, 'a sign-in provider is not responding as expected');
    return new ServiceUnavailable(`${label} is not available right now. Try again`, 'provider_unavailable');
  }

  return {
    async authorizationUri(state, { nonce, code_verifier }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
      const uri = buildAuthorizationUrl(await configuration(), {
        redirect_uri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(code_verifier),
        code_challenge_method: 'S256',
      });
      return uri.href;
    },

    async redeem(code, { nonce, code_verifier }) {
      const openid = await library();
      const client = await configuration();
      const returned = new URL(redirect_uri);
      returned.searchParams.set('code', code);
      // The page passes on code and state but not `iss`. Each provider has its own redirect URI instead (RFC 9700, 4.4.2.2).
      returned.searchParams.set('iss', client.serverMetadata().issuer);
      try {
        const tokens = await openid.authorizationCodeGrant(client, returned, {
          // The caller has already found the attempt by its state.
          expectedState: openid.skipStateCheck,
          expectedNonce: nonce,
          pkceCodeVerifier: code_verifier,
          idTokenExpected: true,
        });
        return toIdentity(tokens.claims()!);
      } catch (error) {
        if (!isRefusal(openid, error)) throw unavailable(error);
        log.info({ provider: name, fault: faultOf(error) }, 'a sign-in was not confirmed');
        throw notConfirmed();
      }
    },
  };
}

export const LABELS = { google: 'Google', microsoft: 'Microsoft' } as const;
export const notConfirmed = () => new Forbidden('The sign-in could not be confirmed. Start again', 'sign_in_refused');

async function discover(
  { issuer, client_id, client_secret }: SignInClient,
  fetch: Options['fetch'],
): Promise<Configuration> {
  const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } = await library();
  return discovery(new URL(issuer), client_id, client_secret, undefined, {
    timeout: TIMEOUT_SECONDS,
    // The configuration allows http only in local mode.
    execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
    ...(fetch && { [customFetch]: fetch as never }),
  });
}

/**
 * Errors that mean this attempt cannot be confirmed: for example, the ID token has expired or belongs to another attempt or issuer.
 * OAUTH_INVALID_RESPONSE also covers malformed responses from the provider.
 */
const REFUSALS = new Set([
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_INVALID_RESPONSE',
]);

function isRefusal({ ClientError, ResponseBodyError }: Library, error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant';
  return error instanceof ClientError && REFUSALS.has(error.code ?? '');
}

function toIdentity({ iss, sub, email, email_verified, xms_edov }: IDToken): ProviderIdentity {
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === 'string' ? email : undefined,
    // A Microsoft tenant can enter any address. Only `xms_edov` shows that it has proved ownership of the domain.
    email_verified: email_verified === true || [true, 1, '1', 'true'].includes(xms_edov as never),
  };
}
