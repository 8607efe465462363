/** Compares the headers and the content type of a response with what the contract documents for it. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { contractHash, type OperationId, type ProblemCode } from '../../../server/generated/operations.gen.ts';
import type { Result } from '../server/call.ts';
import { operation, resolve, type Schema } from './contract.ts';

interface Documented {
  headers?: Record<string, { schema: Schema }>;
  content: Record<string, unknown>;
}

/** Headers that are documented for a response, but sent only with these codes. */
const ONLY_WITH: Record<string, ProblemCode[]> = {
  'retry-after': [
    'rate_limited',
    'too_many_attempts',
    'specimen_limit',
    'link_busy',
    'payment_limit',
    'service_unavailable',
    'idempotency_in_progress',
  ],
  'x-should-retry': ['too_many_attempts', 'payment_limit', 'idempotency_in_progress'],
};
/** A code that comes with either of the two headers above, because whether a retry helps depends on why the provider is unavailable. */
const WITH_EITHER: ProblemCode = 'provider_unavailable';
/** Our own headers, and headers that tell a client how to behave. Each must be documented. */
const OURS = /^(x-|sigill|ratelimit|retry-after)/;
/** Headers that the contract's introduction documents for every response, or that only browsers read. */
const EVERYWHERE = ['x-contract', 'x-content-type-options', 'x-frame-options'];
/** Documented for the response of a rate limit, but sent with every response that counts towards it. */
const OF_LIMIT = ['ratelimit', 'ratelimit-policy'];

const ajv = new Ajv2020({ coerceTypes: true, strict: false });

const documentedAt = (id: OperationId, status: number) =>
  resolve(operation(id).responses[String(status)]!) as unknown as Documented;

const headersOf = (id: OperationId, status: number) =>
  Object.entries(documentedAt(id, status).headers ?? {}).map(([name, header]) => ({
    name: name.toLowerCase(),
    schema: resolve(resolve(header).schema),
  }));

export function expectDocumentedHeaders(id: OperationId, { status, headers, body }: Result): void {
  const what = `${id} ${status}`;
  const { code } = (body ?? {}) as { code?: ProblemCode };
  const documented = headersOf(id, status);
  for (const { name, schema } of documented) {
    const value = headers.get(name);
    const isDue = ONLY_WITH[name]?.includes(code!) ?? true;
    if (code !== WITH_EITHER || !ONLY_WITH[name])
      expect(value !== null, `${what} ${code ?? ''}: ${name} ${isDue ? 'is missing' : 'is not expected'}`).toBe(isDue);
    if (value !== null)
      expect(ajv.validate({ properties: { value: schema } }, { value }), `${what}: ${name}`).toBe(true);
  }
  const known = new Set([...documented.map(({ name }) => name), ...EVERYWHERE, ...OF_LIMIT]);
  expect(
    [...headers.keys()].filter((name) => OURS.test(name) && !known.has(name)),
    `${what}: undocumented`,
  ).toEqual([]);
  expect(headers.get('x-contract'), what).toBe(contractHash);
  const types = Object.keys(documentedAt(id, status).content).map((type) => `${type}; charset=utf-8`);
  expect(types, what).toContain(headers.get('content-type'));
}
