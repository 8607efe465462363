import type { ReaderCall } from './service-calls.ts';

/** The service refused a call, or there was no JSON response: then `status` is 0. */
export class ReaderCallError extends Error {
  override readonly name = 'ReaderCallError';
  /** The call, such as `reader.start`. */
  readonly operation: string;
  /** The origin that was called, such as `https://sigill.example`. */
  readonly host: string;
  readonly status: number;
  readonly code: string;
  readonly request_id: string | undefined;

  constructor(message: string, { cause, request_id, ...call }: CallProblem) {
    super(message, { cause });
    this.operation = call.operation;
    this.host = call.host;
    this.status = call.status;
    this.code = call.code;
    this.request_id = request_id;
  }
}

type CallProblem = Pick<ReaderCallError, 'operation' | 'host' | 'status' | 'code'> & {
  request_id?: string;
  cause?: unknown;
};

interface FetchOptions {
  /** The default is the platform's own `fetch`. */
  fetch?: typeof fetch;
  /**
   * `omit` on a page that the service itself serves: a reader needs no cookies, and calls that send cookies would need an
   * additional header.
   */
  credentials?: 'omit' | 'same-origin' | 'include';
  /** Timeout of a call, in milliseconds. The default is 30 seconds. */
  timeout_ms?: number;
}

const TIMEOUT_MS = 30_000;

/** Calls the service at this address, such as `https://sigill.example`, with the platform's `fetch`. */
export function callOverFetch(
  base: string | URL,
  { fetch: send = fetch, credentials, timeout_ms = TIMEOUT_MS }: FetchOptions = {},
): ReaderCall {
  const { origin: host } = new URL(base);
  return async (name, params, headers) => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), timeout_ms);
    try {
      const response = await send(new URL(`/api/v1/${name}`, base), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(params),
        signal: stop.signal,
        ...(credentials && { credentials }),
      });
      const answer: unknown = await response.json();
      if (!response.ok) throw refusalOf({ operation: name, host, status: response.status }, answer);
      return answer as never;
    } catch (error) {
      if (error instanceof ReaderCallError) throw error;
      const unanswered = { operation: name, host, status: 0, code: 'service_unreachable', cause: error };
      throw new ReaderCallError(`${name} got no response from ${host}`, unanswered);
    } finally {
      clearTimeout(timer);
    }
  };
}

function refusalOf(call: Pick<CallProblem, 'operation' | 'host' | 'status'>, answer: unknown): ReaderCallError {
  const { error, code, request_id } = (answer ?? {}) as Record<string, unknown>;
  const message = typeof error === 'string' ? error : `${call.operation} returned status ${call.status}`;
  return new ReaderCallError(message, {
    ...call,
    code: typeof code === 'string' ? code : 'invalid_answer',
    ...(typeof request_id === 'string' && { request_id }),
  });
}
