/** Checks responses against the contract, and records their statuses. A test file must produce every status that it is responsible for. */
import { expect } from 'vitest';
import type { OperationId } from '../../../server/generated/operations.gen.ts';
import { responseValidator } from '../../../server/http/contract.ts';
import type { Result } from '../server/call.ts';
import { operationIds, schemesOf, statusesOf } from './contract.ts';
import { expectDocumentedHeaders } from './documented-headers.ts';

export interface Problem {
  error: string;
  code: string;
  request_id: string;
  details?: { path: string; expected: string; received: string }[];
}

const produced = new Set<string>();

export function accept<T>(id: OperationId, status: number, result: Result<T>): Result<T> {
  expect(result.status, `${id} returned ${result.text}`).toBe(status);
  const validate = responseValidator(id, status)!;
  expect(validate(result.body) || validate.errors, result.text).toBe(true);
  expectDocumentedHeaders(id, result);
  expect(result.headers.get('cache-control')).toBe('no-store');
  expectRequestId(result);
  produced.add(`${id} ${status}`);
  return result;
}

export function expectRequestId({ status, headers, body }: Result): void {
  const id = headers.get('x-request-id');
  expect(id).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
  if (status !== 200) expect((body as Problem).request_id).toBe(id);
}

export function expectProblem(result: Result, code: string, text?: string | RegExp): Problem {
  const problem = result.body as Problem;
  expect(problem).toMatchObject({
    code,
    ...(text !== undefined && { error: text instanceof RegExp ? expect.stringMatching(text) : text }),
  });
  return problem;
}

/** The HTTP layer sends these before a handler runs, and so before any database query except the one for the credentials. */
const OF_HTTP = new Set([400, 403, 413, 415, 429]);
const isOfHttp = (id: OperationId, status: number): boolean =>
  OF_HTTP.has(status) || (status === 401 && schemesOf(id).length > 0);

/** Documented statuses that no response had: those of the HTTP layer, or all others. */
export const missingStatuses = (from: 'http' | 'handlers'): string[] =>
  operationIds
    .flatMap((id) => statusesOf(id).map((status) => ({ id, status })))
    .filter(({ id, status }) => isOfHttp(id, status) === (from === 'http'))
    .map(({ id, status }) => `${id} ${status}`)
    .filter((pair) => !produced.has(pair));
