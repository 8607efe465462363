/** Errors of the SDK. Each is a real Error, and its class says what the caller can do about it. */
import type { Problem, ProblemCode } from './generated/api/types.gen.ts';

/**
 * Why there was no response. After `unreachable` (unknown host, no valid certificate) a retry does not help; after
 * `connection_failed`, `connection_lost` and `timeout` the call may have taken effect. `wait_timeout` says that the session that
 * `waitFor` waits for did not end in time.
 */
export type ConnectionCode = 'unreachable' | 'connection_failed' | 'connection_lost' | 'timeout' | 'wait_timeout';

/** The details of a failed call. */
export interface Failure {
  /** Status of the response, 0 when there was none. */
  status: number;
  /** Stable error code. Absent when the response did not come from the service but from a proxy in front of it. */
  code?: ProblemCode | ConnectionCode | 'invalid_answer' | undefined;
  /** The address that was called. */
  url?: string | undefined;
  /** Request id, for support. */
  requestId?: string | undefined;
  headers?: Headers | undefined;
  /** The properties that were refused. */
  details?: Problem['details'];
  cause?: unknown;
}

/** A call that failed. `message` is the text of the service, or of the SDK if the service sent none. */
export class SigillError extends Error {
  declare readonly status: number;
  declare readonly code: Failure['code'];
  declare readonly url: string | undefined;
  declare readonly requestId: string | undefined;
  declare readonly headers: Headers;
  declare readonly details: NonNullable<Problem['details']>;

  constructor(message: string, { cause, headers = new Headers(), details = [], ...known }: Failure) {
    super(message, { cause });
    Object.assign(this, known, { headers, details });
  }

  override get name(): string {
    return 'SigillError';
  }

  /** Seconds until a retry makes sense, when the service says so: `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3). */
  get retryAfter(): number | undefined {
    const value = this.headers.get('retry-after') ?? '';
    const seconds = Number(value) || (Date.parse(value) - Date.now()) / 1000;
    return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
  }

  /** The parts that are safe to log. */
  toJSON(): object {
    return { ...this, name: this.name, message: this.message, headers: undefined };
  }
}

/** 400: the request was refused. `details` names the properties. */
export class BadRequestError extends SigillError {
  override get name(): string {
    return 'BadRequestError';
  }
}

/** 401: the credentials are missing or wrong. */
export class AuthenticationError extends SigillError {
  override get name(): string {
    return 'AuthenticationError';
  }
}

/** 403: the credentials do not permit this call. */
export class PermissionError extends SigillError {
  override get name(): string {
    return 'PermissionError';
  }
}

/** 404: the account has no object with this id. */
export class NotFoundError extends SigillError {
  override get name(): string {
    return 'NotFoundError';
  }
}

/** 409: the call conflicts with the state of the object, or with an earlier call with the same idempotency key. */
export class ConflictError extends SigillError {
  override get name(): string {
    return 'ConflictError';
  }
}

/** 429: too many requests, even after the retries, or with a `Retry-After` that is too long for a retry. */
export class RateLimitError extends SigillError {
  override get name(): string {
    return 'RateLimitError';
  }
}

/** 5xx: the service failed, even after the retries. */
export class ServerError extends SigillError {
  override get name(): string {
    return 'ServerError';
  }
}

/** There was no response, even after the retries; `unreachable` is not retried. `status` is 0; `code` and `cause` say why. */
export class ConnectionError extends SigillError {
  override get name(): string {
    return 'ConnectionError';
  }
}

/** There was no response in time, even after the retries, or `waitFor` reached its timeout. `status` is 0. */
export class TimeoutError extends ConnectionError {
  override get name(): string {
    return 'TimeoutError';
  }
}

const classes: Record<number, typeof SigillError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

/** The error for a response that is not 2xx. If it comes from a proxy instead of the service, it has no Problem. */
export function errorOf({ status, headers, url }: Response, body: string): SigillError {
  const problem: Partial<Problem> = objectOf(body) ?? {};
  const type = classes[status] ?? (status >= 500 ? ServerError : SigillError);
  return new type(typeof problem.error === 'string' ? problem.error : `The service returned status ${status}.`, {
    status,
    headers,
    url,
    code: problem.code,
    details: problem.details,
    requestId: headers.get('x-request-id') ?? problem.request_id,
  });
}

export function objectOf(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value) return value;
  } catch {}
  return undefined;
}
