/** A camera that shows a film: Chromium plays it in place of a device (chromium.googlesource.com, media/capture/video/fake_video_capture_device). */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { launchChromium } from './chromium.ts';

const [WIDTH, HEIGHT] = [640, 480];
const PICTURE_WIDTH = (HEIGHT * 3) / 4;
const FRAMES = 24;

/** A film of a picture, upright in the middle, that sways by some pixels, as if a hand held the camera. `brightness` is 1 in good light. */
export async function filmOf(picture: Buffer, brightness = 1): Promise<string> {
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
  return writeFilm(frames);
}

export async function filmOfPage(svg: Buffer): Promise<string> {
  const page = await sharp(svg).resize(1200).flatten({ background: '#fff' }).toBuffer();
  const background = { r: 90, g: 88, b: 84 };
  const whole = await sharp({ create: { width: 1280, height: 960, channels: 3, background } })
    .composite([{ input: page, gravity: 'center' }])
    .png()
    .toBuffer();
  return writeFilm([await sharp(whole).jpeg({ quality: 92 }).toBuffer()]);
}

export function writeFilm(frames: Buffer[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'sigill-film-')), 'film.mjpeg');
  writeFileSync(path, Buffer.concat(frames));
  return path;
}

export const launchWithCamera = (film: string) =>
  launchChromium([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
    // Optimized code, because recognising letters is slow without it.
    '--js-flags=',
  ]);
