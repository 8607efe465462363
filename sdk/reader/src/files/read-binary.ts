import type { Command } from '../apdu/command-apdu.ts';
import type { Response } from '../apdu/response-apdu.ts';
import type { Channel } from '../secure-messaging/channel.ts';
import { bigEndian, readTlv, tlv } from '../tlv/tlv.ts';
import type { ElementaryFile } from './elementary-file.ts';

const SELECT = 0xa4;
const READ_BINARY = 0xb0;
/** The variant whose offset is a data object, for places that two bytes cannot name. */
const READ_BINARY_FAR = 0xb1;
const OFFSET = 0x54;
const DISCRETIONARY = 0x53;
/** P1 has 15 bits for an offset. */
const FAR = 0x8000;
/** At most: tag and length of the object around what is read afar. */
const AROUND_FAR = 4;

/** SELECT of a file of the current application, without its control information (Doc 9303-11, 4.3.2). */
export const selectFile = (channel: Channel, { file_id }: Pick<ElementaryFile, 'file_id'>): Promise<Response> =>
  channel.send({ cla: 0, ins: SELECT, p1: 0x02, p2: 0x0c, data: Uint8Array.of(file_id >> 8, file_id & 0xff) });

/** READ BINARY from the start of a file that is named in the same command, which makes it the current one. */
export const readBinaryOf = (
  channel: Channel,
  { short_id }: Pick<ElementaryFile, 'short_id'>,
  le: number,
): Promise<Response> => channel.send(readBinary(0x80 | short_id, 0, le));

/** READ BINARY of the current file (ISO/IEC 7816-4, 11.3.3). */
export async function readBinaryAt(channel: Channel, offset: number, le: number): Promise<Response> {
  if (offset < FAR) return channel.send(readBinary(offset >> 8, offset & 0xff, le));
  const far = { cla: 0, ins: READ_BINARY_FAR, p1: 0, p2: 0, data: tlv(OFFSET, bigEndian(offset)) };
  const { data, status } = await channel.send({ ...far, le: le + aroundFar(le) });
  // Chips differ in whether they count the tag and length that they add.
  return { data: data.length ? readTlv(data, DISCRETIONARY).content.subarray(0, le) : data, status };
}

/** How much of a file one command brings from there. */
export const roomAt = (channel: Channel, offset: number): number =>
  offset < FAR ? channel.readable : channel.readable - AROUND_FAR;

const aroundFar = (length: number) => (length < 0x80 ? 2 : length < 0x100 ? 3 : AROUND_FAR);

const readBinary = (p1: number, p2: number, le: number): Command => ({ cla: 0, ins: READ_BINARY, p1, p2, le });
