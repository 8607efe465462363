/** The client of the portal and the site: same origin, tokens of a sign-in, the retry policy of a person who waits. */
import { type ClientConfig, createClient, type TransportConfig } from '../client.ts';
import { csrfToken } from '../csrf.ts';
import { deprecations } from '../deprecation.ts';
import { PortalOperations } from '../generated/portal/sdk.gen.ts';
import { checkOptions } from '../settings.ts';
import { makeCurrent } from './current.ts';

export * from '../generated/portal/sdk.gen.ts';
export type * from '../generated/portal/types.gen.ts';

export interface PortalClientOptions extends ClientConfig {
  /** The access token of the sign-in, renewed when due. Asked for at each try of a call that takes credentials. */
  accessToken?: () => string | undefined | Promise<string | undefined>;
  /** Cookie whose value goes into the header `X-XSRF-TOKEN` of calls to the same origin. */
  csrfCookie?: string;
}

/**
 * Every call of the API for a signed-in person. The options of `@sigill/sdk/portal/react-query` use the client made last, so make
 * one, before the first query. There are 2 retries after 3 and 6 seconds; set `retry: false` at the QueryClient.
 */
export function createPortalClient(options: PortalClientOptions = {}): PortalOperations {
  checkOptions(options, true, ['accessToken', 'csrfCookie']);
  return connectPortal({ ...options, checkCall: checkOptions, noticeOf: deprecations() });
}

/**
 * The same without looking at the names and values of options and without a word of deprecated calls: for an app that a compiler has
 * seen and that comes with the service. A kilobyte less.
 */
export function connectPortal(
  options: PortalClientOptions & Pick<TransportConfig, 'checkCall' | 'noticeOf'> = {},
): PortalOperations {
  const { accessToken, csrfCookie, baseUrl = '', ...config } = options;
  const client = createClient({
    maxRetries: 2,
    retryDelayMs: 3000,
    // One person waits here, and is told 3 and 6 seconds.
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

/** What an error can name. Where no page is, as at prerendering, nothing is called. */
function pageOrigin(): string {
  return (globalThis as { location?: { origin: string } }).location?.origin ?? '';
}
