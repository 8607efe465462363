/** The client of the portal and the site: same origin, sign-in tokens, and a retry policy for a person who is waiting. */
import { type ClientConfig, createClient, type TransportConfig } from '../client.ts';
import { csrfToken } from '../csrf.ts';
import { deprecations } from '../deprecation.ts';
import { PortalOperations } from '../generated/portal/sdk.gen.ts';
import { checkCall, checkOptions } from '../settings.ts';
import { makeCurrent } from './current.ts';

export * from '../generated/portal/sdk.gen.ts';
export type * from '../generated/portal/types.gen.ts';

export interface PortalClientOptions extends ClientConfig {
  /** The access token, renewed when due. Called for each attempt of a call that takes credentials. */
  accessToken?: () => string | undefined | Promise<string | undefined>;
  /** Cookie whose value is sent in the header `X-XSRF-TOKEN` of calls to the same origin. */
  csrfCookie?: string;
}

/**
 * Every call of the API that does not stream, for a signed-in person. The options of `@sigill/sdk/portal/react-query` use the
 * client created last, so create one before the first query. The client retries twice, after 3 and 6 seconds; set `retry: false` at
 * the QueryClient.
 */
export function createPortalClient(options: PortalClientOptions = {}): PortalOperations {
  checkOptions(options, true, ['accessToken', 'csrfCookie']);
  return connectPortal({ ...options, checkCall, noticeOf: deprecations() });
}

/**
 * The same client without checks of options and without notices about deprecated calls: smaller, for an app that is compiled
 * against the types and deployed with the service.
 */
export function connectPortal(
  options: PortalClientOptions & Pick<TransportConfig, 'checkCall' | 'noticeOf'> = {},
): PortalOperations {
  const { accessToken, csrfCookie, baseUrl = '', ...config } = options;
  const client = createClient({
    maxRetries: 2,
    retryDelayMs: 3000,
    // A single person is waiting, and the page announces 3 and 6 seconds, so no jitter.
    random: () => 0,
    maxRetryAfterMs: 10_000,
    ...config,
    baseUrl: baseUrl || pageOrigin(),
    async authorize(headers, credentials) {
      const token = credentials && (await accessToken?.());
      if (token) headers.set('authorization', `Bearer ${token}`);
      else headers.delete('authorization');
      const csrf = baseUrl === '' && csrfToken(csrfCookie);
      if (csrf) headers.set('x-xsrf-token', csrf);
    },
  });
  const portal = new PortalOperations(client);
  makeCurrent({ portal, client });
  return portal;
}

/** The page's origin, so that errors can name the service's address. Empty during prerendering, which makes no calls. */
function pageOrigin(): string {
  return (globalThis as { location?: { origin: string } }).location?.origin ?? '';
}
