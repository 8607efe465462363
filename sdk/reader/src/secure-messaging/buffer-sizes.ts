/** Maximum total lengths of commands and responses, in bytes. */
export interface BufferSizes {
  command_bytes: number;
  response_bytes: number;
}

/** What every chip supports: short lengths (ISO/IEC 7816-4, 5.1). */
export const SHORT_BUFFERS: BufferSizes = { command_bytes: 261, response_bytes: 258 };

export const isExtended = ({ command_bytes, response_bytes }: BufferSizes): boolean =>
  command_bytes > SHORT_BUFFERS.command_bytes && response_bytes > SHORT_BUFFERS.response_bytes;

/** The bytes of an extended command besides its data: header, and lengths of three and two bytes. */
const AROUND_EXTENDED_DATA = 9;
/** The most that secure messaging adds: tag, length and padding indicator of the cryptogram, expected length or status, checksum. */
const AROUND_SECURED_DATA = 22;

/** How much data fits into `room` bytes under secure messaging, whose padding adds at least one byte. */
const securedRoom = (room: number, block: number) => Math.floor((room - AROUND_SECURED_DATA) / block) * block - 1;

/** How much data one command can carry, in bytes; `block` is the block length of the cipher, under secure messaging. */
export function commandRoom(buffers: BufferSizes, block?: number): number {
  const room = isExtended(buffers) ? buffers.command_bytes - AROUND_EXTENDED_DATA : 255;
  return block ? securedRoom(room, block) : room;
}

export function responseRoom(buffers: BufferSizes, block?: number): number {
  const room = isExtended(buffers) ? buffers.response_bytes - 2 : 256;
  return block ? securedRoom(room, block) : room;
}
