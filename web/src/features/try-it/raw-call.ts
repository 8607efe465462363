import { send } from '@sigill/sdk/public';
import { accessToken } from '../../api/client';
import { parseJson } from './parse-json';

export type Signature = { kind: 'key'; publicKey: string; secret: string } | { kind: 'sign-in' } | { kind: 'none' };

export type RawAnswer = {
  status: number;
  headers: [name: string, value: string][];
  /** The body as received, and parsed if it is JSON. */
  text: string;
  body: unknown;
  duration_ms: number;
};

/**
 * Makes a single request without retrying, and returns any response. Sends no cookies, so the service treats it like a backend's
 * request.
 */
export async function rawCall(
  operationId: string,
  { body, headers, signature }: { body: string; headers: Record<string, string>; signature: Signature },
): Promise<RawAnswer> {
  const authorization = await authorizationOf(signature);
  const started = performance.now();
  const response = await send(operationId, body, { headers: { ...headers, ...(authorization && { authorization }) } });
  const text = await response.text();
  const duration_ms = Math.round(performance.now() - started);
  return { status: response.status, headers: [...response.headers], text, body: parseJson(text), duration_ms };
}

async function authorizationOf(signature: Signature): Promise<string | undefined> {
  if (signature.kind === 'key') {
    const bytes = new TextEncoder().encode(`${signature.publicKey}:${signature.secret}`);
    return `Basic ${btoa(String.fromCharCode(...bytes))}`;
  }
  const token = signature.kind === 'sign-in' ? await accessToken() : undefined;
  return token && `Bearer ${token}`;
}
