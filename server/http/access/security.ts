/** The security schemes of the contract: identify the caller, or refuse the request. */
import type { Context, HandlerMap } from 'openapi-backend';
import type { Principal, SecurityScheme } from '../../core/context.ts';
import { routes } from '../../generated/operations.gen.ts';
import { hashToken } from '../../secrets/random-secret.ts';
import type { RoutedExchange } from '../call/exchange.ts';
import { limitCall, type RateLimiter } from '../limits/rate-limits.ts';
import { type Authenticate, authenticateHeader, readCredentials, refusal } from './credentials.ts';

export function createSecurity({ authenticate, limiter }: { authenticate: Authenticate; limiter: RateLimiter }) {
  const guard = createCredentialGuard(authenticate.isOurs);

  const isExhausted = ({ operationId, origin }: RoutedExchange) =>
    limiter.isExhausted(operationId, 'refused', origin.ip);

  async function find(exchange: RoutedExchange, scheme: SecurityScheme): Promise<Principal | undefined> {
    const { authorization } = exchange.req.headers;
    if (authorization === undefined || (isExhausted(exchange) && !guard.canBeRight(authorization))) return undefined;
    const principal = await authenticateHeader(authenticate, authorization, scheme);
    if (principal) exchange.principal = principal;
    return principal;
  }

  const handlers = {
    apiKey: (_context: Context, exchange: RoutedExchange) => find(exchange, 'apiKey'),
    accessToken: (_context: Context, exchange: RoutedExchange) => find(exchange, 'accessToken'),
  } satisfies HandlerMap & Record<SecurityScheme, unknown>;

  async function refuse({ security }: Context, exchange: RoutedExchange): Promise<never> {
    // The library treats a scheme that failed, for example without a database, as one that refused.
    for (const result of Object.values(security)) if (result?.error) throw result.error;
    const { req, operationId, headers } = exchange;
    const { authorization } = req.headers;
    const wasExhausted = authorization !== undefined && isExhausted(exchange);
    if (wasExhausted && !guard.canBeRight(authorization)) limitCall(limiter, exchange, 'refused');
    const { error, challenge } = await refusal(authenticate, authorization, routes[operationId].security);
    if (challenge) headers['WWW-Authenticate'] = challenge;
    if (error.code === 'invalid_credentials') {
      if (wasExhausted) guard.noteWrong(authorization);
      limitCall(limiter, exchange, 'refused');
    }
    throw error;
  }

  return { handlers, refuse };
}

/**
 * How many wrong credentials are remembered: only those with a secret that the service issued, which has expired, been revoked or
 * belongs to another key. They stay wrong.
 */
const MOST_WRONG = 10_000;

/**
 * Skips the database lookup for credentials that cannot be valid, once an address has sent too many wrong ones. Others behind the
 * same address are not locked out: credentials that the service itself issued are still looked up (docs/decisions/throttles.md).
 */
function createCredentialGuard(isOurs: (secret: string) => boolean) {
  const wrong = new Set<string>();
  const canBeOurs = (header: string) => {
    const credentials = readCredentials(header);
    return credentials !== undefined && isOurs(credentials.secret);
  };

  return {
    canBeRight: (header: string): boolean => canBeOurs(header) && !wrong.has(hashToken(header)),

    noteWrong(header: string): void {
      if (!canBeOurs(header)) return;
      if (wrong.size >= MOST_WRONG) wrong.delete(wrong.keys().next().value!);
      wrong.add(hashToken(header));
    },
  };
}
