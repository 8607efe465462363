/** Why a session ended without approval, in words, and whether a new session may help: as the contract says it. The guide says more. */
import { type FailureCode, failureReasons, type SessionFailure } from '../generated/operations.gen.ts';

export const failureOf = (code: FailureCode, { public_url }: { public_url: string }): SessionFailure => ({
  code,
  ...failureReasons[code],
  help_url: `${public_url}/failure-guide#${code}`,
});
