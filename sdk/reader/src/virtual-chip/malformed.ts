import { ChipError } from '../chip-error.ts';
import { readTlvs, type Tlv } from '../tlv/tlv.ts';

/** Undefined when the reader's data cannot be parsed, to which a chip responds with a status alone. */
export function unlessMalformed<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ChipError) return undefined;
    throw error;
  }
}

/** The data objects of a command. */
export const objectsIn = (data: Uint8Array | undefined): Tlv[] | undefined =>
  unlessMalformed(() => readTlvs(data ?? new Uint8Array()));
