/** The transport of calls without sign-in. It is smaller than the other clients' transport: no addresses, no logs, one error class. */
import { csrfToken } from '../csrf.ts';
import type { Problem, ProblemCode } from '../generated/portal/types.gen.ts';

export interface PublicCallOptions {
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  /** Called before each wait for the next attempt. */
  onRetry?: (() => void) | undefined;
}

/** A call that failed, after any retries. */
export class PublicCallError extends Error {
  /** Status of the response; 0 if there was none, or if it was successful but not JSON. */
  readonly status: number;
  readonly code: ProblemCode | undefined;

  constructor(status: number, { error, code }: Partial<Problem> = {}) {
    super(error ?? `status ${status}`);
    this.status = status;
    this.code = code;
  }
}

/** One attempt: resolves to any response, and rejects only when the connection is lost or the signal aborts. */
export function send(name: string, body: string, { signal, headers }: PublicCallOptions = {}): Promise<Response> {
  const csrf = csrfToken();
  return fetch(`/api/v1/${name}`, {
    method: 'POST',
    // Nobody is signed in, so no cookie is needed.
    credentials: 'omit',
    redirect: 'manual',
    headers: { ...headers, 'content-type': 'application/json', ...(csrf && { 'x-xsrf-token': csrf }) },
    body,
    signal: signal ?? null,
  });
}

/** Retries twice, after 3 and 6 seconds. @throws PublicCallError, or the reason of the signal */
export async function call<T>(
  name: string,
  changes: boolean,
  params: object = {},
  { onRetry, ...options }: PublicCallOptions = {},
): Promise<T> {
  const { signal } = options;
  const key = changes && { 'idempotency-key': crypto.getRandomValues(new Uint32Array(4)).join('-') };
  const headers = { ...key, ...options.headers };
  for (let delay_s = 3; ; delay_s *= 2) {
    let response: Response | undefined;
    let data: object | undefined;
    try {
      response = await send(name, JSON.stringify(params), { signal, headers });
      data = await response.json();
    } catch {
      // The connection was lost, or a proxy in front of the service did not respond with JSON.
      signal?.throwIfAborted();
    }
    if (data && response?.ok) return data as T;
    const status = response?.ok ? 0 : (response?.status ?? 0);
    if (delay_s > 6 || ![0, 429, 500, 502, 503, 504].includes(status)) throw new PublicCallError(status, data);
    onRetry?.();
    await new Promise<unknown>((resolve) => {
      setTimeout(resolve, delay_s * 1000);
      signal?.addEventListener('abort', resolve);
    });
    signal?.throwIfAborted();
  }
}
