/**
 * openapi-backend keeps the order of a call: route, credentials, body, handler. By itself it would also read the contract at
 * start, compile its schemas and try one path after the other. The build has compiled the contract already, so here the library
 * gets an empty document, and its router and validator are replaced by look-ups in what was compiled.
 */
import type { ErrorObject } from 'ajv';
import { type Context, OpenAPIBackend } from 'openapi-backend';
import type { SecurityScheme } from '../core/context.ts';
import type { OperationId } from '../generated/operations.gen.ts';
import type { Answer } from './answer.ts';
import { operationOf, requestValidator, routes } from './contract.ts';
import type { Exchange } from './exchange.ts';

/** The steps of a call, in this order. A step that throws ends it. */
export interface Steps {
  /** No operation has this path, or its method is another one. */
  notFound(exchange: Exchange): never;
  methodNotAllowed(exchange: Exchange): never;
  /** Only the operation is known yet. */
  routed(exchange: Exchange): void;
  /** @returns whether the credentials are valid ones of this kind. Must not throw. */
  authenticate(exchange: Exchange, scheme: SecurityScheme): Promise<boolean>;
  unauthorized(exchange: Exchange, operationId: OperationId): Promise<never>;
  /** The caller may make the call. Here its body is read. */
  authorized(exchange: Exchange, operationId: OperationId): Promise<void>;
  invalid(exchange: Exchange, error: ErrorObject): never;
  run(exchange: Exchange, operationId: OperationId): Promise<Answer>;
}

export async function createDispatcher(steps: Steps): Promise<(exchange: Exchange) => Promise<Answer>> {
  const authenticate = (scheme: SecurityScheme) => (_: Context, exchange: Exchange) =>
    steps.authenticate(exchange, scheme);
  const backend = new CompiledBackend({
    definition: { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} },
    strict: true,
    validate: false,
    handlers: {
      notFound: async (_: Context, exchange: Exchange) => steps.notFound(exchange),
      methodNotAllowed: async (_: Context, exchange: Exchange) => steps.methodNotAllowed(exchange),
      postRoutingHandler: async ({ operation }: Context, exchange: Exchange) => {
        if (operation) steps.routed(exchange);
      },
      // The library calls this before it refuses callers without credentials.
      postSecurityHandler: async (context: Context, exchange: Exchange) => {
        const operationId = idOf(context);
        const isPublic = routes[operationId].security.length === 0;
        if (isPublic || context.security?.['authorized'] === true) await steps.authorized(exchange, operationId);
      },
      unauthorizedHandler: (context: Context, exchange: Exchange) => steps.unauthorized(exchange, idOf(context)),
      validationFail: async ({ validation }: Context, exchange: Exchange) =>
        steps.invalid(exchange, validation.errors![0]!),
      ...Object.fromEntries(
        Object.keys(routes).map((id) => [
          id,
          (_: Context, exchange: Exchange) => steps.run(exchange, id as OperationId),
        ]),
      ),
    },
    securityHandlers: { apiKey: authenticate('apiKey'), accessToken: authenticate('accessToken') },
  });
  await backend.init();
  return (exchange) => backend.handleRequest(requestOf(exchange) as never, exchange);
}

const idOf = ({ operation }: Context) => operation.operationId as OperationId;

/** The library reads `body` when it validates. The body has been received by then. */
const requestOf = (exchange: Exchange) => ({
  method: exchange.req.method ?? 'GET',
  path: exchange.path,
  headers: {},
  get body() {
    return exchange.body;
  },
});

class CompiledBackend extends OpenAPIBackend {
  /** The library checks against OpenAPI 3.0 only; the contract is 3.1 and is linted by the build. */
  override validateDefinition() {
    return this.document;
  }

  override async init() {
    await super.init();
    this.router = compiledRouter as never;
    this.validator = compiledValidator as never;
    this.validate = true;
    return this;
  }

  /** The compiler checks the names (Handlers). The library has no document to check them against. */
  override register(...args: unknown[]): void {
    const [handlers] = args;
    Object.assign(this.handlers, handlers);
  }

  override registerSecurityHandler(name: string, handler: never): void {
    this.securityHandlers[name] = handler;
  }
}

const compiledRouter = {
  parseRequest: (request: object) => request,
  matchOperation({ method, path }: { method: string; path: string }) {
    const operationId = operationOf(path);
    if (!operationId) throw new Error('404-notFound');
    if (method !== 'POST') throw new Error('405-methodNotAllowed');
    return compiledOperations[operationId];
  },
};

const compiledValidator = {
  validateRequest({ body }: { body: unknown }, { operationId }: { operationId: OperationId }) {
    const validate = requestValidator(operationId);
    const valid = validate === undefined || validate(body);
    return { valid, errors: valid ? null : validate.errors };
  },
};

const compiledOperations = Object.fromEntries(
  Object.entries(routes).map(([operationId, { security }]) => [
    operationId,
    { operationId, security: security.map((scheme) => ({ [scheme]: [] })) },
  ]),
);
