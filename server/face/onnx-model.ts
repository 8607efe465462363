/** A model, and the pixel values and channel order that it was trained with, according to the operator. */
export interface FaceModel {
  file: string;
  /** `signed`: from -1 to 1, `unit`: from 0 to 1, `bytes`: from 0 to 255. */
  pixels: 'signed' | 'unit' | 'bytes';
  channels: 'rgb' | 'bgr';
}

interface LivenessModel extends FaceModel {
  living_class: number;
}

export interface PictureInput {
  shape: [number, number, number, number];
  width: number;
  height: number;
  /** Whether the three colours of a pixel are adjacent. */
  interleaved: boolean;
}

export class ModelUnusable extends Error {}

const COLOURS = 3;

/** @throws ModelUnusable when the input is not a picture of fixed size. */
export function pictureInput(shape: readonly (number | string)[]): PictureInput {
  const [, ...sizes] = shape;
  const [first, second, third] = sizes.map(Number);
  if (shape.length === 4 && first && second && third && sizes.every((size) => Number.isSafeInteger(Number(size)))) {
    if (first === COLOURS)
      return { shape: [1, first, second, third], height: second, width: third, interleaved: false };
    if (third === COLOURS) return { shape: [1, first, second, third], height: first, width: second, interleaved: true };
  }
  throw new ModelUnusable(
    `takes [${shape.join(', ')}] instead of a picture of a fixed size: [1, 3, height, width] or [1, height, width, 3]`,
  );
}

/** Converts the bytes of a picture (red, green and blue per pixel) to the model's input. */
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

/** Cosine similarity of two embeddings. Opposite ones count as unrelated. */
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

/** A single number is the probability itself. Several are converted by softmax. @throws ModelUnusable when the output lacks the class. */
export function livingProbability(output: Float32Array, living_class: number): number {
  if (output.length === 1) return output[0] ?? 0;
  if (living_class >= output.length)
    throw new ModelUnusable(`has ${output.length} classes, so there is no class ${living_class}`);
  const largest = Math.max(...output);
  const weights = [...output].map((value) => Math.exp(value - largest));
  return (weights[living_class] ?? 0) / weights.reduce((sum, weight) => sum + weight, 0);
}

export interface OnnxModels {
  match: FaceModel;
  liveness: LivenessModel | undefined;
}

export interface OnnxQuestion {
  task: 'match' | 'liveness';
  images: Uint8Array[];
}

/** The thread's first answer, sent once the models are loaded, has no scores. */
export type OnnxAnswer = { scores: number[] } | { error: string };
