/** A logo, as small as the pages need it that show it. */
import sharp from 'sharp';
import { MAX_PIXELS } from './image-limits.ts';
import type { Pixels } from './jpeg2000.ts';
import { onPlateIfWhite } from './logo-plate.ts';

/** Twice the 240 by 80 points that pages give it, for screens with two pixels to a point. */
const BOX = { width: 480, height: 160 };
/** Larger ones get 256 colours: whoever opens a link on the way should not wait for a photograph. */
const FULL_COLOUR_BYTES = 64 * 1024;

/**
 * The first bytes of PNG, JPEG and WebP, where `.` is any half of a byte. The decoder reads more formats, some of which name files and
 * addresses to load, so that others do not come near it.
 */
const SIGNATURES = [/^89504e470d0a1a0a/, /^ffd8ff/, /^52494646.{8}57454250/];

/** A PNG in sRGB, upright, without metadata. What is transparent stays so. */
export async function encodeLogo(bytes: Buffer): Promise<Uint8Array> {
  const start = bytes.subarray(0, 12).toString('hex');
  if (!SIGNATURES.some((signature) => signature.test(start))) throw new Error('Neither PNG, JPEG nor WebP');
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
