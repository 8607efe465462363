/** The columns of the mock and of the SDK: the SDK asks the mock for the example, so that one call tries both. */
import { isDeepStrictEqual } from 'node:util';
import { createClient } from '../../sdk/client/src/client.ts';
import { SigillError } from '../../sdk/client/src/errors.ts';
import { PortalOperations } from '../../sdk/client/src/generated/portal/sdk.gen.ts';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { authorization } from '../../tests/support/server/call.ts';
import { exampleHeaders, operation, requestExamples, schemesOf } from '../../tests/support/contract/contract.ts';
import { methodPath } from '../contract/names.ts';
import { errorOf } from '../contract-diff/sdk-names.ts';
import type { Cell } from './cells.ts';

/** What a mock and an SDK made of a cell: `ok`, or what was wrong. */
export interface ClientResults {
  mock: string;
  sdk: string;
}

type Method = (params: unknown, options: object) => Promise<unknown>;

export function createClients(base: string) {
  let called: OperationId;
  let raw: { status: number; body: unknown } | undefined;
  const client = createClient({
    baseUrl: base,
    maxRetries: 0,
    logLevel: 'off',
    authorize(headers) {
      for (const [name, value] of Object.entries(credentialsOf(called))) headers.set(name, value);
    },
    async fetch(input, init) {
      const response = await fetch(input, init);
      const text = await response.clone().text();
      raw = { status: response.status, body: parsed(text) };
      return response;
    },
  });
  const operations = new PortalOperations(client) as unknown as Record<string, Record<string, Method>>;

  return async (cell: Cell): Promise<ClientResults> => {
    called = cell.id;
    raw = undefined;
    const [resource = '', method = ''] = methodPath(cell.id).split('.');
    const wanted = cell.example === 'example' ? '' : `, example=${cell.example}`;
    const headers = { ...exampleHeaders(cell.id), Prefer: `code=${cell.status}${wanted}` };
    const params = requestExamples(cell.id)[0]!.value as object;
    const calling = operation(cell.id)['x-stream']
      ? client.call({ name: cell.id, reads: true }, params, { headers })
      : operations[resource]![method]!(params, { headers });
    const outcome = await calling.then(
      (data) => ({ data }),
      (error: unknown) => ({ error }),
    );
    return {
      mock: mockResult(cell, raw),
      sdk: 'error' in outcome ? failed(cell, outcome.error) : read(cell, outcome.data),
    };
  };
}

function credentialsOf(id: OperationId): Record<string, string> {
  const [scheme] = schemesOf(id);
  if (!scheme) return {};
  return authorization(
    scheme === 'apiKey' ? { basic: { public_key: 'public-key-12345678', secret: 'secret-1' } } : { bearer: 'token' },
  );
}

function mockResult({ status, value }: Cell, raw: { status: number; body: unknown } | undefined): string {
  if (!raw) return 'no answer';
  if (raw.status !== status) return `answered ${raw.status}`;
  return isDeepStrictEqual(withoutId(raw.body), withoutId(value)) ? 'ok' : 'answered something else than the example';
}

/** Each answer has an id of its own. */
const withoutId = (body: unknown) =>
  typeof body === 'object' && body !== null ? { ...body, request_id: undefined } : body;

function read({ status, value }: Cell, data: unknown): string {
  if (status >= 300) return 'gave data instead of an error';
  return isDeepStrictEqual(data, value) ? 'ok' : 'gave something else than the example';
}

function failed({ status, value, code }: Cell, error: unknown): string {
  if (!(error instanceof SigillError)) return `threw ${error instanceof Error ? error.name : typeof error}`;
  const expected = status < 300 ? 'data' : (errorOf(String(status)) ?? 'SigillError');
  if (error.name !== expected) return `threw ${error.name} instead of ${expected}`;
  if (error.status !== status || error.code !== code) return `threw with ${error.status} ${error.code}`;
  return error.message === (value as { error: string }).error ? 'ok' : 'threw with another message';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
