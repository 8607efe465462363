/** A model, and the pixel values and channel order that it was trained with, according to the operator. */
export interface FaceModel {
  file: string;
  /** `signed`: from -1 to 1, `unit`: from 0 to 1, `bytes`: from 0 to 255. */
  pixels: 'signed' | 'unit' | 'bytes';
  channels: 'rgb' | 'bgr';
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

/** @throws ModelUnusable when the input is not one picture of fixed size. The first dimension counts pictures. */
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

/** The thread's first message, sent once the model is loaded, says what it takes and returns. The others have an embedding. */
export type OnnxAnswer = { input: PictureInput; numbers: number } | { embedding: Float32Array } | { error: string };
