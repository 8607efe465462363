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
  /** Another program is using the card. */
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

const SERVICE: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'Start it: sudo systemctl start pcscd (if it is missing: sudo apt-get install pcscd).',
  win32: 'Start the Windows service "Smart Card" (SCardSvr). It runs automatically while a reader is plugged in.',
  darwin: 'It is part of macOS and starts when a reader is plugged in: unplug the reader and plug it in again.',
};

export const noService = (platform: NodeJS.Platform = process.platform): string =>
  `The smart card service of this computer is not responding. ${SERVICE[platform] ?? 'Start pcscd.'}`;

export function noReader(wanted: string | undefined, present: readonly string[]): string {
  if (wanted === undefined) return 'No reader is connected. Plug in a contactless smart card reader (PC/SC).';
  const others =
    present.length > 0 ? `Connected: ${present.map((name) => `"${name}"`).join(', ')}.` : 'No reader is connected.';
  return `No reader has a name that contains "${wanted}". ${others}`;
}

export const noCard = (readers: readonly string[]): string =>
  `No document was placed on ${readers.map((name) => `"${name}"`).join(' or ')}. Lay it flat on the reader with its cover closed, and leave it there.`;

export const cardBusy = (reader: string): string =>
  `Another program is using the card on "${reader}". Close it; often it is a signature program, a browser or gpg (gpgconf --kill scdaemon).`;

export const cardUnsuitable = (reader: string): string =>
  `The card on "${reader}" is not contactless. Place the passport or identity card on the contactless side of the reader.`;
