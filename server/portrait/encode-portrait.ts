/** The forms of an image: small ones to keep and to answer with, and one that has lost nothing, for whoever compares it. */
import sharp, { type Raw, type Sharp } from 'sharp';
import { FULL_COLOUR_PIXELS, MAX_IMAGE_BYTES, PALETTE_PIXELS } from './image-limits.ts';

export interface KeptImage {
  png: Uint8Array;
  jpeg: Uint8Array;
}

export interface ComparedImage {
  /** A PNG with every pixel and all colours. */
  exact: Uint8Array;
}

/** What an image is for. */
export type ImageUse = keyof ImageForms;

export interface ImageForms {
  KEEP: KeptImage;
  COMPARE: ComparedImage;
  BOTH: KeptImage & ComparedImage;
}

/** In sRGB, without metadata, no side longer than `size`. */
export async function encodePortrait<U extends ImageUse>(image: Sharp, size: number, use: U): Promise<ImageForms[U]> {
  const { data, info } = await image
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    // What is transparent is paper.
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = { data, raw: { width, height, channels: channels as Raw['channels'] } };
  const exact =
    use !== 'KEEP' || width * height <= FULL_COLOUR_PIXELS
      ? // Filters make photographs a third smaller, and writing them takes no longer.
        await opened(pixels).png({ adaptiveFiltering: true }).toBuffer()
      : undefined;
  const kept = use === 'COMPARE' ? undefined : { png: await smallPng(pixels, exact), jpeg: await smallJpeg(pixels) };
  return { ...kept, ...(use !== 'KEEP' && { exact }) } as ImageForms[U];
}

interface Pixels {
  data: Buffer;
  raw: Raw;
}

const opened = ({ data, raw }: Pixels) => sharp(data, { raw });

/** With all colours where that is small, else with 256 of them, and with fewer pixels where that is too much. */
async function smallPng(pixels: Pixels, exact: Uint8Array | undefined): Promise<Uint8Array> {
  if (exact && exact.length <= MAX_IMAGE_BYTES) return exact;
  const { width, height } = pixels.raw;
  let scale = Math.min(1, Math.sqrt(PALETTE_PIXELS / (width * height)));
  for (;;) {
    const png = await opened(pixels)
      .resize({ width: Math.max(1, Math.round(width * scale)) })
      // Less effort finds the colours in a fifth of the time. Dots would make the file larger and the difference too.
      .png({ palette: true, effort: 1, dither: 0, compressionLevel: 9 })
      .toBuffer();
    if (png.length <= MAX_IMAGE_BYTES) return png;
    scale *= 0.95 * Math.sqrt(MAX_IMAGE_BYTES / png.length);
  }
}

/** The first quality is that of photographs. Only noise needs another. */
async function smallJpeg(pixels: Pixels): Promise<Uint8Array> {
  for (let quality = 88; ; quality -= 20) {
    const jpeg = await opened(pixels).jpeg({ quality }).toBuffer();
    if (jpeg.length <= MAX_IMAGE_BYTES || quality < 30) return jpeg;
  }
}
