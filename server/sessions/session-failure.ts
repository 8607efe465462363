/** Why a session ended without approval, in words, and whether a new session may help: as the contract says it. The guide says more. */
import {
  type FailureCode,
  failCauses,
  failureReasons,
  type ReaderFailCause,
  type SessionFailure,
} from '../generated/operations.gen.ts';

/** Only what the contract names is kept and passed on: free text could name the person. */
export const knownCause = (cause: string | undefined): ReaderFailCause | null =>
  cause !== undefined && Object.hasOwn(failCauses, cause) ? (cause as ReaderFailCause) : null;

/** `cause` is what a reader said beside its code. */
export const failureOf = (
  code: FailureCode,
  { public_url }: { public_url: string },
  cause: ReaderFailCause | null = null,
): SessionFailure => ({
  code,
  ...failureReasons[code],
  ...(cause !== null && { cause }),
  help_url: `${public_url}/failure-guide#${code}`,
});
