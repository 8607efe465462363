/** Calls of the API over real HTTP: by name, as raw bytes, and with a length that is only announced. */
import { request } from 'node:http';
import type { OperationId, Operations } from '../../../server/generated/operations.gen.ts';

export interface Credentials {
  bearer?: string;
  basic?: { public_key: string; secret: string };
}

export interface Result<T = unknown> {
  status: number;
  headers: Headers;
  body: T;
  text: string;
}

export interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

export type Body<Id extends OperationId> = Operations[Id]['body'] | Record<string, unknown>;
export type Call = ReturnType<typeof createCaller>;

export function createCaller(base: string, observe: (operation: OperationId, result: Result) => void = () => {}) {
  return async <Id extends OperationId>(
    operation: Id,
    body?: Body<Id>,
    credentials: Credentials = {},
    headers: Record<string, string> = {},
  ): Promise<Result<Operations[Id]['response']>> => {
    const result = await send(base, operation, {
      headers: { 'Content-Type': 'application/json', ...authorization(credentials), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    observe(operation, result);
    return result as Result<Operations[Id]['response']>;
  };
}

export function expectSuccess<T>(id: OperationId, { status, text, body }: Result<T>): T {
  if (status !== 200) throw new Error(`${id} returned ${status}: ${text}`);
  return body;
}

export async function send(
  base: string,
  operation: string,
  { method = 'POST', headers = {}, body }: RawRequest,
): Promise<Result> {
  const response = await fetch(`${base}/api/v1/${operation}`, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  const isJson = text !== '' && !response.headers.get('content-type')?.startsWith('text/csv');
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/** Announces a body of `bytes` but sends none of it, because the service must respond without waiting for it. */
export function announce(
  base: string,
  operation: string,
  bytes: number,
  headers: Record<string, string>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const req = request(`${base}/api/v1/${operation}`, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'Content-Length': bytes },
    });
    req.on('error', reject).on('response', (res) => {
      const chunks: Buffer[] = [];
      res
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const pairs = Object.entries(res.headers).map(([name, value]): [string, string] => [name, String(value)]);
          resolve({ status: res.statusCode ?? 0, headers: new Headers(pairs), text, body: JSON.parse(text) });
          req.destroy();
        });
    });
    req.flushHeaders();
  });
}

export function authorization({ bearer, basic }: Credentials): Record<string, string> {
  if (bearer) return { Authorization: `Bearer ${bearer}` };
  if (basic) return { Authorization: `Basic ${Buffer.from(`${basic.public_key}:${basic.secret}`).toString('base64')}` };
  return {};
}
