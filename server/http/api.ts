/**
 * The API over HTTP: openapi-backend with its router and validator replaced by compiled ones.
 * Order: route → limits → credentials from the headers → body → schema → handler → response schema → answer.
 * Knows no domain; every error becomes its answer here and nowhere else.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Kysely, Transaction } from 'kysely';
import { type Context, OpenAPIBackend } from 'openapi-backend';
import type { Clock } from '../core/clock.ts';
import { ApiError, Forbidden, NotFound, ServiceUnavailable, Unauthorized } from '../core/errors.ts';
import type { Logger } from '../core/log.ts';
import type { Database } from '../database/database.ts';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import type { OperationId } from '../generated/operations.gen.ts';
import type { Sealer } from '../secrets/sealing.ts';
import { networksOf } from '../throttling/client-network.ts';
import { answerHeaders } from './answer-headers.ts';
import { ClientGone, ClientTooSlow, readBody } from './body.ts';
import type { BodyAccount, BodyBudget } from './body-budget.ts';
import { browserOf } from './browser-cookie.ts';
import { clientAddress } from './client-address.ts';
import { headersValidator, operationOf, requestValidator, responseValidator, routes } from './contract.ts';
import { checkCrossSite, OPEN_HEADERS, PREFLIGHT_HEADERS } from './cross-site.ts';
import type { Admissions, Browser, CallOrigin, Handlers, Principal, SecurityScheme } from './handlers.ts';
import { AnsweredElsewhere, createIdempotency, type IdempotentRequest, type StoredAnswer } from './idempotency.ts';
import { parseJsonBody } from './json.ts';
import {
  assertWithinLimit,
  type Caller,
  createRateLimiter,
  defaultRateLimits,
  type RateLimits,
  rateLimitHeaders,
} from './rate-limits.ts';
import { badHeaders, badRequest } from './validation-errors.ts';

/** Looks credentials up; undefined when they are not valid. */
export interface Authenticate {
  apiKey(publicKey: string, secret: string): Promise<Principal | undefined>;
  accessToken(token: string): Promise<Principal | undefined>;
}

export interface ApiOptions {
  db: Kysely<Database>;
  clock: Clock;
  log: Logger;
  sealer: Sealer;
  handlers: Handlers;
  admissions: Admissions;
  bodies: BodyBudget;
  authenticate: Authenticate;
  public_url: string;
  trusted_proxies: number;
  rate_limits?: RateLimits;
}

const BODY_LIMIT = 64 * 1024;
const SUBMIT_LIMIT = 6 * 1024 * 1024;
/** What a caller may still send after a refusal, so that it reads the refusal. */
const LINGER = { bytes: 1024 * 1024, ms: 1000 };
const JSON_TYPE = /^application\/json\s*(;|$)/i;

interface Exchange {
  req: IncomingMessage;
  origin: CallOrigin;
  headers: Record<string, string>;
  operationId: OperationId | undefined;
  principal: Principal | undefined;
  authenticationError: unknown;
  /** Those that the operation cannot do without. */
  required: Record<string, string>;
  account: BodyAccount;
  raw: Buffer;
  body: unknown;
}

type Answer = StoredAnswer;
type ContextHandler = (context: Context, exchange: Exchange) => Promise<unknown>;

