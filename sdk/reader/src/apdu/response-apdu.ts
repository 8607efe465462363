import { concatBytes } from '@noble/hashes/utils.js';
import { ChipError } from '../chip-error.ts';

/** A response APDU (ISO/IEC 7816-4, 5.1): its data, and SW1‖SW2. */
export interface Response {
  data: Uint8Array;
  status: number;
}

export const OK = 0x9000;
/** 65536 bytes of data, and the status. */
const LONGEST = 65_538;

export const encodeResponse = ({ data, status }: Response): Uint8Array =>
  concatBytes(data, Uint8Array.of(status >> 8, status & 0xff));

/** Throws MALFORMED for an invalid response, or one that is too long. */
export function decodeResponse(bytes: Uint8Array): Response {
  if (bytes.length < 2 || bytes.length > LONGEST)
    throw new ChipError('response_malformed', `A response has 2 to ${LONGEST} bytes; the chip sent ${bytes.length}.`);
  const end = bytes.length - 2;
  return { data: bytes.slice(0, end), status: bytes[end]! * 256 + bytes[end + 1]! };
}
