/** The steps of a call, as hooks of openapi-backend. A step that throws ends the call, and the error becomes the response. */
import type { Context, HandlerMap, OpenAPIBackend } from 'openapi-backend';
import type { OutsideContext } from '../../core/context.ts';
import { ApiError, accountSuspended, NotFound } from '../../core/errors.ts';
import { freeMemory } from '../../core/free-memory.ts';
import { type OperationId, routes } from '../../generated/operations.gen.ts';
import { networksOf } from '../../throttling/client-network.ts';
import { asksForProof, assertFreshProof, assertRole, assertSecondFactor } from '../access/conditions.ts';
import type { Authenticate } from '../access/credentials.ts';
import { checkCrossSite } from '../access/cross-site.ts';
import { createSecurity } from '../access/security.ts';
import { checkMediaType, readBody } from '../body/body.ts';
import { parseJsonBody } from '../body/json.ts';
import { Streamed } from '../body/streamed.ts';
import { badHeaders, badRequest } from '../body/validation-errors.ts';
import { headersValidator } from '../contract.ts';
import type { Admission, Admissions, Handlers } from '../handlers.ts';
import type { BodyBudget } from '../limits/body-budget.ts';
import { limitCall, type RateLimiter } from '../limits/rate-limits.ts';
import { answerOf } from './answer.ts';
import { createCompiledBackend } from './compiled-backend.ts';
import { type Exchange, idempotencyKey, isOpen, type RoutedExchange, requiredHeaders } from './exchange.ts';
import type { Idempotency } from './idempotency.ts';
import { createRunner, scopeOf } from './run-handler.ts';

interface BackendOptions {
  ctx: OutsideContext;
  handlers: Handlers;
  admissions: Admissions;
  authenticate: Authenticate;
  bodies: BodyBudget;
  limiter: RateLimiter;
  idempotency: Idempotency;
}

const BODY_LIMIT = 64 * 1024;
/** For the calls that carry images. */
const LARGER_LIMITS: Partial<Record<OperationId, number>> = {
  'reader.submit': 6 * 1024 * 1024,
  'merchant.update': 384 * 1024,
};

/**
 * `handleRequest(request, exchange)` returns an Answer or a StreamedAnswer. After the hooks for unknown operations and methods, the
 * hooks are listed in the order in which they run.
 */
export function createBackend(options: BackendOptions): OpenAPIBackend {
  const { ctx, handlers, idempotency, limiter } = options;
  const { public_url } = ctx.deps.config;
  const security = createSecurity(options);
  const run = createRunner(ctx, { handlers, idempotency, limiter });
  const hooks: HandlerMap = {
    notFound(_context, { path }: Exchange) {
      throw new NotFound(`No operation at ${path.slice(0, 200)}`);
    },
    methodNotAllowed(_context, { req, headers }: Exchange) {
      headers['Allow'] = 'POST';
      throw new ApiError(405, `${req.method} is not allowed. Use POST`, 'method_not_allowed');
    },
    postRoutingHandler(context, exchange: Exchange) {
      // The library also runs this hook for requests that match no operation.
      if (!context.operation) return;
      checkCrossSite(exchange.req, public_url, isOpen(exchange));
      checkMediaType(exchange.req);
    },
    async postSecurityHandler(context, exchange: RoutedExchange) {
      if (!exchange.principal && routes[exchange.operationId].security.length > 0)
        await security.refuse(context, exchange);
      if (exchange.principal?.is_suspended) throw accountSuspended();
      assertSecondFactor(exchange.principal, exchange.operationId);
      assertRole(exchange.principal, exchange.operationId);
      limitCall(limiter, exchange, exchange.principal ? 'authenticated' : 'anyone');
      const isAdmitted = await admit(options, exchange);
      const networks = networksOf(exchange.origin.ip);
      exchange.account = options.bodies.open(networks, isAdmitted ? 'submission' : 'other');
      await receiveBody(context, exchange);
    },
    validationFail({ validation }, { operationId, body }: RoutedExchange) {
      throw badRequest(operationId, validation.errors![0]!, body);
    },
    preOperationHandler(_context, { operationId, body, principal }: RoutedExchange) {
      if (asksForProof(operationId, body)) assertFreshProof(principal, ctx.deps.clock.now());
    },
    ...Object.fromEntries(
      Object.keys(handlers).map((operationId) => [
        operationId,
        (_context: Context, exchange: RoutedExchange) => run(exchange),
      ]),
    ),
    postResponseHandler({ response }, { operationId, stored }: RoutedExchange) {
      if (response instanceof Streamed) return { status: 200, body: response };
      return stored ?? answerOf(operationId, response);
    },
  };
  return createCompiledBackend(hooks, security.handlers);
}

/**
 * Checks the required headers before the body is read, so that strangers cannot make the service receive bodies for nothing.
 * @returns whether the operation requires headers.
 */
async function admit({ ctx, admissions, idempotency }: BackendOptions, exchange: RoutedExchange): Promise<boolean> {
  const { operationId, req } = exchange;
  const validate = headersValidator(operationId);
  if (!validate) return false;
  const key = idempotencyKey(req);
  exchange.required = requiredHeaders(operationId, req);
  if (!validate(exchange.required)) throw badHeaders(operationId, validate.errors![0]!, exchange.required);
  const isRepeated = async () =>
    key !== undefined && idempotency.isKnown({ scope: scopeOf(exchange), operationId, key });
  const admission = admissions[operationId as keyof Admissions] as Admission<OperationId>;
  await admission(ctx, exchange.required, isRepeated);
  return true;
}

async function receiveBody({ request }: Context, exchange: RoutedExchange): Promise<void> {
  const limit = LARGER_LIMITS[exchange.operationId] ?? BODY_LIMIT;
  const raw = await readBody(exchange.req, limit, exchange.account);
  exchange.body = raw.length === 0 ? {} : parseJsonBody(raw);
  request.body = exchange.body;
  // Only a call with an idempotency key needs the bytes again.
  if (exchange.req.headers['idempotency-key'] === undefined) freeMemory(raw);
  else exchange.raw = raw;
}