export async function createApi(options: ApiOptions) {
  const { db, log, authenticate } = options;
  const idempotency = createIdempotency(db, options.sealer, options.clock);
  const common = answerHeaders(options.public_url);
  const limit = createRateLimiter(options.rate_limits ?? defaultRateLimits);

  const credentials = (scheme: SecurityScheme) => async (_: Context, exchange: Exchange) => {
    try {
      const found = await authenticateHeader(authenticate, exchange.req.headers.authorization, scheme);
      if (found) exchange.principal = found;
      return found;
    } catch (error) {
      // openapi-backend takes an error here for a refusal, and a database that is down must not sign anyone out.
      exchange.authenticationError = error;
      return undefined;
    }
  };

  const backend = new CompiledBackend({
    definition: { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} },
    strict: true,
    validate: false,
    handlers: {
      notFound: async (_: Context, { req }: Exchange) => {
        throw new NotFound(`No operation at ${pathOf(req).slice(0, 200)}`);
      },
      methodNotAllowed: async (_: Context, exchange: Exchange) => {
        exchange.headers['Allow'] = 'POST';
        throw new ApiError(
          405,
          `${exchange.req.method} is not allowed here: every operation is a POST`,
          'method_not_allowed',
        );
      },
      notImplemented: async (context: Context) => {
        throw new ApiError(501, `${context.operation.operationId} is not available yet`, 'not_implemented');
      },
      unauthorizedHandler: async (context: Context, exchange: Exchange) => {
        if (exchange.authenticationError) throw exchange.authenticationError;
        const refused = await refusal(authenticate, exchange, context.operation.security ?? []);
        if (refused.code === 'invalid_credentials') {
          await limitCalls(exchange, context.operation.operationId as OperationId, 'refused');
        }
        throw refused;
      },
      postRoutingHandler: async (context: Context, exchange: Exchange) => {
        if (!context.operation) return;
        checkCrossSite(exchange.req, options.public_url, isOpen(exchange));
        const { 'content-type': type, 'content-encoding': encoding = 'identity' } = exchange.req.headers;
        if (encoding.toLowerCase() !== 'identity') {
          throw new ApiError(
            415,
            `The body must come as it is, without the Content-Encoding ${encoding}`.slice(0, 200),
            'unsupported_media_type',
          );
        }
        if (type !== undefined ? !JSON_TYPE.test(type) : hasBody(exchange.req)) {
          throw new ApiError(
            415,
            `The body must be application/json, not ${type ?? 'untyped'}`.slice(0, 200),
            'unsupported_media_type',
          );
        }
      },
      postSecurityHandler: async (context: Context, exchange: Exchange) => {
        const operationId = context.operation.operationId as OperationId;
        const { principal, req } = exchange;
        const authorized = context.security?.['authorized'] === true || (context.operation.security ?? []).length === 0;
        if (!authorized) return;
        await limitCalls(exchange, operationId, principal ? 'authenticated' : 'anyone');
        await admit(operationId, exchange);
        const most = operationId === 'reader.submit' ? SUBMIT_LIMIT : BODY_LIMIT;
        exchange.raw = await readBody(req, most, exchange.account);
        exchange.body = exchange.raw.length === 0 ? {} : parseJsonBody(exchange.raw);
      },
      validationFail: async (context: Context, exchange: Exchange) => {
        throw badRequest(context.validation.errors![0] as Parameters<typeof badRequest>[0], exchange.body);
      },
      ...Object.fromEntries(
        Object.entries(options.handlers).map(([id, handler]) => [id, run(id as OperationId, handler as AnyHandler)]),
      ),
    },
    securityHandlers: { apiKey: credentials('apiKey'), accessToken: credentials('accessToken') },
  });
  await backend.init();

  /** Before a byte of the body is read: what is wrong with the headers costs a stranger the caller's effort and not ours. */
  async function admit(operationId: OperationId, exchange: Exchange): Promise<void> {
    const validate = headersValidator(operationId);
    if (!validate) return;
    const key = idempotencyKey(exchange.req);
    exchange.required = requiredHeaders(operationId, exchange.req);
    if (!validate(exchange.required)) throw badHeaders(validate.errors![0]!, exchange.required);
    const isRepeated = async () =>
      key !== undefined && idempotency.isKnown({ scope: scopeOf(exchange), operationId, key });
    await options.admissions[operationId as keyof Admissions](exchange.required as never, isRepeated);
  }

  async function limitCalls({ principal, origin, headers }: Exchange, operationId: OperationId, caller: Caller) {
    const limited = await limit(operationId, caller, { user_id: principal?.user_id, ip: origin.ip });
    Object.assign(headers, rateLimitHeaders(limited));
    assertWithinLimit(limited);
  }

  function run(operationId: OperationId, handler: AnyHandler): ContextHandler {
    return async (_context, exchange) => {
      const { principal, body, origin, required } = exchange;
      const key = routes[operationId].query ? undefined : idempotencyKey(exchange.req);
      const browser = browserOf(exchange.req, exchange.headers, options.public_url);
      const call = { principal, headers: required, body, request: origin, browser };
      if (!key) {
        const response = await handler({ ...call, transaction: (work) => db.transaction().execute(work) });
        return answerOf(operationId, response);
      }
      const scope = scopeOf(exchange);
      const identity = idempotency.identify({ scope, operationId, key }, { headers: required, body: exchange.raw });
      const stored = await idempotency.begin(identity);
      if (stored) return repeat(stored, exchange);
      try {
        return await runOnce(identity, operationId, exchange, (transaction) => handler({ ...call, transaction }));
      } catch (error) {
        if (!(error instanceof AnsweredElsewhere)) throw error;
        idempotency.finish(identity);
        const answer = await idempotency.begin(identity);
        if (!answer) throw error;
        return repeat(answer, exchange);
      } finally {
        idempotency.finish(identity);
      }
    };
  }

  /** Stores the answer in the transaction of the effect, or after a handler that needed none. */
  async function runOnce(
    identity: IdempotentRequest,
    operationId: OperationId,
    { headers }: Exchange,
    call: (transaction: TransactionRunner) => Promise<unknown>,
  ): Promise<Answer> {
    let stored: Answer | undefined;
    const response = await call((work) =>
      db.transaction().execute(async (trx) => {
        const result = await work(trx);
        stored = { ...answerOf(operationId, result), cookie: headers['Set-Cookie'] };
        await idempotency.store(trx, identity, stored);
        return result;
      }),
    );
    const answer = answerOf(operationId, response);
    if (!stored) await idempotency.store(db, identity, { ...answer, cookie: headers['Set-Cookie'] });
    return answer;
  }

  /** Writes the answer to one request under /api/. Never throws. */
  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const started = performance.now();
    const ip = clientAddress(req, options.trusted_proxies);
    const exchange: Exchange = {
      req,
      origin: { id: `req_${randomBytes(12).toString('hex')}`, ip, ...describedCaller(req) },
      headers: {},
      operationId: operationOf(pathOf(req)),
      principal: undefined,
      authenticationError: undefined,
      required: {},
      account: options.bodies.open(networksOf(ip).narrow),
      raw: EMPTY,
      body: undefined,
    };
    if (isOpen(exchange)) {
      if (req.method === 'OPTIONS') {
        res.writeHead(204, { ...common, ...PREFLIGHT_HEADERS }).end();
        return;
      }
      Object.assign(exchange.headers, OPEN_HEADERS);
    }
    let answer: Answer;
    try {
      answer = (await backend.handleRequest(
        // openapi-backend reads `body` when it validates; by then postSecurityHandler has set it.
        Object.defineProperty({ method: req.method ?? 'GET', path: pathOf(req), headers: {} }, 'body', {
          get: () => exchange.body,
        }) as never,
        exchange,
      )) as Answer;
    } catch (error) {
      if (error instanceof ClientGone || error instanceof ClientTooSlow) {
        const status = error instanceof ClientTooSlow ? 408 : 499;
        // As node answers a request that takes too long.
        if (status === 408) res.writeHead(408, { ...common, 'Content-Length': 0, Connection: 'close' }).end();
        return note(status);
      }
      answer = failure(error, exchange, log);
    } finally {
      exchange.account.close();
    }
    const isCutOff = answer.status >= 400 && isStillSending(req);
    if (isCutOff) exchange.headers['Connection'] = 'close';
    res.writeHead(answer.status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': answer.body.length,
      'Cache-Control': 'no-store',
      ...common,
      'X-Request-Id': exchange.origin.id,
      ...exchange.headers,
    });
    if (isCutOff) endAfterRest(req, res, answer.body);
    else res.end(answer.body);
    note(answer.status);

    function note(status: number): void {
      const ms = Math.round(performance.now() - started);
      log.info({ request_id: exchange.origin.id, operation: exchange.operationId, status, ms }, 'api');
    }
  }

  return { handle, idempotency };
}

