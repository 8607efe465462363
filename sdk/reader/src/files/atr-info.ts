import { type BufferSizes, SHORT_BUFFERS } from '../secure-messaging/buffer-sizes.ts';
import type { Channel } from '../secure-messaging/channel.ts';
import { contentOf, readFirstTlv, type Tlv } from '../tlv/tlv.ts';

const EF_ATR_INFO = 0x01;
const READ_BINARY = 0xb0;
/** Extended length information, with two numbers (ISO/IEC 7816-4, 12.7.1; Doc 9303-10, 3.11.2). */
const EXTENDED_LENGTHS = 0x7f66;
const INTEGER = 0x02;
const LONGEST = 65_536;

/** How long commands and responses may be, as EF.ATR/INFO says. A chip without it, or with one like no other, takes short ones. */
export async function readBufferSizes(channel: Channel): Promise<BufferSizes> {
  const { data } = await channel.send({ cla: 0, ins: READ_BINARY, p1: 0x80 | EF_ATR_INFO, p2: 0, le: 256 });
  return bufferSizesOf(data);
}

/** From the content of EF.ATR/INFO. */
export function bufferSizesOf(atr_info: Uint8Array): BufferSizes {
  const lengths = contentOf(readableObjects(atr_info), EXTENDED_LENGTHS);
  const numbers = lengths ? readableObjects(lengths).filter(({ tag }) => tag === INTEGER) : [];
  const [command_bytes, response_bytes] = numbers.map(({ content }) =>
    Math.min(
      LONGEST,
      content.reduce((number, byte) => number * 256 + byte, 0),
    ),
  );
  return command_bytes && response_bytes ? atLeastShort({ command_bytes, response_bytes }) : SHORT_BUFFERS;
}

const atLeastShort = (sizes: BufferSizes): BufferSizes => ({
  command_bytes: Math.max(sizes.command_bytes, SHORT_BUFFERS.command_bytes),
  response_bytes: Math.max(sizes.response_bytes, SHORT_BUFFERS.response_bytes),
});

/** The data objects up to the first that is none: some files are longer than what is in them. */
function readableObjects(bytes: Uint8Array): Tlv[] {
  const objects: Tlv[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    try {
      const first = readFirstTlv(rest);
      objects.push(first);
      rest = rest.subarray(first.raw.length);
    } catch {
      return objects;
    }
  }
  return objects;
}
