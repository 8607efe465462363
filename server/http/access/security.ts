/** The security schemes of the contract: identify the caller, or refuse the request. */
import type { Context, HandlerMap } from 'openapi-backend';
import type { Principal, SecurityScheme } from '../../core/context.ts';
import { routes } from '../../generated/operations.gen.ts';
import type { RoutedExchange } from '../call/exchange.ts';
import { limitCall, type RateLimiter } from '../limits/rate-limits.ts';
import { createCredentialGuard } from './credential-guard.ts';
import { type Authenticate, authenticateHeader, refusal } from './credentials.ts';

export function createSecurity({ authenticate, limiter }: { authenticate: Authenticate; limiter: RateLimiter }) {
  const guard = createCredentialGuard(authenticate.isOurs);

  /** Whether the caller's network has sent too many wrong credentials. */
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

  /** Throws the reason why none of the accepted schemes admitted the caller. */
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
