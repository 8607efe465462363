/** The calls that a reader makes of the service, each tried again with the same key when no answer came. */
import type {
  ReaderAbortParams,
  ReaderAbortResponse,
  ReaderChallengeParams,
  ReaderChallengeResponse,
  ReaderChipAuthenticationParams,
  ReaderChipAuthenticationResponse,
  ReaderFailParams,
  ReaderFailResponse,
  ReaderOpenParams,
  ReaderOpenResponse,
  ReaderStartParams,
  ReaderStartResponse,
  ReaderSubmitHeaders,
  ReaderSubmitParams,
  ReaderSubmitResponse,
} from '../generated/types.gen.ts';

/** The calls that a reader makes: what each takes, and what it answers. */
export interface ReaderCalls {
  'reader.open': { params: ReaderOpenParams; answer: ReaderOpenResponse };
  'reader.start': { params: ReaderStartParams; answer: ReaderStartResponse };
  'reader.challenge': { params: ReaderChallengeParams; answer: ReaderChallengeResponse };
  'reader.chip_authentication': { params: ReaderChipAuthenticationParams; answer: ReaderChipAuthenticationResponse };
  'reader.submit': { params: ReaderSubmitParams; answer: ReaderSubmitResponse };
  'reader.fail': { params: ReaderFailParams; answer: ReaderFailResponse };
  'reader.abort': { params: ReaderAbortParams; answer: ReaderAbortResponse };
}

/** Headers to be sent as they are: the key under which a call may be repeated, and who submits. */
export type ReaderHeaders = Partial<ReaderSubmitHeaders> & { 'Idempotency-Key'?: string };

/**
 * Makes one call of the service with these headers, and returns its answer. What it throws is an Error with the `status` and the `code`
 * of a refusal; without a status, or with 0, no answer came. `callOverFetch` makes one, and the errors of `@sigill/sdk` are of this form.
 */
export type ReaderCall = <Name extends keyof ReaderCalls>(
  name: Name,
  params: ReaderCalls[Name]['params'],
  headers?: ReaderHeaders,
) => Promise<ReaderCalls[Name]['answer']>;

/** Waits that many milliseconds. */
export type Wait = (ms: number) => Promise<void>;

const PAUSES_MS = [500, 1_000, 2_000, 4_000];
const TOO_MANY_REQUESTS = 429;
const SERVER_ERRORS = 500;

/** Carries what a call threw past everything that takes errors for the chip's. */
export class ServiceFailure extends Error {}

interface Refusal {
  status?: unknown;
  code?: unknown;
}

/** The code with which the service refused a call. */
export function refusalCode(error: unknown): string | undefined {
  if (!(error instanceof ServiceFailure) || !isRefusal(error.cause)) return undefined;
  const { code } = error.cause as Refusal;
  return typeof code === 'string' ? code : undefined;
}

/** Whether the service has decided, so that asking again changes nothing. */
function isRefusal(error: unknown): boolean {
  const { status, code } = (error ?? {}) as Refusal;
  if (typeof status !== 'number' || status === 0 || code === 'idempotency_in_progress') return false;
  return status < SERVER_ERRORS && status !== TOO_MANY_REQUESTS;
}

/**
 * Tries a call again, under the same key, while the service cannot be reached or is busy. A lost answer has no second effect that way.
 * @throws ServiceFailure with what the last try threw.
 */
export const withRetries =
  (call: ReaderCall, { keyOf, wait }: { keyOf: (name: string) => string; wait: Wait }): ReaderCall =>
  async (name, params, headers) => {
    const sent = name === 'reader.open' ? headers : { 'Idempotency-Key': keyOf(name), ...headers };
    for (const pause of [...PAUSES_MS, undefined])
      try {
        return await call(name, params, sent);
      } catch (error) {
        if (pause === undefined || isRefusal(error)) throw new ServiceFailure(`${name} failed`, { cause: error });
        await wait(pause);
      }
    throw new ServiceFailure(`${name} was not tried`);
  };
