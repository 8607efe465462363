/** Encodes a logo, as small as the pages that show it allow. */
import sharp from 'sharp';
import { MAX_PIXELS } from './image-limits.ts';
import type { Pixels } from './jpeg2000.ts';
import { onPlateIfWhite } from './logo-plate.ts';

/** Twice the 240 by 80 points that pages give it, for high-resolution screens. */
const BOX = { width: 480, height: 160 };
/** Larger logos are reduced to 256 colours, so that people who open a link on a mobile network do not wait for a photograph. */
const FULL_COLOUR_BYTES = 64 * 1024;

/**
 * The first bytes of PNG, JPEG and WebP, where `.` is any hexadecimal digit. Other formats are refused before decoding, because
 * some of those that the decoder supports can load files and URLs.
 */
const SIGNATURES = [/^89504e470d0a1a0a/, /^ffd8ff/, /^52494646.{8}57454250/];

/** A PNG in sRGB, upright, without metadata. Transparency is kept. */
export async function encodeLogo(bytes: Buffer): Promise<Uint8Array> {
  const start = bytes.subarray(0, 12).toString('hex');
  if (!SIGNATURES.some((signature) => signature.test(start))) throw new Error('Not a PNG, JPEG or WebP image');
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ ...BOX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const logo = await onPlateIfWhite({ data, width, height, channels: channels as Pixels['channels'] }, BOX);
  const opened = () => sharp(logo.data, { raw: { width: logo.width, height: logo.height, channels: logo.channels } });
  const png = await opened().png({ compressionLevel: 9 }).toBuffer();
  return png.length <= FULL_COLOUR_BYTES ? png : opened().png({ palette: true, effort: 1 }).toBuffer();
}
