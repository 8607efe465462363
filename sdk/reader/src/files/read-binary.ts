import type { Response } from '../apdu/apdu.ts';
import { INS } from '../apdu/iso-7816.ts';
import type { Channel } from '../secure-messaging/channel.ts';
import { bigEndian, readTlv, tlv } from '../tlv/tlv.ts';
import type { ElementaryFile } from './elementary-file.ts';

const OFFSET = 0x54;
const DISCRETIONARY = 0x53;
/** P1 and P2 hold only 15 bits, so offsets from here on need READ BINARY with an odd INS. */
const FAR = 0x8000;
/** How many bytes, at most, READ BINARY with odd INS adds to the data: a tag and a length. */
const AROUND_FAR = 4;

/** SELECT of a file of the current application, without its control information (Doc 9303-11, 4.3.2). */
export const selectFile = (channel: Channel, { file_id }: Pick<ElementaryFile, 'file_id'>): Promise<Response> =>
  channel.send({ ins: INS.SELECT, p1: 0x02, p2: 0x0c, data: Uint8Array.of(file_id >> 8, file_id & 0xff) });

/** READ BINARY from the start of a file named by its short identifier, which also selects it. */
export const readBinaryOf = (
  channel: Channel,
  { short_id }: Pick<ElementaryFile, 'short_id'>,
  le: number,
): Promise<Response> => channel.send(readBinary(0x80 | short_id, 0, le));

/** READ BINARY of the current file (ISO/IEC 7816-4, 11.3.3). */
export async function readBinaryAt(channel: Channel, offset: number, le: number): Promise<Response> {
  if (offset < FAR) return channel.send(readBinary(offset >> 8, offset & 0xff, le));
  // With odd INS the offset is in a data object.
  const object = tlv(OFFSET, bigEndian(offset));
  const { data, status } = await channel.send({ ins: INS.READ_BINARY_ODD, data: object, le: le + aroundFar(le) });
  // Chips differ in whether the requested length includes the tag and length that they add, so surplus bytes are dropped.
  return { data: data.length ? readTlv(data, DISCRETIONARY).content.subarray(0, le) : data, status };
}

/** How many bytes of a file one command can return from this offset. */
export const roomAt = (channel: Channel, offset: number): number =>
  offset < FAR ? channel.readable : channel.readable - AROUND_FAR;

const aroundFar = (length: number) => (length < 0x80 ? 2 : length < 0x100 ? 3 : AROUND_FAR);

const readBinary = (p1: number, p2: number, le: number) => ({ ins: INS.READ_BINARY, p1, p2, le });
