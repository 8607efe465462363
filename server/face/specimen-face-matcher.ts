/**
 * Compares the faces of specimens, so that a demo in local mode can show face verification. It correlates pictures without
 * recognizing faces, so no live session uses it.
 */
import sharp from 'sharp';
import { type FaceMatcher, judged } from './face-matcher.ts';
import { likeness } from './onnx-model.ts';

/** Pictures are compared at this size, at which details disappear and features remain. */
const WIDTH = 48;
const HEIGHT = 60;
/** Separates the same specimen's pictures (0.99) from those of different specimens (0.85 at most). */
const SAME_FACE = 0.9;
/** A live picture that differs by less is the chip's own picture, which a camera cannot have taken. */
const LEAST_DIFFERENCE = 0.002;

export const createSpecimenFaceMatcher = (): FaceMatcher => ({
  name: 'specimen',
  async match(reference, live) {
    return judged(Math.min(...(await likenesses(reference, live))), SAME_FACE);
  },
  async liveness(frames, reference) {
    return judged(1 - Math.max(...(await likenesses(reference, frames))), LEAST_DIFFERENCE);
  },
});

async function likenesses(reference: Uint8Array, live: Uint8Array[]): Promise<number[]> {
  const expected = await greyPixels(reference);
  return Promise.all(live.map(async (image) => likeness(expected, await greyPixels(image))));
}

/**
 * The brightness of each pixel, relative to the mean. The likeness of two pictures is then their normalized cross-correlation: 1 for
 * the same picture at any brightness and contrast, 0 for unrelated pictures.
 */
async function greyPixels(image: Uint8Array): Promise<Float32Array> {
  const picture = sharp(image).resize(WIDTH, HEIGHT, { fit: 'cover' }).greyscale().blur(1);
  const pixels = await picture.raw().toBuffer();
  const mean = pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
  return Float32Array.from(pixels, (value) => value - mean);
}
