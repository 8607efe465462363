/** Why no chip could be reached with the smart card service of this computer. */
export type PcscErrorCode =
  /** The bindings to the service are not installed, or not for this system. */
  | 'PACKAGE_MISSING'
  /** The smart card service does not run. */
  | 'SERVICE_MISSING'
  /** No reader is plugged in, or none of the name that was asked for. */
  | 'NO_READER'
  /** Nobody put a document on the reader in time. */
  | 'NO_CARD'
  /** Another program keeps the card to itself. */
  | 'CARD_BUSY'
  /** What is on the reader is no contactless chip. */
  | 'CARD_UNSUITABLE'
  /** The service or the reader failed in another way. */
  | 'READER_FAILED';

/** No chip could be reached. The message says what helps. */
export class PcscError extends Error {
  override readonly name = 'PcscError';
  readonly code: PcscErrorCode;

  constructor(code: PcscErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** The service's own word for what went wrong, such as `SharingViolation`. */
export function serviceCodeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
