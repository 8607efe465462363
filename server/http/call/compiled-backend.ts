/** openapi-backend with the router and validators that the build compiles from the contract. */
import {
  type Document,
  type HandlerMap,
  OpenAPIBackend,
  OpenAPIRouter,
  OpenAPIValidator,
  type Operation,
  type ParsedRequest,
  type Request,
  type ValidationResult,
} from 'openapi-backend';
import { type OperationId, routes } from '../../generated/operations.gen.ts';
import { pathOf, requestValidator, responseValidator } from '../contract.ts';

/** What the library needs of the document: paths, operations and the security schemes they accept. */
const definition: Document = {
  openapi: '3.1.0',
  info: { title: 'Sigill API', version: 'v1' },
  paths: Object.fromEntries(
    Object.entries(routes).map(([operationId, { security }]) => [
      pathOf(operationId as OperationId),
      { post: { operationId, security: security.map((scheme) => ({ [scheme]: [] })), responses: {} } },
    ]),
  ),
  components: {
    securitySchemes: { apiKey: { type: 'http', scheme: 'basic' }, accessToken: { type: 'http', scheme: 'bearer' } },
  },
};

// The library recognizes these errors by their prefix. Every such request throws one of them, so they are created only once.
const NOT_FOUND = new Error('404-notFound');
const METHOD_NOT_ALLOWED = new Error('405-methodNotAllowed');

/** Finds an operation in a table. The library's own router builds the list of all operations for every request. */
class CompiledRouter extends OpenAPIRouter {
  readonly #byPath = new Map(super.getOperations().map((operation) => [operation.path, operation]));
  readonly #byId = new Map([...this.#byPath.values()].map((operation) => [operation.operationId, operation]));

  override matchOperation({ path, method }: Request): Operation {
    const operation = this.#byPath.get(path);
    if (!operation) throw NOT_FOUND;
    if (method !== 'POST') throw METHOD_NOT_ALLOWED;
    return operation;
  }

  override getOperations(): Operation[] {
    return [...this.#byPath.values()];
  }

  override getOperation(operationId: string): Operation | undefined {
    return this.#byId.get(operationId);
  }

  /** There is nothing to parse: operations have no parameters in path, query or cookies, and the body has not been read yet. */
  override parseRequest(request: Request): ParsedRequest {
    return request as ParsedRequest;
  }
}

const VALID: ValidationResult = { valid: true };

class CompiledValidator extends OpenAPIValidator {
  override validateRequest({ body }: Request, operation?: Operation | string): ValidationResult {
    const validate = requestValidator(idOf(operation));
    return !validate || validate(body) ? VALID : { valid: false, errors: validate.errors };
  }

  /** `errors` is null if the contract does not declare the status. */
  override validateResponse(body: unknown, operation: Operation | string, status = 200): ValidationResult {
    const validate = responseValidator(idOf(operation), status);
    return validate?.(body) ? VALID : { valid: false, errors: validate?.errors ?? null };
  }
}

const idOf = (operation: Operation | string | undefined): OperationId =>
  (typeof operation === 'string' ? operation : operation?.operationId) as OperationId;

const router = new CompiledRouter({ definition });
export const validator = new CompiledValidator({ definition, router, lazyCompileValidators: true });

/** @throws when a handler or a scheme is not in the contract. */
export function createCompiledBackend(handlers: HandlerMap, securityHandlers: HandlerMap): OpenAPIBackend {
  const backend = new OpenAPIBackend({ definition, strict: true });
  // Replaces init(), which checks the document against OpenAPI 3.0 and compiles every schema at startup.
  Object.assign(backend, { definition, router, validator, initialized: true });
  backend.register(handlers);
  for (const [scheme, handler] of Object.entries(securityHandlers)) backend.registerSecurityHandler(scheme, handler!);
  return backend;
}
