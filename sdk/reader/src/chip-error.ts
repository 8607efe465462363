import type { KnownReaderFailCause } from './generated/types.gen.ts';

/** Why a chip could not be read. */
export type ChipErrorCode =
  /** The chip stopped responding: out of the field, removed, or lost by the driver. Reading can continue after a new contact. */
  | 'CHIP_LOST'
  /** The chip refused the MRZ or the CAN, or the key cannot open any chip. */
  | 'ACCESS_DENIED'
  /** The chip offers neither BAC nor a PACE variant that this reader supports with the given key. */
  | 'ACCESS_UNSUPPORTED'
  /** There is no eMRTD application: a bank card, a ticket, an identity card without one. */
  | 'NOT_A_DOCUMENT'
  /**
   * A response is not secured, or its MAC or the chip's proof in PACE or BAC is wrong: the messages are being altered, or the chip
   * lost its keys.
   */
  | 'SECURE_MESSAGING_FAILED'
  /**
   * A file could not be read (refused, truncated or longer than allowed), or the chip reported an internal error or refused to
   * prove that it is genuine.
   */
  | 'FILE_UNREADABLE'
  /** The chip sent data that violates the standard. */
  | 'MALFORMED'
  /** The caller's signal was aborted. */
  | 'ABORTED';

/**
 * The exact cause. The last three are not reported with `reader.fail`: the service judges a chip that refuses to prove that it is
 * genuine, and `aborted` comes from the caller's signal.
 */
export type ChipFailCause =
  | Exclude<KnownReaderFailCause, 'challenges_expired'>
  | 'active_authentication_refused'
  | 'chip_authentication_refused'
  | 'aborted';

export const CHIP_ERROR_CODES: Record<ChipFailCause, ChipErrorCode> = {
  chip_lost: 'CHIP_LOST',
  chip_silent: 'CHIP_LOST',
  active_authentication_lost: 'CHIP_LOST',
  chip_authentication_lost: 'CHIP_LOST',
  access_key_invalid: 'ACCESS_DENIED',
  mrz_refused: 'ACCESS_DENIED',
  can_refused: 'ACCESS_DENIED',
  password_blocked: 'ACCESS_DENIED',
  application_missing: 'NOT_A_DOCUMENT',
  pace_unsupported: 'ACCESS_UNSUPPORTED',
  bac_unsupported: 'ACCESS_UNSUPPORTED',
  can_unsupported: 'ACCESS_UNSUPPORTED',
  pace_token_wrong: 'SECURE_MESSAGING_FAILED',
  bac_response_wrong: 'SECURE_MESSAGING_FAILED',
  checksum_wrong: 'SECURE_MESSAGING_FAILED',
  secure_messaging_ended: 'SECURE_MESSAGING_FAILED',
  secured_response_malformed: 'SECURE_MESSAGING_FAILED',
  security_status_not_satisfied: 'FILE_UNREADABLE',
  file_not_found: 'FILE_UNREADABLE',
  file_refused: 'FILE_UNREADABLE',
  file_incomplete: 'FILE_UNREADABLE',
  file_too_long: 'FILE_UNREADABLE',
  chip_failure: 'FILE_UNREADABLE',
  active_authentication_refused: 'FILE_UNREADABLE',
  chip_authentication_refused: 'FILE_UNREADABLE',
  file_malformed: 'MALFORMED',
  access_malformed: 'MALFORMED',
  public_key_invalid: 'MALFORMED',
  response_malformed: 'MALFORMED',
  response_endless: 'MALFORMED',
  data_object_malformed: 'MALFORMED',
  aborted: 'ABORTED',
};

/**
 * The chip could not be read. `code` says what a caller can do about it, `fail_cause` is the exact cause. `status_word` is SW1‖SW2
 * when a status caused the error.
 */
export class ChipError extends Error {
  override readonly name = 'ChipError';
  readonly code: ChipErrorCode;
  readonly fail_cause: ChipFailCause;
  readonly status_word: number | undefined;

  constructor(
    fail_cause: ChipFailCause,
    message: string,
    { status_word, cause }: { status_word?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = CHIP_ERROR_CODES[fail_cause];
    this.fail_cause = fail_cause;
    this.status_word = status_word;
  }
}

export const refusal = (
  fail_cause: ChipFailCause,
  message: string,
  status_word: number | undefined,
  cause?: unknown,
): ChipError => new ChipError(fail_cause, message, { status_word, cause });

/** The chip responded, but not with what was requested. */
export const isRefusal = (error: unknown): error is ChipError =>
  error instanceof ChipError && (error.code === 'FILE_UNREADABLE' || error.code === 'MALFORMED');

export async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

export const nameOf = (error: unknown): unknown => (error as { name?: unknown } | undefined)?.name;

export const isTimeout = (error: unknown): boolean => nameOf(error) === 'TimeoutError';
