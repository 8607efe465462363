/** Why no chip could be reached through the smart card service of this computer. */
export type PcscErrorCode =
  /** The bindings to the service are not installed, or do not support this system. */
  | 'PACKAGE_MISSING'
  /** The smart card service is not running. */
  | 'SERVICE_MISSING'
  /** No reader is connected, or none with the requested name. */
  | 'NO_READER'
  /** No document was placed on the reader in time. */
  | 'NO_CARD'
  /** Another program has exclusive access to the card. */
  | 'CARD_BUSY'
  /** The card on the reader is not a contactless chip. */
  | 'CARD_UNSUITABLE'
  /** The service or the reader failed in another way. */
  | 'READER_FAILED';

/** No chip could be reached. The message says what to do. */
export class PcscError extends Error {
  override readonly name = 'PcscError';
  readonly code: PcscErrorCode;

  constructor(code: PcscErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** The service's own code for the error, such as `SharingViolation`. */
export function serviceCodeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
