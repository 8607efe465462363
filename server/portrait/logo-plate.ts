/** Logos are shown on white, where one drawn in white for dark pages would be invisible. Such a logo gets a dark plate. */
import sharp from 'sharp';
import type { Pixels } from './jpeg2000.ts';

/** The plate's colour, and its margin around the logo in pixels. */
const PLATE = '#1c1c1c';
const EDGE = 16;
/** Anything lighter, or darker, has a contrast below 1.5 to 1 with white, or with the plate. */
const LOST_ON_WHITE = 215;
const LOST_ON_PLATE = 52;
/** The share of drawn pixels: less than this is ornament. */
const MUCH = 0.25;
/** The share of all pixels: with more, the logo has its own background. */
const FILLED = 0.9;

/** Returns the logo unchanged or, if it would be invisible on white, on a dark plate that fits the box. */
export async function onPlateIfWhite(logo: Pixels, box: { width: number; height: number }): Promise<Pixels> {
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

/** Whether much of what is drawn is as light as paper, and less of it as dark as the plate. */
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
