/** A camera that shows a film: Chromium plays it in place of a device (chromium.googlesource.com, media/capture/video/fake_video_capture_device). */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { launchChromium } from './chromium.ts';

const [WIDTH, HEIGHT] = [640, 480];
const PICTURE_WIDTH = (HEIGHT * 3) / 4;
const FRAMES = 24;
const PAGE_FRAMES = 6;

/** A film of a picture, upright in the middle, that sways as a held camera does. `brightness` is 1 in good light. */
export async function filmOf(picture: Buffer, { brightness = 1 } = {}): Promise<string> {
  const upright = await sharp(picture).resize(PICTURE_WIDTH, HEIGHT, { fit: 'cover' }).toBuffer();
  const frames: Buffer[] = [];
  for (let frame = 0; frame < FRAMES; frame++) {
    const sway = Math.round(2 * Math.sin((2 * Math.PI * frame) / FRAMES));
    const left = (WIDTH - PICTURE_WIDTH) / 2 + sway;
    const background = { r: 150, g: 155, b: 160 };
    const whole = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background } })
      .composite([{ input: upright, left, top: 0 }])
      .png()
      .toBuffer();
    frames.push(await sharp(whole).modulate({ brightness }).jpeg({ quality: 92 }).toBuffer());
  }
  return written(frames);
}

/** A film of a document's page that a hand holds a little askew before the camera. */
export async function filmOfPage(svg: string): Promise<string> {
  const background = { r: 84, g: 90, b: 88 };
  const held = await sharp(Buffer.from(svg)).resize({ width: 1060 }).rotate(2, { background }).png().toBuffer();
  const frames: Buffer[] = [];
  for (let frame = 0; frame < PAGE_FRAMES; frame++) {
    const picture = await sharp({ create: { width: 1280, height: 960, channels: 3, background } })
      .composite([{ input: held, left: 90 + 3 * frame, top: 60 + 2 * frame }])
      .png()
      .toBuffer();
    frames.push(await sharp(picture).blur(0.8).jpeg({ quality: 85 }).toBuffer());
  }
  return written(frames);
}

function written(frames: Buffer[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'sigill-film-')), 'film.mjpeg');
  writeFileSync(path, Buffer.concat(frames));
  return path;
}

/** A browser whose user allows every page to use this camera. */
export const launchWithCamera = (film: string, args: string[] = []) =>
  launchChromium([
    ...args,
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]);