/** Pages of any site may make the call. */
const isOpen = ({ operationId }: Pick<Exchange, 'operationId'>) =>
  operationId !== undefined && routes[operationId].cors;

type TransactionRunner = (work: (trx: Transaction<Database>) => Promise<unknown>) => Promise<unknown>;
type AnyHandler = (call: {
  principal: unknown;
  headers: unknown;
  body: unknown;
  request: CallOrigin;
  browser: Browser;
  transaction: TransactionRunner;
}) => Promise<unknown>;

function repeat(answer: StoredAnswer, { headers }: Exchange): Answer {
  if (answer.cookie) headers['Set-Cookie'] = answer.cookie;
  return answer;
}

const EMPTY = Buffer.alloc(0);

/** openapi-backend with routing by one look-up and precompiled schemas; its order of steps and strict mode stay. */
class CompiledBackend extends OpenAPIBackend {
  /** The library checks against OpenAPI 3.0 only; the contract is 3.1 and is linted by the build. */
  override validateDefinition() {
    return this.document;
  }

  override async init() {
    await super.init();
    this.router = {
      parseRequest: (request: object) => request,
      matchOperation({ method, path }: { method: string; path: string }) {
        const operationId = operationOf(path);
        if (!operationId) throw new Error('404-notFound');
        if (method !== 'POST') throw new Error('405-methodNotAllowed');
        return compiledOperations[operationId];
      },
    } as never;
    this.validator = {
      validateRequest({ body }: { body: unknown }, { operationId }: { operationId: OperationId }) {
        const validate = requestValidator(operationId);
        const valid = validate === undefined || validate(body);
        return { valid, errors: valid ? null : validate.errors };
      },
    } as never;
    this.validate = true;
    return this;
  }

