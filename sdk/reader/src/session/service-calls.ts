/**
 * The calls a reader makes. Each is retried while the service is unreachable or busy, and all except `reader.open` have an
 * idempotency key.
 */
import type * as Contract from '../generated/types.gen.ts';

/** The calls a reader makes, with their parameters and responses. */
export interface ReaderCalls {
  'reader.open': { params: Contract.ReaderOpenParams; answer: Contract.ReaderOpenResponse };
  'reader.start': { params: Contract.ReaderStartParams; answer: Contract.ReaderStartResponse };
  'reader.challenge': { params: Contract.ReaderChallengeParams; answer: Contract.ReaderChallengeResponse };
  'reader.chip_authentication': {
    params: Contract.ReaderChipAuthenticationParams;
    answer: Contract.ReaderChipAuthenticationResponse;
  };
  'reader.submit': { params: Contract.ReaderSubmitParams; answer: Contract.ReaderSubmitResponse };
  'reader.fail': { params: Contract.ReaderFailParams; answer: Contract.ReaderFailResponse };
  'reader.abort': { params: Contract.ReaderAbortParams; answer: Contract.ReaderAbortResponse };
}

/** Headers to send unchanged: the idempotency key of the call, and the credentials of a submission. */
export type ReaderHeaders = Partial<Contract.ReaderSubmitHeaders> & { 'Idempotency-Key'?: string };

/**
 * Makes one call with these headers and returns its response. Throws an Error with the `status` and the `code` of a refusal;
 * without a status, or with 0, there was no valid response. `callOverFetch` creates such a function. The errors of `@sigill/sdk`
 * have this form too.
 */
export type ReaderCall = <Name extends keyof ReaderCalls>(
  name: Name,
  params: ReaderCalls[Name]['params'],
  headers?: ReaderHeaders,
) => Promise<ReaderCalls[Name]['answer']>;

export type Wait = (ms: number) => Promise<void>;

const PAUSES_MS = [500, 1_000, 2_000, 4_000];
const TOO_MANY_REQUESTS = 429;
const SERVER_ERRORS = 500;

/** Wraps the error of a call, so that no handler takes it for an error of the chip. */
export class ServiceFailure extends Error {}

interface Refusal {
  status?: unknown;
  code?: unknown;
}

export function refusalCode(error: unknown): string | undefined {
  if (!(error instanceof ServiceFailure) || !isRefusal(error.cause)) return undefined;
  const { code } = error.cause as Refusal;
  return typeof code === 'string' ? code : undefined;
}

/** Whether the service has decided, so that a retry changes nothing. */
function isRefusal(error: unknown): boolean {
  const { status, code } = (error ?? {}) as Refusal;
  if (typeof status !== 'number' || status === 0 || code === 'idempotency_in_progress') return false;
  return status < SERVER_ERRORS && status !== TOO_MANY_REQUESTS;
}

/**
 * Retries while the service is unreachable or busy, with the same idempotency key (`reader.open` has none), so that a call whose
 * response was lost takes effect only once.
 * @throws ServiceFailure with the error of the last attempt
 */
export const withRetries =
  (call: ReaderCall, { keyOf, wait }: { keyOf: (name: string) => string; wait: Wait }): ReaderCall =>
  async (name, params, headers) => {
    const sent = name === 'reader.open' ? headers : { 'Idempotency-Key': keyOf(name), ...headers };
    for (let attempt = 0; ; attempt++)
      try {
        return await call(name, params, sent);
      } catch (error) {
        const pause = PAUSES_MS[attempt];
        if (pause === undefined || isRefusal(error)) throw new ServiceFailure(`${name} failed`, { cause: error });
        await wait(pause);
      }
  };
