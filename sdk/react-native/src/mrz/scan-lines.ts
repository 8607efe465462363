import { createAgreement, recogniseMrz } from '@sigill/reader/mrz-camera';
import { decode } from 'jpeg-js';
import { bytesOf, type MountedCamera, pictureOf } from '../face/camera-library.ts';
import type { MrzKey } from './key-of-mrz.ts';

const QUALITY = 0.6;
/** The limit only stops unusually large pictures: one of the size that `pictureSizeAmong` chooses needs a fraction of it. */
const DECODER = { useTArray: true, formatAsRGBA: true, maxMemoryUsageInMB: 256 } as const;

/** Takes pictures until two of them show the same lines, or the signal is aborted. @throws Error if the camera gives no picture */
export async function scanLines(camera: MountedCamera, signal: AbortSignal): Promise<MrzKey | undefined> {
  const agree = createAgreement();
  while (!signal.aborted) {
    const jpeg = bytesOf(await pictureOf(camera, QUALITY));
    const read = agree(recogniseMrz(decode(jpeg, DECODER)));
    if (read) return read.key;
    // Between pictures, React Native can draw the screen and handle presses.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return undefined;
}
