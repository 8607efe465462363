/** The errors that a service may throw: one class per status, with the public text and a stable code (components/schemas/ProblemCode). */
import type { ProblemCode } from '../generated/operations.gen.ts';

/** Where a request violates the contract. `path` is a dotted path into the body, or a header name. */
export interface Detail {
  path: string;
  expected: string;
  received: string;
}

interface Options {
  details?: Detail[];
  /** Seconds until a retry makes sense; sent as `Retry-After`. */
  retryAfter?: number | undefined;
  /** Whether the same call can succeed later, if the status does not say; sent as `X-Should-Retry`. */
  shouldRetry?: boolean;
  cause?: unknown;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly details: Detail[] | undefined;
  readonly retryAfter: number | undefined;
  readonly shouldRetry: boolean | undefined;

  constructor(status: number, text: string, code: ProblemCode, options: Options = {}) {
    // This is a response rather than a bug: nobody needs its stack trace, which is slow to capture.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(text, { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
    this.shouldRetry = options.shouldRetry;
  }
}

const refusal = (status: number, usual: ProblemCode) =>
  class extends ApiError {
    constructor(text: string, code: ProblemCode = usual, options?: Options) {
      super(status, text, code, options);
    }
  };

export class BadRequest extends refusal(400, 'invalid_value') {}
export class Unauthorized extends refusal(401, 'invalid_credentials') {}
export class Forbidden extends refusal(403, 'forbidden') {}
export class NotFound extends refusal(404, 'not_found') {}

export class Conflict extends ApiError {
  constructor(text: string, code: ProblemCode, options?: Options) {
    super(409, text, code, options);
  }
}

export class PayloadTooLarge extends ApiError {
  constructor(text: string, options?: Options) {
    super(413, text, 'payload_too_large', options);
  }
}

export class TooManyRequests extends ApiError {
  constructor(text: string, retryAfter: number, code: ProblemCode = 'rate_limited') {
    // A code that has run out of attempts will not be accepted later either, and only a person decides to charge a card again.
    const isFinal = code === 'too_many_attempts' || code === 'payment_limit';
    super(429, text, code, { retryAfter, ...(isFinal && { shouldRetry: false }) });
  }
}

export class ServiceUnavailable extends ApiError {
  constructor(text: string, code: ProblemCode = 'service_unavailable', options?: Options) {
    super(503, text, code, { retryAfter: 2, ...options });
  }
}

/** For features that this installation does not have. A retry does not help. */
export class NotSetUp extends ServiceUnavailable {
  constructor(text: string) {
    super(text, 'provider_unavailable', { retryAfter: undefined, shouldRetry: false });
  }
}

export const accountSuspended = () => new Forbidden('This account is suspended. Contact support', 'account_suspended');

/** For a value that fits the schema but not the rule. */
export const mustBe = (path: string, expected: string, received = 'string', cause?: Error): BadRequest =>
  new BadRequest(`${path} must be ${expected}`, 'invalid_value', { details: [{ path, expected, received }], cause });

/** For conditions that can only be false if the code is wrong. The caller gets a 500. */
export function invariant(condition: unknown, text: string): asserts condition {
  if (!condition) throw new Error(`Invariant: ${text}`);
}
