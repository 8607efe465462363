/** The encoded forms of an image: small ones to store and return, and a lossless one for face matching. */
import sharp, { type Raw, type Sharp } from 'sharp';
import { FULL_COLOUR_PIXELS, MAX_IMAGE_BYTES, PALETTE_PIXELS } from './portrait-image.ts';

export interface KeptImage {
  png: Uint8Array;
  jpeg: Uint8Array;
}

export type ImageUse = keyof ImageForms;

/** `exact` is a PNG with every pixel and all colours. */
export interface ImageForms {
  KEEP: KeptImage;
  COMPARE: { exact: Uint8Array };
  BOTH: KeptImage & { exact: Uint8Array };
}

/** In sRGB, without metadata, neither side longer than `size`. */
export async function encodePortrait<U extends ImageUse>(image: Sharp, size: number, use: U): Promise<ImageForms[U]> {
  const { data, info } = await image
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    // Transparency becomes white.
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = { data, raw: { width, height, channels: channels as Raw['channels'] } };
  const exact = use === 'KEEP' ? undefined : await exactPng(pixels);
  const kept = use === 'COMPARE' ? undefined : await keptImage(pixels, exact);
  return { ...kept, ...(exact && { exact }) } as ImageForms[U];
}

interface Pixels {
  data: Buffer;
  raw: Raw;
}

const opened = ({ data, raw }: Pixels) => sharp(data, { raw });

/** Filters make photographs smaller without taking longer. A higher level is slower and gains little. */
const exactPng = (pixels: Pixels): Promise<Uint8Array> =>
  opened(pixels).png({ adaptiveFiltering: true, compressionLevel: 3 }).toBuffer();

async function keptImage(pixels: Pixels, exact: Uint8Array | undefined): Promise<KeptImage> {
  const jpeg = await smallJpeg(pixels);
  return { png: await smallPng(pixels, jpeg, exact), jpeg };
}

const fits = (png: Uint8Array) => png.length <= MAX_IMAGE_BYTES;

async function smallPng(pixels: Pixels, jpeg: Uint8Array, exact: Uint8Array | undefined): Promise<Uint8Array> {
  const { width, height } = pixels.raw;
  const isSmall = width * height <= FULL_COLOUR_PIXELS;
  const whole = exact ?? (isSmall && mayFit(pixels, jpeg) ? await exactPng(pixels) : undefined);
  if (whole && fits(whole)) return whole;
  if (isSmall) {
    const coarse = await exactPng(inSteps(pixels));
    if (fits(coarse)) return coarse;
  }
  return paletted(pixels);
}

/**
 * As a PNG, a colour photograph is at least this many times as large as its JPEG. For greyscale photographs this does not hold, so
 * their PNG is tried whatever the size of the JPEG.
 */
const LEAST_BY_JPEG = 4;

const mayFit = (pixels: Pixels, jpeg: Uint8Array): boolean =>
  jpeg.length * LEAST_BY_JPEG <= MAX_IMAGE_BYTES || isGrey(pixels);

function isGrey({ data, raw: { channels } }: Pixels): boolean {
  if (channels < 3) return true;
  for (let at = 0; at < data.length; at += channels)
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false;
  return true;
}

/** Rounds colours to steps of four, which is invisible, faster than a palette and more accurate. */
function inSteps({ data, raw }: Pixels): Pixels {
  const coarse = Buffer.allocUnsafe(data.length);
  for (let at = 0; at < data.length; at++) coarse[at] = Math.min(255, (data[at]! + 2) & ~3);
  return { data: coarse, raw };
}

async function paletted(pixels: Pixels): Promise<Uint8Array> {
  const { width, height } = pixels.raw;
  let scale = Math.min(1, Math.sqrt(PALETTE_PIXELS / (width * height)));
  for (;;) {
    const png = await opened(pixels)
      .resize({ width: Math.max(1, Math.round(width * scale)) })
      // Low effort is much faster. Dithering would increase both the size and the difference.
      .png({ palette: true, effort: 1, dither: 0, compressionLevel: 9 })
      .toBuffer();
    if (fits(png)) return png;
    scale *= 0.95 * Math.sqrt(MAX_IMAGE_BYTES / png.length);
  }
}

/** The first quality suits photographs. Only noise needs a lower one. */
async function smallJpeg(pixels: Pixels): Promise<Uint8Array> {
  for (let quality = 88; ; quality -= 20) {
    const jpeg = await opened(pixels).jpeg({ quality }).toBuffer();
    if (jpeg.length <= MAX_IMAGE_BYTES || quality < 30) return jpeg;
  }
}
