/** The response to a call. The errors of calls become responses here. */
import type { ValidationResult } from 'openapi-backend';
import { ApiError, ServiceUnavailable } from '../../core/errors.ts';
import { freeMemory } from '../../core/free-memory.ts';
import type { Logger } from '../../core/log.ts';
import { isDatabaseUnavailable } from '../../database/unavailable.ts';
import type { OperationId, ProblemCode } from '../../generated/operations.gen.ts';
import type { Streamed } from '../body/streamed.ts';
import { routes } from '../contract.ts';
import { validator } from './compiled-backend.ts';
import type { Exchange } from './exchange.ts';

export interface Answer {
  status: number;
  body: string | Buffer;
  code?: ProblemCode;
}

/** A streamed response is not validated as a whole: it consists of the items that the corresponding list returns. */
export interface StreamedAnswer {
  status: 200;
  body: Streamed;
}

/**
 * A success that violates the contract is a bug on our side. It becomes a 500, so that nobody relies on a response that was never
 * promised. If this is called in the transaction of the effect, the effect is rolled back too.
 */
export function answerOf(operationId: OperationId, response: unknown): Answer {
  const { valid, errors } = validator.validateResponse(response, operationId);
  if (!valid) throw new Error(`The response of ${operationId} violates the contract: ${violation(errors)}`);
  return { status: 200, body: json(response, routes[operationId].encoded) };
}

/**
 * Base64 contains nothing that JSON escapes, but JSON.stringify would check every character of an image. So `encoded` strings are
 * copied into the bytes of the response unchanged. Values given as bytes are encoded in place, and their memory is freed.
 */
function json(response: unknown, encoded: readonly string[]): string | Buffer {
  const given = response as Record<string, unknown>;
  const names = encoded.filter((name) => given[name] !== undefined);
  if (names.length === 0) return JSON.stringify(response);
  const others = Object.entries(given).filter(([name]) => !names.includes(name));
  const text = JSON.stringify(Object.fromEntries(others));
  const separators = [others.length > 0 ? ',' : '', ...names.slice(1).map(() => ',')];
  const members = names.flatMap((name, at) => [`${separators[at]}"${name}":"`, given[name] as string | Buffer, '"']);
  return inBytes(text.slice(0, -1), [...members, '}']);
}

function inBytes(text: string, others: (string | Buffer)[]): Buffer {
  const length = Buffer.byteLength(text);
  const bytes = Buffer.allocUnsafe(others.reduce((sum, other) => sum + lengthOf(other), length));
  let at = bytes.write(text, 'utf8');
  for (const other of others) {
    at += typeof other === 'string' ? bytes.write(other, at, 'latin1') : writeBase64(bytes, at, other);
    if (typeof other !== 'string') freeMemory(other);
  }
  return bytes;
}

const lengthOf = (ascii: string | Buffer) =>
  typeof ascii === 'string' ? ascii.length : Math.ceil(ascii.length / 3) * 4;

/** A multiple of three, so that there is no padding in the middle. V8 keeps strings of more than 128 KB in memory for a long time. */
const ENCODED_AT_ONCE = 48 * 1024;

function writeBase64(to: Buffer, start: number, bytes: Buffer): number {
  let written = 0;
  for (let from = 0; from < bytes.length; from += ENCODED_AT_ONCE)
    written += to.write(bytes.toString('base64', from, from + ENCODED_AT_ONCE), start + written, 'latin1');
  return written;
}

/** The status for methods other than POST, which the contract cannot list for an operation. */
const METHOD_NOT_ALLOWED = 405;
const INTERNAL = 'Something went wrong on our side. If you contact support, include the request ID.';

export function failure(error: unknown, { origin, operationId, headers }: Exchange, log: Logger): Answer {
  const note = (text: string, details: object) =>
    log.error({ request_id: origin.id, operation: operationId, ...details }, text);
  const shown = publicError(error);
  if (error !== shown) note(shown ? 'database unavailable' : 'internal error', { err: error });
  const status = shown?.status ?? 500;
  const problem = {
    error: shown?.message ?? INTERNAL,
    code: shown?.code ?? ('internal_error' as const),
    request_id: origin.id,
    ...(shown?.details && { details: shown.details }),
  };
  const isDeclared = operationId && status !== METHOD_NOT_ALLOWED;
  const validation = isDeclared && validator.validateResponse(problem, operationId, status);
  if (validation && !validation.valid) {
    note('the response violates the contract', { status, violation: violation(validation.errors) });
    return answer(500, { error: INTERNAL, code: 'internal_error' as const, request_id: origin.id });
  }
  if (shown?.retryAfter) headers['Retry-After'] = String(shown.retryAfter);
  if (shown?.shouldRetry !== undefined) headers['X-Should-Retry'] = String(shown.shouldRetry);
  return answer(status, problem);
}

const answer = (status: number, content: { code: ProblemCode; [name: string]: unknown }): Answer => ({
  status,
  body: JSON.stringify(content),
  code: content.code,
});

function publicError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (!isDatabaseUnavailable(error)) return undefined;
  return new ServiceUnavailable('The service cannot reach its database. Try again shortly');
}

const violation = (errors: ValidationResult['errors']) =>
  errors
    ? errors.map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`).join('; ')
    : 'undeclared status';
