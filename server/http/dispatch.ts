/** The way of a call: route → origin and media type → credentials → limits → headers → body → schema → handler. */
import type { OutsideContext, SecurityScheme } from '../core/context.ts';
import { ApiError, NotFound } from '../core/errors.ts';
import type { OperationId } from '../generated/operations.gen.ts';
import type { Answer } from './answer.ts';
import { readBody } from './body.ts';
import { headersValidator, routes } from './contract.ts';
import { type Authenticate, authenticateHeader, refusal } from './credentials.ts';
import { checkCrossSite } from './cross-site.ts';
import { type Exchange, idempotencyKey, isOpen, requiredHeaders } from './exchange.ts';
import type { Admission, Admissions, Handlers } from './handlers.ts';
import type { Idempotency } from './idempotency.ts';
import { parseJsonBody } from './json.ts';
import { checkMediaType } from './media-type.ts';
import { createDispatcher } from './openapi-backend.ts';
import { assertWithinLimit, type Caller, createRateLimiter, type RateLimits, rateLimitHeaders } from './rate-limits.ts';
import { createRunner, scopeOf } from './run-handler.ts';
import { badHeaders, badRequest } from './validation-errors.ts';

export interface DispatchOptions {
  ctx: OutsideContext;
  handlers: Handlers;
  admissions: Admissions;
  authenticate: Authenticate;
  rate_limits: RateLimits;
  idempotency: Idempotency;
}

const BODY_LIMIT = 64 * 1024;
const SUBMIT_LIMIT = 6 * 1024 * 1024;

export function createDispatch(options: DispatchOptions): Promise<(exchange: Exchange) => Promise<Answer>> {
  const { ctx, authenticate, idempotency } = options;
  const limitCalls = createCallLimiter(options.rate_limits);
  return createDispatcher({
    notFound({ path }) {
      throw new NotFound(`No operation at ${path.slice(0, 200)}`);
    },
    methodNotAllowed({ req, headers }) {
      headers['Allow'] = 'POST';
      const text = `${req.method} is not allowed here: every operation is a POST`;
      throw new ApiError(405, text, 'method_not_allowed');
    },
    routed(exchange) {
      checkCrossSite(exchange.req, ctx.deps.config.public_url, isOpen(exchange));
      checkMediaType(exchange.req);
    },
    authenticate: (exchange, scheme) => findPrincipal(authenticate, exchange, scheme),
    async unauthorized(exchange, operationId) {
      if (exchange.authenticationError) throw exchange.authenticationError;
      const { error, challenge } = await refusal(
        authenticate,
        exchange.req.headers.authorization,
        routes[operationId].security,
      );
      if (challenge) exchange.headers['WWW-Authenticate'] = challenge;
      if (error.code === 'invalid_credentials') await limitCalls(exchange, operationId, 'refused');
      throw error;
    },
    async authorized(exchange, operationId) {
      await limitCalls(exchange, operationId, exchange.principal ? 'authenticated' : 'anyone');
      await admit(options, exchange, operationId);
      const most = operationId === 'reader.submit' ? SUBMIT_LIMIT : BODY_LIMIT;
      exchange.raw = await readBody(exchange.req, most, exchange.account);
      exchange.body = exchange.raw.length === 0 ? {} : parseJsonBody(exchange.raw);
    },
    invalid({ operationId, body }, error) {
      throw badRequest(operationId!, error, body);
    },
    run: createRunner(ctx, options.handlers, idempotency),
  });
}

/** @returns whether the call has valid credentials of this kind. */
async function findPrincipal(authenticate: Authenticate, exchange: Exchange, scheme: SecurityScheme): Promise<boolean> {
  try {
    const found = await authenticateHeader(authenticate, exchange.req.headers.authorization, scheme);
    if (found) exchange.principal = found;
    return found !== undefined;
  } catch (error) {
    // The library would treat it like wrong credentials, but a database that is down must not sign anyone out.
    exchange.authenticationError = error;
    return false;
  }
}

function createCallLimiter(rateLimits: RateLimits) {
  const limit = createRateLimiter(rateLimits);
  return async ({ principal, origin, headers }: Exchange, operationId: OperationId, caller: Caller): Promise<void> => {
    const limited = await limit(operationId, caller, { user_id: principal?.user_id, ip: origin.ip });
    Object.assign(headers, rateLimitHeaders(limited));
    assertWithinLimit(limited);
  };
}

/** Checks the required headers before the body is read, so that a stranger cannot make the service receive bodies for nothing. */
async function admit(
  { ctx, admissions, idempotency }: DispatchOptions,
  exchange: Exchange,
  operationId: OperationId,
): Promise<void> {
  const validate = headersValidator(operationId);
  if (!validate) return;
  const key = idempotencyKey(exchange.req);
  exchange.required = requiredHeaders(operationId, exchange.req);
  if (!validate(exchange.required)) throw badHeaders(operationId, validate.errors![0]!, exchange.required);
  const isRepeated = async () =>
    key !== undefined && idempotency.isKnown({ scope: scopeOf(exchange), operationId, key });
  const admission = admissions[operationId as keyof Admissions] as Admission<OperationId>;
  await admission(ctx, exchange.required, isRepeated);
}
