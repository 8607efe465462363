import { type Element, readBer } from '../asn1/ber.ts';

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

function imageAt(bytes: Uint8Array): ChipImage | undefined {
  for (const [format, magic] of MAGIC) {
    if (magic.equals(bytes.subarray(0, magic.length))) return { format, bytes: withoutPadding(format, bytes) };
  }
  return undefined;
}

function findImage(bytes: Uint8Array): ChipImage | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const offsets = MAGIC.map(([, magic]) => buffer.indexOf(magic)).filter((offset) => offset >= 0);
  return offsets.length > 0 ? imageAt(bytes.subarray(Math.min(...offsets))) : undefined;
}

/** The marker before the compressed data. Like the end marker, it does not occur in these. */
const DATA = { jpeg: Buffer.from('ffda', 'hex'), jp2: Buffer.from('ff93', 'hex') };
const END = Buffer.from('ffd9', 'hex');

/** In some documents zeros and fillers follow the image. Some images lack the end marker; that of a thumbnail before the data ends none. */
function withoutPadding(format: ChipImage['format'], bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = buffer.lastIndexOf(END);
  return end < buffer.lastIndexOf(DATA[format]) ? bytes : bytes.subarray(0, end < 0 ? undefined : end + END.length);
}

/**
 * The first image of the first biometric template (Doc 9303-10, 4.7.2), in ISO/IEC 19794-5 (5F2E) or ISO/IEC 39794-5
 * (7F2E). Undefined when the template holds no image of a known format.
 */
export function readDg2(bytes: Uint8Array): ChipImage | undefined {
  const group = readBer(bytes, 'DG2', { trailing: true }).fields(0x75, 'DG2').next(0x7f61, 'templates');
  const template = group.children().find(({ tag }) => tag === 0x7f60);
  const data = template?.children().find(({ tag }) => tag === 0x5f2e || tag === 0x7f2e);
  if (!data) throw group.malformed('DG2: no biometric data');
  return data.tag === 0x7f2e ? readIso39794(data) : readIso19794(data.content);
}

/**
 * Facial record: header of 14 bytes; record of 20, feature points of 8 each, and 12 of image description; then the image. In some
 * documents the length of the block is a few bytes too short, so it only counts if another face follows.
 */
function readIso19794(record: Uint8Array): ChipImage | undefined {
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  if (record.length >= 46 && Buffer.from(record.subarray(0, 4)).toString('latin1') === 'FAC\0') {
    const faces = view.getUint16(12);
    const start = 14 + 20 + view.getUint16(18) * 8 + 12;
    const image = imageAt(record.subarray(start, faces > 1 ? Math.max(start, 14 + view.getUint32(14)) : undefined));
    if (image) return image;
  }
  // In some documents the counts in the headers are wrong; the image is recognised by its first bytes.
  return findImage(record);
}

/** versionBlock [0], representationBlocks [1]: first block, image representation [1], base [0], 2D [0], data [0]. */
const PATH_39794 = [0x65, 0xa1, 0x30, 0xa1, 0xa0, 0xa0, 0x80];

function readIso39794(data: Element): ChipImage | undefined {
  const wrapped = data.children().length === 1 && data.children()[0]?.tag === 0xa1 ? data.children()[0] : data;
  let element: Element | undefined = wrapped;
  for (const tag of PATH_39794)
    element = element?.constructed ? element.children().find((child) => child.tag === tag) : undefined;
  return (element && imageAt(element.content)) ?? findImage(data.content);
}

/** The first displayed signature or usual mark in a known image format (Doc 9303-10, 4.7.7). */
export function readDg7(bytes: Uint8Array): ChipImage | undefined {
  const marks = readBer(bytes, 'DG7', { trailing: true }).as(0x67, 'DG7').children();
  for (const { tag, content } of marks) {
    const image = tag === 0x5f43 ? imageAt(content) : undefined;
    if (image) return image;
  }
  return undefined;
}
