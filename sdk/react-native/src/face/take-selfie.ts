import type { Face } from '@sigill/reader';
import { bytesOf, type MountedCamera, pictureOf } from './camera-library.ts';

export interface Selfie {
  face: Face;
  uri: string;
}

const FACE_QUALITY = 0.9;
const FRAME_QUALITY = 0.7;
/** `face_frames` of reader.submit: up to four, each at most 256 KB. */
const FRAMES = 4;
const FRAME_BYTES = 262_144;
const FRAME_EVERY_MS = 400;
/** In pixels. The service compares smaller versions of the pictures, and accepts at most four megapixels. */
const LARGEST_SIDE = 1600;

type Wait = (ms: number) => Promise<void>;
const pause: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function takeSelfie(camera: MountedCamera, wait: Wait = pause): Promise<Selfie> {
  const face = await pictureOf(camera, FACE_QUALITY);
  const frames: Uint8Array[] = [];
  for (let frame = 0; frame < FRAMES; frame++) {
    await wait(FRAME_EVERY_MS);
    const bytes = bytesOf(await pictureOf(camera, FRAME_QUALITY));
    if (bytes.length <= FRAME_BYTES) frames.push(bytes);
  }
  return { face: { face: bytesOf(face), frames }, uri: `data:image/jpeg;base64,${face}` };
}

/** The largest size whose longer side fits into LARGEST_SIDE; undefined leaves the choice to the phone. */
export function pictureSizeAmong(sizes: string[]): string | undefined {
  const longest = (size: string) => Math.max(...size.split('x').map(Number));
  return sizes
    .filter((size) => /^\d+x\d+$/.test(size) && longest(size) <= LARGEST_SIDE)
    .toSorted((a, b) => longest(a) - longest(b))
    .at(-1);
}
