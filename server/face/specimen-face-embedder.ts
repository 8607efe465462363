/**
 * Stands in for `@sigill/face` in local mode where that is not installed: it correlates the pictures of specimens without
 * recognizing faces.
 */
import sharp from 'sharp';
import type { FaceEmbedder } from './embedding-matcher.ts';

/** Pictures are compared at this size, at which details disappear and features remain. */
const WIDTH = 48;
const HEIGHT = 60;
/** Separates the same specimen's pictures (0.99) from those of different specimens (0.85 at most). */
const SAME_FACE = 0.9;

export const specimenFaceEmbedder: FaceEmbedder = { name: 'specimen', threshold: SAME_FACE, embed: greyPixels };

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
