import { type Element, readBer } from '../asn1/ber.ts';
import { type ChipImage, findImage, imageAt } from './image.ts';

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

/** Facial record: header of 14 bytes; record of 20, feature points of 8 each, and 12 of image description; then the image. */
function readIso19794(record: Uint8Array): ChipImage | undefined {
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  if (record.length >= 46 && Buffer.from(record.subarray(0, 4)).toString('latin1') === 'FAC\0') {
    const length = view.getUint32(14);
    const start = 14 + 20 + view.getUint16(18) * 8 + 12;
    const image = imageAt(record.subarray(start, Math.max(start, 14 + length)));
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
