/** The transport under the generated calls: one POST with retries, a timeout per attempt and typed errors. It needs only fetch. */

import { deadline, wait } from './deadline.ts';
import { type ConnectionCode, ConnectionError, errorOf, objectOf, SigillError, TimeoutError } from './errors.ts';
import { type Result, resultOf } from './result.ts';
import { agent } from './version.ts';

/** Options for one call. */
export interface CallOptions {
  /** Ends the call and the waits between its attempts. The promise rejects with the reason of the signal. */
  signal?: AbortSignal | null | undefined;
  /** Number of retries after status 429, 500, 502, 503 or 504, or a connection error other than `unreachable`. */
  maxRetries?: number | undefined;
  /** Timeout for one attempt, in milliseconds. */
  timeoutMs?: number | undefined;
  /** Calls with the same key take effect once. Calls that change something generate one and send it with every attempt. */
  idempotencyKey?: string | undefined;
  headers?: Record<string, string> | undefined;
  baseUrl?: string | undefined;
}

export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

/** Destination of log lines; `console` fits. */
export type Logger = Record<Exclude<LogLevel, 'off'>, (line: string) => void>;

/** Options for a client. */
export interface ClientConfig extends Pick<CallOptions, 'maxRetries' | 'timeoutMs' | 'baseUrl'> {
  /** Headers sent with every call, for example those that a proxy requires. */
  defaultHeaders?: Record<string, string> | undefined;
  fetch?: typeof fetch | undefined;
  /** Gets a line per retry and per deprecated call (`warn`) and per response (`debug`), never a body or a key. The default is `console`. */
  logger?: Logger | undefined;
  /** The lowest level to log. The default is `warn`. */
  logLevel?: LogLevel | undefined;
  /** Waits between attempts and in `waitFor`. Tests replace it so as not to wait. */
  sleep?: ((delayMs: number, signal?: AbortSignal | null) => Promise<void>) | undefined;
  /** Replaces `Math.random` in tests. Each wait before a retry is up to a tenth shorter, so that clients do not all return at once. */
  random?: (() => number) | undefined;
}

/** Further options, set by the constructors of the different clients. */
export interface TransportConfig extends ClientConfig {
  /** Sets the headers of each attempt that identify the caller. `credentials` says whether the operation takes credentials. */
  authorize?: (headers: Headers, credentials: boolean) => void | Promise<void>;
  /** Checks the options of each call before it is sent, and that none of them is among the parameters. */
  checkCall?: (options: CallOptions, params: object) => void;
  /** A notice to log about a call, read from the headers of its response. */
  noticeOf?: (name: string, headers: Headers) => string | undefined;
  /** Wait before the first retry, in milliseconds. Each of the next three waits is twice as long as the one before. */
  retryDelayMs?: number;
  /** Where the address was configured; named in the error when nothing can be reached there. */
  addressFrom?: string;
  /** When the service asks for a longer wait than this, in milliseconds, there is no retry and the caller gets the error. */
  maxRetryAfterMs?: number;
}

/** An operation of the contract. */
export interface Operation {
  /** Name in the contract: `session.create`. */
  name: string;
  /** Changes nothing, and is sent without an idempotency key. */
  reads?: boolean;
  /** Takes no credentials. */
  isPublic?: boolean;
  /** Properties that every response has. */
  answer?: readonly string[];
}

/** Calls the service. Pass it to one of the exported classes, such as `Session`, to bundle only that class's calls. */
export interface Client {
  readonly config: TransportConfig;
  call<T>(operation: Operation, params?: object, options?: CallOptions): Result<T>;
}

export function createClient(config: TransportConfig = {}): Client {
  return {
    config,
    call: (operation, params, options = {}) =>
      resultOf((params) => call(config, { operation, params, options }), params ?? {}),
  };
}

interface Request {
  operation: Operation;
  params: object;
  options: CallOptions;
}

export interface Answer {
  data: unknown;
  response: Response;
  requestId: string | undefined;
}

