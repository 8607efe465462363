/** Why a session ended without approval, in words, and whether a new session may help. */
import type { FailureCode, ReaderFailCode, SessionFailure } from '../generated/operations.gen.ts';
import { REASON_CODES } from '../verification/reason-codes.ts';

type Reason = Omit<SessionFailure, 'code'>;

const FAILED: Record<ReaderFailCode | 'session_expired', Reason> = {
  session_expired: { message: 'The session was not completed before it expired.', retryable: true },
  NFC_UNAVAILABLE: { message: 'The device cannot read chips, or NFC is turned off.', retryable: true },
  NFC_LOST: { message: 'The connection to the chip was lost while it was read.', retryable: true },
  ACCESS_DENIED: {
    message: 'The chip did not accept the access key: the data entered may not be that of the document.',
    retryable: true,
  },
  READ_ERROR: { message: 'The chip could not be read.', retryable: true },
  UNSUPPORTED_DOCUMENT: { message: 'The document has no chip that can be read.', retryable: false },
  CAMERA_DENIED: { message: 'The camera could not be used.', retryable: true },
  TIMEOUT: { message: 'Reading took too long.', retryable: true },
  INTERNAL: { message: 'The app that reads the document failed.', retryable: true },
};

const REASONS = new Map<FailureCode, Reason>([
  ...(Object.entries(FAILED) as [FailureCode, Reason][]),
  ...REASON_CODES.map(({ code, ...reason }): [FailureCode, Reason] => [code, reason]),
]);

export function failureOf(code: FailureCode): SessionFailure {
  const { message, retryable } = REASONS.get(code) ?? FAILED.INTERNAL;
  return { code, message, retryable };
}
