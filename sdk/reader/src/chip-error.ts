/** Why a chip could not be read. */
export type ChipErrorCode =
  /** The chip no longer answers: out of the field, removed, or the driver lost it. Reading can go on after a new contact. */
  | 'CHIP_LOST'
  /** The chip refused the MRZ or the CAN. */
  | 'ACCESS_DENIED'
  /** The chip offers neither BAC nor a variant of PACE that this reader speaks with the key that was given. */
  | 'ACCESS_UNSUPPORTED'
  /** There is no eMRTD application: a bank card, a ticket, an identity card without it. */
  | 'NOT_A_DOCUMENT'
  /** A secured response has a wrong MAC or is none. Somebody changes the messages, or the chip lost its keys. */
  | 'SECURE_MESSAGING_FAILED'
  /** A file that must be there could not be read: refused, cut short, or longer than it may be. */
  | 'FILE_UNREADABLE'
  /** The chip sent what no chip may send. */
  | 'MALFORMED'
  /** The caller's signal ended it. */
  | 'ABORTED';

/** The chip could not be read. `status_word` is what the chip answered (SW1‖SW2), where that is the reason. */
export class ChipError extends Error {
  override readonly name = 'ChipError';
  readonly code: ChipErrorCode;
  readonly status_word: number | undefined;

  constructor(
    code: ChipErrorCode,
    message: string,
    { status_word, cause }: { status_word?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.status_word = status_word;
  }
}
