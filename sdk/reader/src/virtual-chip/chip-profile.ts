import { writeCardAccess } from './authentication/card-access-file.ts';
import type { ChipAccess, PaceOffer } from './contents.ts';

/** How the chip behaves, apart from what is on it. */
export interface ChipProfile {
  bac: boolean;
  pace: readonly PaceOffer[];
  can: string | undefined;
  /** EF.CardAccess. */
  card_access: Uint8Array | undefined;
  /** EF.CardSecurity. */
  card_security: Uint8Array | undefined;
  /** Whether there is an eMRTD application at all. */
  application: boolean;
  /** The keys are those of another document than the one that is read. */
  other_document: boolean;
  /** Whether EF.ATR/INFO promises commands and answers of more than 256 bytes (ISO/IEC 7816-4, 5.1). */
  extended_length: boolean;
  /** Whether that is true. */
  accepts_extended_length: boolean;
  longest_command: number;
  /** The longest answer, without its status. */
  longest_response: number;
  /** What is longer than this is fetched in parts with GET RESPONSE. */
  longest_part: number;
  /** The most bytes that READ BINARY gives at once, however many are asked for. */
  longest_read: number;
}

/** The profile of a chip without faults. */
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
