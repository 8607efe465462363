/** The way of a call: route → origin and media type → credentials → limits → headers → body → schema → handler. */
import type { OutsideContext, Principal } from '../core/context.ts';
import { ApiError, NotFound } from '../core/errors.ts';
import type { OperationId } from '../generated/operations.gen.ts';
import type { Answer } from './answer.ts';
import { readBody } from './body.ts';
import { headersValidator, requestValidator, routes } from './contract.ts';
import { type Authenticate, authenticateHeader, refusal } from './credentials.ts';
import { checkCrossSite } from './cross-site.ts';
import { type Exchange, idempotencyKey, isOpen, requiredHeaders } from './exchange.ts';
import type { Admission, Admissions, Handlers } from './handlers.ts';
import type { Idempotency } from './idempotency.ts';
import { parseJsonBody } from './json.ts';
import { checkMediaType } from './media-type.ts';
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

/** The steps of a call, in this order. A step that throws ends it, and what it throws becomes the answer. */
export function createDispatch(options: DispatchOptions): (exchange: Exchange) => Promise<Answer> {
  const { ctx, handlers, idempotency } = options;
  const { public_url } = ctx.deps.config;
  const limitCalls = createCallLimiter(options.rate_limits);
  const run = createRunner(ctx, handlers, idempotency);
  return async (exchange) => {
    const { req, operationId } = exchange;
    if (operationId === undefined) throw new NotFound(`No operation at ${exchange.path.slice(0, 200)}`);
    if (req.method !== 'POST') throw wrongMethod(exchange);
    checkCrossSite(req, public_url, isOpen(exchange));
    checkMediaType(req);
    exchange.principal = await findPrincipal(options, exchange, operationId, limitCalls);
    await limitCalls(exchange, operationId, exchange.principal ? 'authenticated' : 'anyone');
    await admit(options, exchange, operationId);
    const most = operationId === 'reader.submit' ? SUBMIT_LIMIT : BODY_LIMIT;
    exchange.raw = await readBody(req, most, exchange.account);
    exchange.body = exchange.raw.length === 0 ? {} : parseJsonBody(exchange.raw);
    const validate = requestValidator(operationId);
    if (validate && !validate(exchange.body)) throw badRequest(operationId, validate.errors![0]!, exchange.body);
    return run(exchange, operationId);
  };
}

function wrongMethod({ req, headers }: Exchange): ApiError {
  headers['Allow'] = 'POST';
  const text = `${req.method} is not allowed here: every operation is a POST`;
  return new ApiError(405, text, 'method_not_allowed');
}

/** Who makes the call, by one of the schemes that the operation accepts. Undefined where it needs no credentials. */
async function findPrincipal(
  { authenticate }: DispatchOptions,
  exchange: Exchange,
  operationId: OperationId,
  limitCalls: LimitCalls,
): Promise<Principal | undefined> {
  const { security } = routes[operationId];
  if (security.length === 0) return undefined;
  const { authorization } = exchange.req.headers;
  for (const scheme of security) {
    const principal = await authenticateHeader(authenticate, authorization, scheme);
    if (principal) return principal;
  }
  const { error, challenge } = await refusal(authenticate, authorization, security);
  if (challenge) exchange.headers['WWW-Authenticate'] = challenge;
  if (error.code === 'invalid_credentials') await limitCalls(exchange, operationId, 'refused');
  throw error;
}

type LimitCalls = ReturnType<typeof createCallLimiter>;

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
