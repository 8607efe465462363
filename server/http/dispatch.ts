/** The way of a call: route → origin and media type → credentials → limits → headers → body → schema → handler. */
import type { OutsideContext, Principal, SecurityScheme } from '../core/context.ts';
import { ApiError, NotFound } from '../core/errors.ts';
import type { OperationId } from '../generated/operations.gen.ts';
import type { Answer, StreamedAnswer } from './answer.ts';
import { readBody } from './body.ts';
import { headersValidator, requestValidator, routes } from './contract.ts';
import { type CredentialGuard, createCredentialGuard } from './credential-guard.ts';
import { type Authenticate, authenticateHeader, refusal } from './credentials.ts';
import { checkCrossSite } from './cross-site.ts';
import { type Exchange, idempotencyKey, isOpen, requiredHeaders } from './exchange.ts';
import { asksForProof, assertFreshProof } from './fresh-proof.ts';
import type { Admission, Admissions, Handlers } from './handlers.ts';
import type { Idempotency } from './idempotency.ts';
import { parseJsonBody } from './json.ts';
import { checkMediaType } from './media-type.ts';
import { assertWithinLimit, type Caller, type RateLimiter, rateLimitHeaders } from './rate-limits.ts';
import { assertRole } from './roles.ts';
import { createRunner, scopeOf } from './run-handler.ts';
import { assertSecondFactor } from './second-factor.ts';
import { badHeaders, badRequest } from './validation-errors.ts';

export interface DispatchOptions {
  ctx: OutsideContext;
  handlers: Handlers;
  admissions: Admissions;
  authenticate: Authenticate;
  limiter: RateLimiter;
  idempotency: Idempotency;
}

const BODY_LIMIT = 64 * 1024;
/** Of the calls that carry images. */
const LARGER_LIMITS: Partial<Record<OperationId, number>> = {
  'reader.submit': 6 * 1024 * 1024,
  'merchant.update': 384 * 1024,
};

/** The steps of a call, in this order. A step that throws ends it, and what it throws becomes the answer. */
export function createDispatch(options: DispatchOptions): (exchange: Exchange) => Promise<Answer | StreamedAnswer> {
  const { ctx, authenticate, handlers, idempotency, limiter } = options;
  const { public_url } = ctx.deps.config;
  const guard = createCredentialGuard(authenticate.isOurs);
  const run = createRunner(ctx, handlers, idempotency);
  return async (exchange) => {
    const { req, operationId } = exchange;
    if (operationId === undefined) throw new NotFound(`No operation at ${exchange.path.slice(0, 200)}`);
    if (req.method !== 'POST') throw wrongMethod(exchange);
    checkCrossSite(req, public_url, isOpen(exchange));
    checkMediaType(req);
    const { security } = routes[operationId];
    if (security.length > 0)
      exchange.principal = await findPrincipal({ authenticate, limiter, guard }, exchange, security);
    assertSecondFactor(exchange.principal, operationId);
    assertRole(exchange.principal, operationId);
    limitCall(limiter, exchange, exchange.principal ? 'authenticated' : 'anyone');
    await admit(options, exchange, operationId);
    exchange.raw = await readBody(req, LARGER_LIMITS[operationId] ?? BODY_LIMIT, exchange.account);
    exchange.body = exchange.raw.length === 0 ? {} : parseJsonBody(exchange.raw);
    const validate = requestValidator(operationId);
    if (validate && !validate(exchange.body)) throw badRequest(operationId, validate.errors![0]!, exchange.body);
    if (asksForProof(operationId, exchange.body)) assertFreshProof(exchange.principal, ctx.deps.clock.now());
    return run(exchange, operationId);
  };
}

function wrongMethod({ req, headers }: Exchange): ApiError {
  headers['Allow'] = 'POST';
  const text = `${req.method} is not allowed here: every operation is a POST`;
  return new ApiError(405, text, 'method_not_allowed');
}

/** Who makes the call, by one of the schemes that the operation accepts. */
async function findPrincipal(
  { authenticate, limiter, guard }: { authenticate: Authenticate; limiter: RateLimiter; guard: CredentialGuard },
  exchange: Exchange,
  accepted: readonly SecurityScheme[],
): Promise<Principal> {
  const { req, operationId, origin, headers } = exchange;
  const { authorization } = req.headers;
  const isExhausted = authorization !== undefined && limiter.isExhausted(operationId!, 'refused', origin.ip);
  if (isExhausted && !guard.canBeRight(authorization)) limitCall(limiter, exchange, 'refused');
  for (const scheme of accepted) {
    const principal = await authenticateHeader(authenticate, authorization, scheme);
    if (principal) return principal;
  }
  const { error, challenge } = await refusal(authenticate, authorization, accepted);
  if (challenge) headers['WWW-Authenticate'] = challenge;
  if (error.code === 'invalid_credentials') {
    if (isExhausted) guard.noteWrong(authorization);
    limitCall(limiter, exchange, 'refused');
  }
  throw error;
}

/** @throws TooManyRequests */
function limitCall(limiter: RateLimiter, { principal, origin, headers, operationId }: Exchange, caller: Caller): void {
  const state = limiter.take(operationId!, caller, { user_id: principal?.user_id, ip: origin.ip });
  if (!state) return;
  Object.assign(headers, rateLimitHeaders(state));
  assertWithinLimit(state);
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
