import { writeCardAccess } from './authentication/card-access-file.ts';
import type { ChipAccess, PaceOffer } from './contents.ts';

export interface ChipProfile {
  bac: boolean;
  pace: readonly PaceOffer[];
  can: string | undefined;
  card_access: Uint8Array | undefined;
  card_security: Uint8Array | undefined;
  /** Whether there is an eMRTD application at all. */
  application: boolean;
  /** Whether the chip has the access keys of another document, as after a typing mistake. */
  other_document: boolean;
  /** Whether EF.ATR/INFO announces commands and responses of more than 256 bytes (ISO/IEC 7816-4, 5.1). */
  extended_length: boolean;
  /** Whether the chip really accepts extended lengths. */
  accepts_extended_length: boolean;
  longest_command: number;
  /** Maximum length of a response in bytes, without its status. */
  longest_response: number;
  /** Longer responses are fetched in parts with GET RESPONSE. */
  longest_part: number;
  /** Maximum number of bytes that READ BINARY returns, whatever is requested. */
  longest_read: number;
}

export function profileOf(
  { bac, pace, can, card_access, card_security }: ChipAccess,
  { extended_length, longest_response }: { extended_length: boolean; longest_response: number },
): ChipProfile {
  const offered = pace.length ? (card_access ?? writeCardAccess(pace)) : undefined;
  return {
    bac,
    pace,
    can,
    card_access: offered,
    card_security: pace.length ? card_security : undefined,
    application: true,
    other_document: false,
    extended_length,
    accepts_extended_length: extended_length,
    longest_command: extended_length ? 2048 : 255,
    longest_response: extended_length ? longest_response : 256,
    longest_part: Number.POSITIVE_INFINITY,
    longest_read: Number.POSITIVE_INFINITY,
  };
}
