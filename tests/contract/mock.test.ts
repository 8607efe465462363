/** The mock that runs on the contract alone gives every example of every operation, so that a client can be built against it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { authorization, type Credentials, send } from '../support/call.ts';
import {
  exampleHeaders,
  operationIds,
  requestExamples,
  responseExamples,
  schemesOf,
  statusesOf,
} from '../support/contract.ts';
import { startMock } from '../support/prism.ts';

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock?.stop());

const credentials = (id: OperationId): Credentials =>
  schemesOf(id)[0] === 'apiKey'
    ? { basic: { public_key: 'public-key-12345678', secret: 'secret-1' } }
    : schemesOf(id)[0]
      ? { bearer: 'token' }
      : {};

const call = (id: OperationId, headers: Record<string, string> = {}, given = credentials(id)) =>
  send(mock.base, id, {
    headers: { 'Content-Type': 'application/json', ...authorization(given), ...exampleHeaders(id), ...headers },
    body: JSON.stringify(requestExamples(id)[0]!.value),
  });

describe.each(operationIds)('%s', (id) => {
  test('answers with an example of success', async () => {
    const { status, body } = await call(id);
    expect(status).toBe(200);
    expect(responseExamples(id, 200).map(({ value }) => value)).toContainEqual(body);
  });

  test('gives each example that is asked for by name', async () => {
    for (const status of statusesOf(id)) {
      for (const { name, value } of responseExamples(id, status)) {
        // An unnamed example cannot be asked for; it is the only one.
        const prefer = name === 'example' ? `code=${status}` : `code=${status}, example=${name}`;
        const result = await call(id, { Prefer: prefer });
        expect([status, name, result.status, result.body]).toEqual([status, name, status, value]);
      }
    }
  });

  if (schemesOf(id).length > 0)
    test('refuses a call without credentials in the shape of the service', async () => {
      const { status, body } = await call(id, {}, {});
      expect(status).toBe(401);
      expect(responseExamples(id, 401).map(({ value }) => value)).toContainEqual(body);
    });
});

test('refuses a wrong input in the shape of the service', async () => {
  const { status, body } = await send(mock.base, 'password.create', {
    headers: { 'Content-Type': 'application/json' },
    body: '{"email": 7}',
  });
  expect(status).toBe(400);
  expect(responseExamples('password.create', 400).map(({ value }) => value)).toContainEqual(body);
});