async function call(config: TransportConfig, request: Request): Promise<Answer> {
  const { operation, params, options } = request;
  config.checkCall?.(options, params);
  const { signal, maxRetries = config.maxRetries ?? 4 } = options;
  const body = JSON.stringify(params);
  const { retryDelayMs = 2000, maxRetryAfterMs = 60_000, sleep = wait, random = Math.random } = config;
  const headers = new Headers({ ...config.defaultHeaders, ...options.headers });
  headers.set('content-type', 'application/json');
  headers.set('x-client-version', agent);
  if (!operation.reads) {
    headers.set('idempotency-key', options.idempotencyKey ?? headers.get('idempotency-key') ?? randomKey());
  }
  for (let retry = 0; ; retry++) {
    await config.authorize?.(headers, !operation.isPublic);
    if (retry) headers.set('x-retry-count', `${retry}`);
    signal?.throwIfAborted();
    try {
      return await attempt(config, request, { headers, body });
    } catch (error) {
      signal?.throwIfAborted();
      if (!(retry < maxRetries && error instanceof SigillError && isRetryable(error))) throw error;
      const usual = retryDelayMs * 2 ** Math.min(retry, 3) * (1 - random() / 10);
      const delay = Math.round((error.retryAfter ?? usual / 1000) * 1000);
      if (delay > maxRetryAfterMs) throw error;
      const { status, requestId, message } = error;
      const answer = status ? `${status}${requestId ? `, request ${requestId}` : ''}.` : message;
      log(config, 'warn', `${operation.name}: ${answer} Retrying in ${delay / 1000} s.`);
      await sleep(delay, signal);
    }
  }
}

async function attempt(config: TransportConfig, { operation, options }: Request, init: RequestInit): Promise<Answer> {
  const path = `/api/v1/${operation.name}`;
  const { signal, baseUrl = config.baseUrl ?? '', timeoutMs = config.timeoutMs ?? 60_000 } = options;
  const send = config.fetch ?? fetch;
  const time = deadline(timeoutMs, signal);
  const started = Date.now();
  const host = shownAddress(baseUrl);
  let response: Response | undefined;
  let text: string;
  try {
    response = await send(baseUrl + path, {
      method: 'POST',
      // Following a redirect would turn the POST into a GET, or send the body to another server.
      redirect: 'manual',
      ...init,
      signal: time.signal,
    });
    text = await response.text();
  } catch (cause) {
    const reason = reasonOf(cause);
    const addressFrom = options.baseUrl ? 'baseUrl' : config.addressFrom;
    const isOver = time.isOver();
    const [code, text]: [ConnectionCode, string] = isOver
      ? ['timeout', `No response from ${host} in ${timeoutMs / 1000} s.`]
      : response
        ? ['connection_lost', `Lost the connection to ${host}.`]
        : [
            isLasting(reason) ? 'unreachable' : 'connection_failed',
            `Could not reach ${host}${reason ? ` (${reason})` : ''}.${addressFrom ? ` Is ${addressFrom} right?` : ''}`,
          ];
    const type = isOver ? TimeoutError : ConnectionError;
    throw new type(text, { status: 0, code, url: host + path, cause });
  } finally {
    time.end();
  }
  const { status, headers, url } = response;
  const requestId = headers.get('x-request-id') ?? undefined;
  log(config, 'debug', `${operation.name}: ${status} in ${Date.now() - started} ms, request ${requestId}`);
  const notice = config.noticeOf?.(operation.name, headers);
  if (notice) log(config, 'warn', notice);
  if (!response.ok) throw errorOf(response, text);
  const data = objectOf(text);
  const lacking = data ? operation.answer?.find((name) => !(name in data)) : 'JSON object';
  if (lacking) {
    throw new SigillError(`The response to ${operation.name} has no ${lacking}.`, {
      ...{ status, headers, requestId, url },
      code: 'invalid_answer',
    });
  }
  return { data, response, requestId };
}

/** The address without the credentials it may contain. */
export function shownAddress(baseUrl: string): string {
  return baseUrl.replace(/\/\/.*@/, '//');
}

/** Node gives the reason as the code of the error or of its cause. A browser does not tell the page the reason. */
function reasonOf(error: unknown): string | undefined {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown; message?: unknown } };
  const reason = cause?.code ?? code ?? cause?.message;
  return typeof reason === 'string' ? reason : undefined;
}

/** Errors that would be the same in 30 seconds: unknown host (the resolver has already retried), no TLS, an invalid certificate. */
function isLasting(reason = ''): boolean {
  return /^(E(NOTFOUND|AI_|PROTO|RR_(INVALID_URL|TLS|SSL))|UNABLE_TO|INVALID_|HOSTNAME_|bad port)|CERT/.test(reason);
}

/** Not `crypto.randomUUID`, which browsers offer only on https and localhost. */
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** The header `X-Should-Retry` overrides the status. */
function isRetryable({ status, code, headers }: SigillError): boolean {
  const said = headers.get('x-should-retry');
  if (said) return said === 'true';
  return status ? /429|50[0234]/.test(`${status}`) : code !== 'unreachable';
}

/** Ordered by importance: `log` compares positions in this string. */
export const levels = 'off error warn info debug';

function log({ logger = console, logLevel = 'warn' }: TransportConfig, level: 'warn' | 'debug', line: string): void {
  if (levels.indexOf(level) <= levels.indexOf(logLevel)) logger[level](`[sigill] ${line}`);
}
