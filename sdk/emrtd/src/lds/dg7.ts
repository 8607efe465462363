import { readBer } from '../asn1/ber.ts';
import { type ChipImage, imageAt } from './image.ts';

/** The first displayed signature or usual mark in a known image format (Doc 9303-10, 4.7.7). */
export function readDg7(bytes: Uint8Array): ChipImage | undefined {
  const marks = readBer(bytes, 'DG7', { trailing: true }).as(0x67, 'DG7').children();
  for (const { tag, content } of marks) {
    const image = tag === 0x5f43 ? imageAt(content) : undefined;
    if (image) return image;
  }
  return undefined;
}
