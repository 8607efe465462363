/** An external image, and the messages that carry it to a thread and back. */
import type { ImageForms, ImageUse } from './encode-portrait.ts';

export interface PortraitImage {
  /** The format that the document declares. It is ignored, because the bytes decide. */
  format?: 'jpeg' | 'jp2';
  bytes: Uint8Array;
}

interface PortraitRequest extends PortraitImage {
  size: number;
  use: ImageUse;
}

export type ImageRequest = PortraitRequest | { bytes: Uint8Array; use: 'LOGO' };

export type ImageReply = ImageForms[ImageUse] | { logo: Uint8Array } | { error: string };

export class PortraitUnreadable extends Error {}

/** Four megapixels: six times the size of the largest portrait in a document. */
export const MAX_PIXELS = 4_000_000;
/** The JPEG 2000 decoder takes eight bytes per sample, however few bits the image declares. */
export const MAX_SAMPLES = 3 * MAX_PIXELS;

/** In base64, as images are returned, this is at most 150 KB. */
export const MAX_IMAGE_BYTES = 112 * 1024;
/** Larger photographs never fit with all colours, so that is not tried. */
export const FULL_COLOUR_PIXELS = 100_000;
/** Larger photographs rarely fit with 256 colours, so they are scaled down first. */
export const PALETTE_PIXELS = 230_000;
