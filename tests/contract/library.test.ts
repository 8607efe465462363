/**
 * The service runs openapi-backend with a router and validators compiled from the contract. The library's own router and
 * validators, which read the contract directly, must reach the same decisions: which operation is called, whether its credentials
 * let the caller in, and whether the body is valid.
 */
// SQLite only: it compares decisions that are made before the database is queried.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { type Context, OpenAPIBackend } from 'openapi-backend';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { contract, operationIds, schemesOf } from '../support/contract/contract.ts';
import { credentialsFor, type Scenario, scenarios } from '../support/contract/scenarios.ts';
import { trials } from '../support/runs/trials.ts';
import { authorization } from '../support/server/call.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

type Decision = 'no operation' | 'another method' | 'no way in' | 'a wrong body' | 'answered';

let server: TestServer;
let world: World;
let library: OpenAPIBackend;
const prepared = new Map<OperationId, Scenario>();

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
  for (const id of operationIds) prepared.set(id, await scenarios[id](world));
  library = await startLibrary();
});
afterAll(() => server?.stop());

/** The library checks only the form of credentials, so no call in this test has wrong but well-formed ones. */
function startLibrary(): Promise<OpenAPIBackend> {
  const decide = (decision: Decision) => async () => decision;
  const hasScheme = (name: string) => (context: Context) =>
    String(context.request.headers['authorization'] ?? '').startsWith(name);
  const backend = new OpenAPIBackend({
    definition: structuredClone(contract) as never,
    // The library knows only OpenAPI 3.0 and warns about anything newer. The Ajv below supports the contract's schemas.
    quick: true,
    ignoreTrailingSlashes: false,
    customizeAjv: () => {
      const ajv = new Ajv2020({ strict: false });
      addFormats.default(ajv);
      return ajv as never;
    },
    handlers: {
      notFound: decide('no operation'),
      methodNotAllowed: decide('another method'),
      unauthorizedHandler: decide('no way in'),
      validationFail: decide('a wrong body'),
      ...Object.fromEntries(operationIds.map((id) => [id, decide('answered')])),
    },
    securityHandlers: { apiKey: hasScheme('Basic '), accessToken: hasScheme('Bearer ') },
  });
  return backend.init();
}

interface Request {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

async function decisionOfService({ method, path, headers, body }: Request): Promise<Decision> {
  const response = await fetch(new URL(path, server.base), { method, headers, ...(method === 'POST' && { body }) });
  const problem = (await response.json()) as { error?: string; code?: string };
  if (response.status === 405) return 'another method';
  if (response.status === 401 || problem.code === 'wrong_user_type') return 'no way in';
  if (response.status === 404 && problem.error?.startsWith('No operation at')) return 'no operation';
  if (/^(wrong_type|unknown_property|missing_property)$/.test(problem.code ?? '')) return 'a wrong body';
  return 'answered';
}

const decisionOfLibrary = ({ method, path, headers, body }: Request): Promise<Decision> =>
  library.handleRequest({ method, path, headers, body: JSON.parse(body) });

const queries = operationIds.filter((id) => contract.paths[`/api/v1/${id}`]?.post['x-query']);

const credentials = (id: OperationId, kind: 'none' | 'own' | 'key' | 'token'): Record<string, string> => {
  if (kind === 'none') return {};
  if (kind === 'own') return authorization(credentialsFor(id, prepared.get(id)!.caller)) as Record<string, string>;
  const [wanted] = operationIds.filter(
    (other) => schemesOf(other).join() === (kind === 'key' ? 'apiKey' : 'accessToken'),
  );
  return authorization(credentialsFor(wanted!, world.account)) as Record<string, string>;
};

const request: fc.Arbitrary<Request> = fc
  .record({
    id: fc.constantFrom(...queries),
    method: fc.constantFrom('POST', 'POST', 'POST', 'POST', 'GET', 'PUT'),
    suffix: fc.constantFrom('', '', '', '', 'x', '/', '/more'),
    kind: fc.constantFrom('own' as const, 'own' as const, 'none' as const, 'key' as const, 'token' as const),
    extra: fc.option(fc.record({ name: fc.stringMatching(/^[a-z_]{1,12}$/), value: fc.jsonValue() }), { freq: 2 }),
    dropped: fc.boolean(),
  })
  .map(({ id, method, suffix, kind, extra, dropped }) => {
    const body = dropped ? {} : { ...prepared.get(id)!.body, ...(extra && { [extra.name]: extra.value }) };
    const headers = { 'Content-Type': 'application/json', ...credentials(id, kind) };
    return { method, path: `/api/v1/${id}${suffix}`, headers, body: JSON.stringify(body) };
  });

test('a call is decided as by a library that reads the contract', async () => {
  const seen = new Set<Decision>();
  await fc.assert(
    fc.asyncProperty(request, async (call) => {
      const decision = await decisionOfService(call);
      seen.add(decision);
      expect(decision).toBe(await decisionOfLibrary(call));
    }),
    trials(300),
  );
  expect(seen.size).toBe(5);
});
