import type { ReaderCall } from './service-calls.ts';

/** A call that the service refused, or that could not be made: then `status` is 0. */
export class ReaderCallError extends Error {
  override readonly name = 'ReaderCallError';
  readonly status: number;
  readonly code: string;
  readonly request_id: string | undefined;

  constructor(message: string, refusal: { status: number; code: string; request_id?: string; cause?: unknown }) {
    super(message, { cause: refusal.cause });
    this.status = refusal.status;
    this.code = refusal.code;
    this.request_id = refusal.request_id;
  }
}

interface FetchOptions {
  /** The platform's own if not given. */
  fetch?: typeof fetch;
  /** After how long a call without an answer counts as lost. 30 seconds if not given. */
  timeout_ms?: number;
}

const TIMEOUT_MS = 30_000;

/** Calls the service at this address, such as `https://sigill.example`, with the platform's `fetch`. */
export function callOverFetch(
  base: string | URL,
  { fetch: send = fetch, timeout_ms = TIMEOUT_MS }: FetchOptions = {},
): ReaderCall {
  return async (name, params, headers) => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), timeout_ms);
    try {
      const response = await send(new URL(`/api/v1/${name}`, base), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(params),
        signal: stop.signal,
      });
      const answer: unknown = await response.json();
      if (!response.ok) throw refusalOf(name, response.status, answer);
      return answer as never;
    } catch (error) {
      if (error instanceof ReaderCallError) throw error;
      const message = `${name} got no answer from ${new URL(base).origin}`;
      throw new ReaderCallError(message, { status: 0, code: 'service_unreachable', cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
}

function refusalOf(name: string, status: number, answer: unknown): ReaderCallError {
  const { error, code, request_id } = (answer ?? {}) as Record<string, unknown>;
  return new ReaderCallError(typeof error === 'string' ? error : `${name} answered with status ${status}`, {
    status,
    code: typeof code === 'string' ? code : 'invalid_answer',
    ...(typeof request_id === 'string' && { request_id }),
  });
}
