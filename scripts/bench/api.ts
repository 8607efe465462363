/** Calls of the API while a benchmark is prepared. */
import type { OperationId, Operations } from '../../server/generated/operations.gen.ts';

export type Api = ReturnType<typeof createApi>;

/** Calls the service at `base`. Every call @throws unless it is answered with 200. */
export function createApi(base: string) {
  return async <Id extends OperationId>(
    id: Id,
    body: Operations[Id]['body'],
    headers: Record<string, string> = {},
  ): Promise<Operations[Id]['response']> => {
    const response = await fetch(`${base}/api/v1/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${id} answered ${response.status}: ${text}`);
    return JSON.parse(text) as Operations[Id]['response'];
  };
}

export interface Key {
  public_key: string;
  secret: string;
}

export const basic = ({ public_key, secret }: Key): string =>
  `Basic ${Buffer.from(`${public_key}:${secret}`).toString('base64')}`;

export const bearer = (token: string): string => `Bearer ${token}`;
