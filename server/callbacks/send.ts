/** Sends a callback once: a POST to validated addresses, with a timeout and without redirects, of whose response little is read. */
import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { type AttemptFailure, attemptFailures as failures } from '../../openapi/facts/attempt-failures.ts';
import type { Config } from '../core/config.ts';
import { known } from '../core/known.ts';
import type { Connect } from './connections.ts';
import { parseTarget, TargetRefused } from './target.ts';

const TIMEOUT_MS = 15_000;
const ANSWER_LIMIT = 64 * 1024;
const LONGEST_TYPE = 100;

interface Attempt {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface Reply {
  status_code: number;
  retry_after?: string;
  content_type?: string;
}

/** @throws when there was no response. */
export async function send(
  { url: text, headers, body }: Attempt,
  options: { mode: Config['mode']; connect: Connect; stop: AbortSignal; timeout_ms?: number },
): Promise<Reply> {
  const { mode, connect, stop, timeout_ms = TIMEOUT_MS } = options;
  const signal = AbortSignal.any([stop, AbortSignal.timeout(timeout_ms)]);
  const url = parseTarget(text, mode);
  const response = await post(url, body, {
    signal,
    ...(await withSignal(connect(url), signal)),
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Sigill-Callbacks/1',
    },
  });
  const { 'retry-after': retryAfter, 'content-type': contentType } = response.headers;
  await drain(response);
  const content_type = contentType?.slice(0, LONGEST_TYPE) || undefined;
  return { status_code: response.statusCode ?? 0, ...known({ retry_after: retryAfter, content_type }) };
}

async function post(url: URL, body: string, options: RequestOptions): Promise<IncomingMessage> {
  // TLS is slow to load, and startup does not need it.
  const send = url.protocol === 'https:' ? (await import('node:https')).request : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, { ...options, method: 'POST' });
    request.on('response', resolve).on('error', (error) => {
      if (!hasFoundClosed(request, error)) reject(error);
      else post(url, body, { ...options, agent: false }).then(resolve, reject);
    });
    request.end(body);
  });
}

/**
 * The receiver closed a kept connection just before it was used again. There was no response, so the request is sent again on a new
 * connection.
 */
const hasFoundClosed = ({ reusedSocket, res }: ClientRequest & { res?: IncomingMessage }, error: Error): boolean =>
  reusedSocket && !res && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

/** Reads a short response to its end, so that the connection can be used again. Errors are ignored, because only the status matters. */
async function drain(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > ANSWER_LIMIT) return void response.destroy();
    }
  } catch {
    response.destroy();
  }
}

function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}

const CODES: Record<string, AttemptFailure> = {
  ECONNREFUSED: failures.refused,
  ECONNRESET: failures.reset,
  EPIPE: failures.reset,
  EHOSTUNREACH: failures.host_unreachable,
  ENETUNREACH: failures.network_unreachable,
  ENETDOWN: failures.network_unreachable,
  ETIMEDOUT: failures.timed_out,
  ENOTFOUND: failures.name_unknown,
  ENODATA: failures.name_without_address,
  ESERVFAIL: failures.name_service_failed,
  ETIMEOUT: failures.name_service_silent,
  ECANCELLED: failures.name_service_silent,
};

/** Describes the failure as the account sees it in the portal. */
export function describeFailure(error: unknown): string {
  const { name, code, message } = withCode(error);
  if (name === 'TimeoutError' || (name === 'AbortError' && code !== 'ABORT_ERR')) return failures.no_answer;
  if (error instanceof TargetRefused) return failures.not_allowed;
  if (code && CODES[code]) return CODES[code];
  if (code && /^(ERR_TLS|CERT_|DEPTH_|SELF_|UNABLE_TO|ERR_SSL|EPROTO)/.test(code)) return `${failures.tls}: ${code}`;
  if (code?.startsWith('HPE_')) return failures.not_http;
  return (message || code || failures.unknown).slice(0, 500);
}

/** When several addresses failed, the first one's error is reported. */
function withCode(error: unknown): { name: string; code: string | undefined; message: string } {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const inner =
    cause instanceof Error && cause.name === 'AbortError' && cause.cause instanceof Error ? cause.cause : cause;
  if (!(inner instanceof Error)) return { name: '', code: undefined, message: String(inner) };
  return {
    name: inner.name,
    code: 'code' in inner && typeof inner.code === 'string' ? inner.code : undefined,
    message: inner.message,
  };
}
