/** What a model wants to be given, and what its numbers mean. */

/** How the operator says that the model was trained. */
export interface FaceModel {
  file: string;
  /** `signed`: from -1 to 1, `unit`: from 0 to 1, `bytes`: from 0 to 255. */
  pixels: 'signed' | 'unit' | 'bytes';
  channels: 'rgb' | 'bgr';
}

/** A model of which several classes come out. One of them is that of living persons. */
export interface LivenessModel extends FaceModel {
  living_class: number;
}

/** The one picture that goes into a model. */
export interface PictureInput {
  shape: [number, number, number, number];
  width: number;
  height: number;
  /** The three colours of a pixel stand side by side. */
  interleaved: boolean;
}

export class ModelUnusable extends Error {}

const COLOURS = 3;

/** @throws ModelUnusable when it is no picture with a fixed size. */
export function pictureInput(shape: readonly (number | string)[]): PictureInput {
  const [, ...sizes] = shape;
  const [first, second, third] = sizes.map(Number);
  if (shape.length === 4 && first && second && third && sizes.every((size) => Number.isSafeInteger(Number(size)))) {
    if (first === COLOURS)
      return { shape: [1, first, second, third], height: second, width: third, interleaved: false };
    if (third === COLOURS) return { shape: [1, first, second, third], height: first, width: second, interleaved: true };
  }
  throw new ModelUnusable(
    `takes [${shape.join(', ')}], and not a picture of a fixed size: [1, 3, height, width] or [1, height, width, 3]`,
  );
}

/** The bytes of a picture, red, green and blue for each pixel, as the model wants them. */
export function pictureNumbers(rgb: Uint8Array, { interleaved }: PictureInput, model: FaceModel): Float32Array {
  const numbers = new Float32Array(rgb.length);
  const count = rgb.length / COLOURS;
  for (let pixel = 0; pixel < count; pixel++)
    for (let channel = 0; channel < COLOURS; channel++) {
      const colour = model.channels === 'rgb' ? channel : COLOURS - 1 - channel;
      numbers[interleaved ? pixel * COLOURS + channel : channel * count + pixel] = scaled(
        rgb[pixel * COLOURS + colour] ?? 0,
        model.pixels,
      );
    }
  return numbers;
}

function scaled(byte: number, pixels: FaceModel['pixels']): number {
  if (pixels === 'bytes') return byte;
  return pixels === 'unit' ? byte / 255 : (byte - 127.5) / 127.5;
}

/** Cosine similarity of two embeddings. Opposite ones are as unlike as unrelated ones. */
export function likeness(a: Float32Array, b: Float32Array): number {
  let [product, squaresOfA, squaresOfB] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0;
    product += value * other;
    squaresOfA += value * value;
    squaresOfB += other * other;
  }
  return Math.max(0, product / (Math.sqrt(squaresOfA * squaresOfB) || 1));
}

/** One number is the probability itself. Of several, softmax makes probabilities. @throws ModelUnusable without the class. */
export function livingProbability(output: Float32Array, living_class: number): number {
  if (output.length === 1) return output[0] ?? 0;
  if (living_class >= output.length)
    throw new ModelUnusable(`has ${output.length} classes, and none with number ${living_class}`);
  const largest = Math.max(...output);
  const weights = [...output].map((value) => Math.exp(value - largest));
  return (weights[living_class] ?? 0) / weights.reduce((sum, weight) => sum + weight, 0);
}
