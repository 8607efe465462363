/**
 * The service produces a response of the same kind as each example of a success, and the SDK reads every example of every status.
 * Statuses, codes and texts of errors are in statuses.test.ts, http-statuses.test.ts and problems.test.ts.
 */
// SQLite only: statuses.test.ts runs the same calls on both.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { methodPath } from '../../openapi/contract/names.ts';
import { errorOf } from '../../openapi/diff/sdk-names.ts';
import { createClient } from '../../sdk/client/src/client.ts';
import { PortalOperations } from '../../sdk/client/src/generated/portal/sdk.gen.ts';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import {
  codesOf,
  exampleHeaders,
  operation,
  operationIds,
  requestExamples,
  responseExamples,
  statusesOf,
} from '../support/contract/contract.ts';
import { accept } from '../support/contract/documented-statuses.ts';
import { perform, scenarios } from '../support/contract/scenarios.ts';
import { variants } from '../support/contract/variants.ts';
import { someOf } from '../support/runs/sweep.ts';
import type { Result } from '../support/server/call.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

describe('the service returns the example', () => {
  let server: TestServer;
  let world: World;

  beforeAll(async () => {
    server = await createTestServer();
    world = createWorld(server, await server.account());
  });
  afterAll(() => server?.stop());

  /** What distinguishes the examples of a response: state, type, whether it was redacted, and which lists are empty. */
  function kindOf(body: unknown): string {
    const { state, type, redacted, ...rest } = body as Record<string, unknown>;
    const empty = Object.entries(rest).filter(([, value]) => Array.isArray(value) && value.length === 0);
    return [state, type, redacted && 'redacted', ...empty.map(([name]) => `no ${name}`)].filter(Boolean).join(', ');
  }

  const examples = operationIds.flatMap((id) => responseExamples(id, 200).map((example) => ({ id, ...example })));
  const met = examples.filter(({ id, name }) => typeof variants[id]?.[name] !== 'string');

  test.each(someOf(met, 3))('$name of $id', async ({ id, name, value }) => {
    const variant = variants[id]?.[name];
    const result: Result =
      typeof variant === 'function' ? await variant(world) : await perform(world.call, id, await scenarios[id](world));
    expect(kindOf(accept(id, 200, result).body)).toBe(kindOf(value));
  });

  test('each variant is an example of the contract', () => {
    const shown = new Set(examples.map(({ id, name }) => `${id} ${name}`));
    const listed = Object.entries(variants).flatMap(([id, own]) => Object.keys(own).map((name) => `${id} ${name}`));
    expect(listed.filter((name) => !shown.has(name))).toEqual([]);
  });
});

describe('the SDK reads every example', () => {
  let answer: Response;
  const client = createClient({
    baseUrl: 'https://sigill.example',
    maxRetries: 0,
    logLevel: 'off',
    authorize: (headers) => headers.set('Authorization', 'Bearer token'),
    fetch: async () => answer,
  });
  type Method = (params: unknown, options: object) => Promise<unknown>;
  const operations = new PortalOperations(client) as unknown as Record<string, Record<string, Method>>;

  function call(id: OperationId, status: number, body: unknown): Promise<unknown> {
    answer = Response.json(body, { status, headers: { 'X-Request-Id': 'req_8f3kq2mzv5t7c1xw' } });
    const [resource, method] = methodPath(id).split('.');
    const params = requestExamples(id)[0]!.value as object;
    const headers = exampleHeaders(id);
    // A streaming call has no method, only a function that returns a `StreamedFile`, so it is called directly.
    if (operation(id)['x-stream']) return client.call({ name: id, reads: true }, params, { headers });
    return operations[resource!]![method!]!(params, { headers });
  }

  test.each(operationIds)('of %s', async (id) => {
    for (const { name, value } of responseExamples(id, 200)) expect(await call(id, 200, value), name).toEqual(value);
    for (const status of statusesOf(id).filter((status) => status !== 200)) {
      const examples = responseExamples(id, status).map(({ value }) => value as { error: string; code: never });
      for (const { error, code, ...more } of examples.filter((example) => codesOf(id, status).includes(example.code))) {
        const thrown = call(id, status, { error, code, ...more });
        await expect(thrown, code).rejects.toMatchObject({
          name: errorOf(String(status)) ?? 'SigillError',
          status,
          code,
          message: error,
        });
      }
    }
  });
});
