import { STATUS } from '../apdu/iso-7816.ts';
import { type BufferSizes, SHORT_BUFFERS } from '../secure-messaging/buffer-sizes.ts';
import type { Channel } from '../secure-messaging/channel.ts';
import { asNumber, contentOf, readFirstTlv, TAG, type Tlv, unlessMalformed } from '../tlv/tlv.ts';
import { readBinaryAt, readBinaryOf, selectFile } from './read-binary.ts';

export const EF_ATR_INFO = { name: 'EF.ATR/INFO', file_id: 0x2f01, short_id: 0x01 };
const LENGTH = 256;
/** Extended length information: two numbers (ISO/IEC 7816-4, 12.7.1). */
const EXTENDED_LENGTHS = 0x7f66;
const LONGEST = 65_536;

/** Without a valid EF.ATR/INFO, short lengths apply. */
export async function readBufferSizes(channel: Channel): Promise<BufferSizes> {
  const { data } = await readBinaryOf(channel, EF_ATR_INFO, LENGTH);
  if (data.length > 0) return bufferSizesOf(data);
  // Some chips select other files by a short identifier, but not this one.
  const { status } = await selectFile(channel, EF_ATR_INFO);
  return status === STATUS.OK ? bufferSizesOf((await readBinaryAt(channel, 0, LENGTH)).data) : SHORT_BUFFERS;
}

export function bufferSizesOf(atr_info: Uint8Array): BufferSizes {
  const lengths = contentOf(readableObjects(atr_info), EXTENDED_LENGTHS);
  const numbers = lengths ? readableObjects(lengths).filter(({ tag }) => tag === TAG.INTEGER) : [];
  const [command_bytes, response_bytes] = numbers.map(({ content }) => Math.min(LONGEST, asNumber(content)));
  return command_bytes && response_bytes ? atLeastShort({ command_bytes, response_bytes }) : SHORT_BUFFERS;
}

const atLeastShort = (sizes: BufferSizes): BufferSizes => ({
  command_bytes: Math.max(sizes.command_bytes, SHORT_BUFFERS.command_bytes),
  response_bytes: Math.max(sizes.response_bytes, SHORT_BUFFERS.response_bytes),
});

/** The data objects up to the first invalid one: some files are longer than their content. */
function readableObjects(bytes: Uint8Array): Tlv[] {
  const objects: Tlv[] = [];
  for (let rest = bytes; ; ) {
    const first = unlessMalformed(() => readFirstTlv(rest));
    if (!first) return objects;
    objects.push(first);
    rest = rest.subarray(first.raw.length);
  }
}
