/** Reads the lines of a document on the pictures of `expo-camera`, on the phone. */
import { createAgreement, recogniseMrz } from '@sigill/reader/mrz-camera';
import { decode } from 'jpeg-js';
import type { MountedCamera } from '../face/camera-library.ts';
import type { MrzKey } from './key-of-mrz.ts';

const QUALITY = 0.6;
/** Limits the decoder. A picture of the size that `pictureSizeAmong` chooses needs a fraction of this. */
const MOST_MEMORY_MB = 256;

/** Takes pictures until two of them show the same lines, or the signal ends it. @throws Error if the camera gives no picture */
export async function scanLines(camera: MountedCamera, signal: AbortSignal): Promise<MrzKey | undefined> {
  const agree = createAgreement();
  while (!signal.aborted) {
    const { base64 } = await camera.takePictureAsync({ quality: QUALITY, base64: true, shutterSound: false });
    if (!base64) throw new Error('The camera gave no picture');
    const read = agree(recogniseMrz(pixelsOf(base64)));
    if (read) return read.key;
    // Between pictures, React Native can draw the screen and handle presses.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return undefined;
}

function pixelsOf(base64: string) {
  const jpeg = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return decode(jpeg, { useTArray: true, formatAsRGBA: true, maxMemoryUsageInMB: MOST_MEMORY_MB });
}
