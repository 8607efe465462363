/**
 * Compares the faces of specimens, so that a demo in local mode can show face verification. It correlates pictures without
 * recognizing faces, so no live session uses it.
 */
import sharp from 'sharp';
import { type FaceMatcher, judged } from './face-matcher.ts';

/** Pictures are compared at this size, at which details disappear and features remain. */
const WIDTH = 48;
const HEIGHT = 60;
/** Portrait and live picture of the same specimen correlate by 0.99, those of different specimens by at most 0.85. */
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
  return Promise.all(live.map(async (image) => correlation(expected, await greyPixels(image))));
}

const greyPixels = async (image: Uint8Array): Promise<Uint8Array> =>
  sharp(image).resize(WIDTH, HEIGHT, { fit: 'cover' }).greyscale().blur(1).raw().toBuffer();

/** Normalized cross-correlation: 1 for the same picture at any brightness and contrast, 0 for unrelated ones. */
function correlation(a: Uint8Array, b: Uint8Array): number {
  const [meanOfA, meanOfB] = [mean(a), mean(b)];
  let [product, squaresOfA, squaresOfB] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    const [x, y] = [value - meanOfA, (b[index] ?? 0) - meanOfB];
    product += x * y;
    squaresOfA += x * x;
    squaresOfB += y * y;
  }
  return product / (Math.sqrt(squaresOfA * squaresOfB) || 1);
}

const mean = (values: Uint8Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
