import { ChipError, type ChipErrorCode, isTimeout, nameOf } from '../chip-error.ts';
import type { ReaderFailCause, ReaderFailCode } from '../generated/types.gen.ts';

/**
 * Thrown by the app's callbacks (`connect`, `face`, `onAccessDenied`) to end the session with this code, for example on a phone
 * without NFC, or without permission to use the camera. The message is for the integrator and must not contain personal data.
 */
export class ReadingFailed extends Error {
  override readonly name = 'ReadingFailed';
  readonly code: ReaderFailCode;
  /** The exact cause, when known. */
  readonly fail_cause: ReaderFailCause | undefined;

  constructor(
    code: ReaderFailCode,
    message: string,
    { cause, fail_cause }: { cause?: unknown; fail_cause?: ReaderFailCause } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.fail_cause = fail_cause;
  }
}

/** The reading was ended by the caller's signal, or by the person: by closing the platform's dialog, or by not correcting a refused key. */
export class ReadingAborted extends Error {
  override readonly name = 'ReadingAborted';
}

const FAIL_CODES: Record<Exclude<ChipErrorCode, 'ABORTED'>, ReaderFailCode> = {
  CHIP_LOST: 'nfc_lost',
  ACCESS_DENIED: 'access_denied',
  ACCESS_UNSUPPORTED: 'unsupported_document',
  NOT_A_DOCUMENT: 'unsupported_document',
  SECURE_MESSAGING_FAILED: 'read_error',
  FILE_UNREADABLE: 'read_error',
  MALFORMED: 'read_error',
};

/** `otherwise` is the code for unknown errors. */
export function endOf(error: unknown, otherwise: ReaderFailCode = 'internal'): ReadingFailed | ReadingAborted {
  if (error instanceof ReadingFailed || error instanceof ReadingAborted) return error;
  if (error instanceof ChipError) {
    const { code, fail_cause, message } = error;
    if (code === 'ABORTED') return new ReadingAborted(message);
    const is_silent = fail_cause === 'chip_silent';
    return new ReadingFailed(is_silent ? 'timeout' : FAIL_CODES[code], message, { cause: error, fail_cause });
  }
  if (nameOf(error) === 'AbortError') return new ReadingAborted('The reading was cancelled');
  if (isTimeout(error)) return new ReadingFailed('timeout', 'The reading took too long', { cause: error });
  // The message of unknown code may contain personal data, so it stays on the device.
  return new ReadingFailed(otherwise, 'The reader failed', { cause: error });
}

/** Rejects as soon as the signal is aborted, even while the platform waits for something that never happens. */
export async function unlessAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (!signal) return work();
  if (signal.aborted) throw reasonOf(signal);
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(reasonOf(signal));
  });
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** An abort by `AbortSignal.timeout` is a timeout; any other means that the person cancelled. */
const reasonOf = ({ reason }: AbortSignal): Error =>
  isTimeout(reason)
    ? new ReadingFailed('timeout', 'The reading took too long', { cause: reason })
    : new ReadingAborted('The reading was cancelled');