  /** Names are checked by the compiler (Handlers), not against a document that is not loaded. */
  override register(...args: unknown[]): void {
    const [handlers] = args;
    Object.assign(this.handlers, handlers);
  }

  override registerSecurityHandler(name: string, handler: never): void {
    this.securityHandlers[name] = handler;
  }
}

const compiledOperations = Object.fromEntries(
  Object.entries(routes).map(([operationId, { security }]) => [
    operationId,
    { operationId, security: security.map((scheme) => ({ [scheme]: [] })) },
  ]),
);

const scopeOf = ({ principal, origin }: Exchange) =>
  principal ? `merchant ${principal.merchant_id}` : `ip ${origin.ip}`;

/** By the names of the contract; node has them in lower case. */
const requiredHeaders = (operationId: OperationId, { headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    routes[operationId].headers.flatMap((name) => {
      const value = headers[name.toLowerCase()];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );

const pathOf = (req: IncomingMessage) => (req.url ?? '/').split('?', 1)[0]!;
const hasBody = (req: IncomingMessage) =>
  Number(req.headers['content-length'] ?? 0) > 0 || req.headers['transfer-encoding'] !== undefined;
/** What is left of a small body is skipped by node, and the connection kept; a large one is not worth it. */
const isStillSending = (req: IncomingMessage) =>
  !req.readableEnded &&
  (req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > BODY_LIMIT);

/** A connection that is closed while the other side still sends is reset, and its answer lost with it. */
function endAfterRest(req: IncomingMessage, res: ServerResponse, body: Buffer): void {
  let left = LINGER.bytes;
  const end = () => {
    clearTimeout(late);
    req.off('data', skip).off('end', end).off('error', end).off('close', end);
    res.end();
  };
  const skip = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const late = setTimeout(end, LINGER.ms);
  res.write(body);
  req.on('data', skip).on('end', end).on('error', end).on('close', end).resume();
}

/** What the caller says of itself, cut to what is worth keeping. */
const describedCaller = ({ headers }: IncomingMessage) => ({
  ...(headers['user-agent'] && { user_agent: headers['user-agent'].slice(0, 512) }),
  ...(headers['accept-language'] && { accept_language: headers['accept-language'].slice(0, 128) }),
});

function idempotencyKey(req: IncomingMessage): string | undefined {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key.length >= 1 && key.length <= 255) return key;
  throw new ApiError(400, 'Idempotency-Key must be 1 to 255 characters', 'invalid_value', {
    details: [
      { path: 'Idempotency-Key', expected: '1 to 255 characters', received: `${String(key).length} characters` },
    ],
  });
}

async function authenticateHeader(
  authenticate: Authenticate,
  header: string | undefined,
  scheme: SecurityScheme,
): Promise<Principal | undefined> {
  const [, kind, value] = /^(\w+) +(\S+)$/.exec(header ?? '') ?? [];
  if (!kind || !value) return undefined;
  if (scheme === 'accessToken') return kind.toLowerCase() === 'bearer' ? authenticate.accessToken(value) : undefined;
  if (kind.toLowerCase() !== 'basic') return undefined;
  const pair = Buffer.from(value, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon > 0 ? authenticate.apiKey(pair.slice(0, colon), pair.slice(colon + 1)) : undefined;
}

/** Why a call without valid credentials of its kind is refused: good credentials of the other kind are 403, not 401. */
async function refusal(
  authenticate: Authenticate,
  exchange: Exchange,
  security: Record<string, unknown>[],
): Promise<ApiError> {
  const header = exchange.req.headers.authorization;
  const accepted = security.flatMap((requirement) => Object.keys(requirement)) as SecurityScheme[];
  exchange.headers['WWW-Authenticate'] = accepted.includes('apiKey')
    ? 'Basic realm="Sigill API", charset="UTF-8"'
    : 'Bearer realm="Sigill"';
  if (!header) {
    const text = accepted.includes('apiKey')
      ? 'Send your public key and secret with HTTP basic authentication'
      : 'Sign in first: this call needs an access token';
    return new Unauthorized(text, 'missing_credentials');
  }
  for (const scheme of ['apiKey', 'accessToken'] as const) {
    if (accepted.includes(scheme) || !(await authenticateHeader(authenticate, header, scheme))) continue;
    delete exchange.headers['WWW-Authenticate'];
    return scheme === 'apiKey'
      ? new Forbidden('API keys cannot make this call: it belongs to a signed-in user', 'wrong_user_type')
      : new Forbidden('An access token cannot make this call: it needs an API key', 'wrong_user_type');
  }
  return new Unauthorized(
    /^basic /i.test(header)
      ? 'The public key or the secret is not valid'
      : 'The access token is not valid or has expired',
  );
}

/** A success that breaks the contract is our defect: it becomes a 500 and its effect rolls back, so that nobody builds on it. */
function answerOf(operationId: OperationId, response: unknown): Answer {
  const validate = responseValidator(operationId, 200);
  if (!validate?.(response))
    throw new Error(`The answer of ${operationId} breaks the contract: ${violation(validate)}`);
  return { status: 200, body: Buffer.from(JSON.stringify(response)) };
}

/** Statuses the contract cannot list at an operation: another method than POST, and an operation that is not built. */
const OUTSIDE_THE_CONTRACT = new Set([405, 501]);
const INTERNAL = 'Something went wrong on our side. The request id helps us find out what.';

function failure(error: unknown, exchange: Exchange, log: Logger): Answer {
  const { origin, operationId, headers } = exchange;
  const note = (text: string, details: object) =>
    log.error({ request_id: origin.id, operation: operationId, ...details }, text);
  const shown = publicError(error);
  if (error !== shown) note(shown ? 'database unavailable' : 'internal error', { err: error });
  const problem = {
    error: shown?.message ?? INTERNAL,
    code: shown?.code ?? 'internal_error',
    request_id: origin.id,
    ...(shown?.details && { details: shown.details }),
  };
  const status = shown?.status ?? 500;
  const validate = operationId && responseValidator(operationId, status);
  if (operationId && !OUTSIDE_THE_CONTRACT.has(status) && !validate?.(problem)) {
    note('the answer breaks the contract', { status, violation: violation(validate) });
    return {
      status: 500,
      body: Buffer.from(JSON.stringify({ error: INTERNAL, code: 'internal_error', request_id: origin.id })),
    };
  }
  if (shown?.retryAfter) headers['Retry-After'] = String(shown.retryAfter);
  return { status, body: Buffer.from(JSON.stringify(problem)) };
}

function publicError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (!isDatabaseUnavailable(error)) return undefined;
  return new ServiceUnavailable('The service cannot reach its database right now: try again shortly');
}

const violation = (validate: ReturnType<typeof responseValidator>) =>
  validate
    ? validate.errors?.map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`).join('; ')
    : 'undeclared status';
