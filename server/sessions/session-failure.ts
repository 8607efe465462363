/** Why a session ended without approval, in words, and whether a new session may help: as the contract says it. */
import { type FailureCode, failureReasons, type SessionFailure } from '../generated/operations.gen.ts';

export const failureOf = (code: FailureCode): SessionFailure => ({ code, ...failureReasons[code] });
