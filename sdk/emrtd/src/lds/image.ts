/** An image of DG2 or DG7, not decoded (Doc 9303-10, 4.7.2 and 4.7.7). */
export interface ChipImage {
  format: 'jpeg' | 'jp2';
  bytes: Uint8Array;
}

/** JPEG, the JP2 box that starts a file, and a raw JPEG 2000 codestream. */
const MAGIC: [format: ChipImage['format'], magic: Buffer][] = [
  ['jpeg', Buffer.from('ffd8ff', 'hex')],
  ['jp2', Buffer.from('0000000c6a5020200d0a870a', 'hex')],
  ['jp2', Buffer.from('ff4fff51', 'hex')],
];

/** The image at the start of these bytes; undefined when its format is unknown. */
export function imageAt(bytes: Uint8Array): ChipImage | undefined {
  for (const [format, magic] of MAGIC) {
    if (magic.equals(bytes.subarray(0, magic.length))) return { format, bytes: withoutPadding(format, bytes) };
  }
  return undefined;
}

/** The first image anywhere in these bytes. */
export function findImage(bytes: Uint8Array): ChipImage | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const offsets = MAGIC.map(([, magic]) => buffer.indexOf(magic)).filter((offset) => offset >= 0);
  return offsets.length > 0 ? imageAt(bytes.subarray(Math.min(...offsets))) : undefined;
}

/** In some documents zeros and fillers follow the image; a JPEG ends with its end marker. */
function withoutPadding(format: ChipImage['format'], bytes: Uint8Array): Uint8Array {
  if (format !== 'jpeg') return bytes;
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf(Buffer.from('ffd9', 'hex'));
  return end < 0 ? bytes : bytes.subarray(0, end + 2);
}
