/** Recognises single letters with a small neural network, trained on OCR-B by `scripts/mrz/train.ts`. */
import { fromBase64 } from '../session/base64.ts';
import type { LetterLine } from './find-lines.ts';
import { brightnessAt, type GreyImage } from './grey-image.ts';
import network from './network.json' with { type: 'json' };

/** What a letter can be, in the order of the network's outputs. The last output means that there is no letter. */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';
export const OUTPUTS = ALPHABET.length + 1;

/** The cutout of a letter: its pixels, and the part of the line that they cover, in widths of a letter. */
export const CUT = { width: 16, height: 20, across: 1.2, along: 1.5 };
export const INPUTS = CUT.width * CUT.height;

export type Probabilities = Float32Array;

/** Cuts letter `n` out of a line and straightens it. The brightness has the mean 0 and the deviation 1. */
export function cutLetter(image: GreyImage, line: LetterLine, letter: number): Float32Array {
  const x = line.xAt(letter);
  const y = line.yAt(x);
  const slope = line.slopeAt(x);
  const length = Math.hypot(1, slope);
  const pitch = (line.xAt(letter + 0.5) - line.xAt(letter - 0.5)) * length;
  const [right, down] = [
    { x: 1 / length, y: slope / length },
    { x: -slope / length, y: 1 / length },
  ];
  const cut = new Float32Array(INPUTS);
  for (let row = 0; row < CUT.height; row++)
    for (let column = 0; column < CUT.width; column++) {
      const across = ((column + 0.5) / CUT.width - 0.5) * CUT.across * pitch;
      const along = ((row + 0.5) / CUT.height - 0.5) * CUT.along * pitch;
      cut[row * CUT.width + column] = brightnessAt(
        image,
        x + right.x * across + down.x * along,
        y + right.y * across + down.y * along,
      );
    }
  return normalised(cut);
}

/** Makes ink and paper look the same in any light. A cutout without contrast stays flat. */
export function normalised(cut: Float32Array): Float32Array {
  const mean = cut.reduce((sum, value) => sum + value, 0) / cut.length;
  const deviation = Math.sqrt(cut.reduce((sum, value) => sum + (value - mean) ** 2, 0) / cut.length);
  return cut.map((value) => (value - mean) / Math.max(deviation, 3));
}

interface Layer {
  weights: Float32Array;
  biases: Float32Array;
}

let layers: Layer[] | undefined;

/** Weights are one byte each, with a scale for each output. */
function unpacked(): Layer[] {
  layers ??= network.layers.map(({ weights, scales, biases }) => {
    const bytes = new Int8Array(fromBase64(weights).buffer);
    const inputs = bytes.length / scales.length;
    return {
      weights: Float32Array.from(bytes, (value, at) => value * scales[Math.floor(at / inputs)]!),
      biases: Float32Array.from(biases),
    };
  });
  return layers;
}

export function probabilitiesOf(cut: Float32Array): Probabilities {
  let values = cut;
  unpacked().forEach((layer, at, all) => {
    values = through(layer, values, at < all.length - 1);
  });
  const highest = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

function through({ weights, biases }: Layer, values: Float32Array, isHidden: boolean): Float32Array {
  return biases.map((bias, output) => {
    let sum = bias;
    const start = output * values.length;
    for (let input = 0; input < values.length; input++) sum += weights[start + input]! * values[input]!;
    return isHidden ? Math.max(sum, 0) : sum;
  });
}
