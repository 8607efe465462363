/** Encodes a logo as small as the pages that show it allow. */
import sharp from 'sharp';
import type { Pixels } from './jpeg2000.ts';
import { MAX_PIXELS } from './portrait-image.ts';

/** Twice the 240 by 80 points that pages give it, for high-resolution screens. */
const BOX = { width: 480, height: 160 };
/** Larger logos are reduced to 256 colours, because people also open links on mobile networks. */
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

/** The colour of the dark plate behind logos that would be invisible on white, and the plate's margin around the logo in pixels. */
const PLATE = '#1c1c1c';
const EDGE = 16;
/**
 * Lightness from 0 to 255. The contrast with white is below 1.5 to 1 for colours lighter than LOST_ON_WHITE. The contrast with the
 * plate is below 1.5 to 1 for colours darker than LOST_ON_PLATE.
 */
const LOST_ON_WHITE = 215;
const LOST_ON_PLATE = 52;
/** If a smaller share of the drawn pixels is invisible on white, it counts as ornament. */
const MUCH = 0.25;
/** If a larger share of all pixels is drawn, the logo has a background of its own. */
const FILLED = 0.9;

/** Returns the logo unchanged or, if it would be invisible on white, on a dark plate that fits the box. */
async function onPlateIfWhite(logo: Pixels, box: { width: number; height: number }): Promise<Pixels> {
  if (!vanishesOnWhite(logo)) return logo;
  const { data, width, height, channels } = logo;
  const { data: plate, info } = await sharp(data, { raw: { width, height, channels } })
    .resize({ width: box.width - 2 * EDGE, height: box.height - 2 * EDGE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: PLATE })
    .extend({ top: EDGE, bottom: EDGE, left: EDGE, right: EDGE, background: PLATE })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: plate, width: info.width, height: info.height, channels: info.channels as Pixels['channels'] };
}

/** Whether much of what is drawn would be invisible on white, and less of it on the plate. */
function vanishesOnWhite({ data, channels, width, height }: Pixels): boolean {
  const hasColours = channels > 2;
  if (channels !== 2 && channels !== 4) return false;
  let drawn = 0;
  let lostOnWhite = 0;
  let lostOnPlate = 0;
  for (let at = 0; at < data.length; at += channels) {
    if (data[at + channels - 1]! < 128) continue;
    const light = hasColours ? 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]! : data[at]!;
    drawn++;
    if (light > LOST_ON_WHITE) lostOnWhite++;
    if (light < LOST_ON_PLATE) lostOnPlate++;
  }
  return drawn < FILLED * width * height && lostOnWhite > MUCH * drawn && lostOnPlate < lostOnWhite;
}
