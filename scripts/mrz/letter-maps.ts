/** The letters of OCR-B as maps of ink, in several weights and blurs. */

import { ALPHABET } from '../../sdk/reader/src/mrz-camera/letters.ts';
import ocrB from '../../server/specimen/ocr-b.json' with { type: 'json' };
import { inkOf } from './outline-ink.ts';
import type { Random } from './random.ts';

/** The width of a letter in cells of its map. */
const CELLS = 36;
const SIZE = 84;
/** In cells: what is added to or taken from the edge of the ink, and how far it is smeared in each direction. */
const WEIGHTS = [-0.9, 0, 0.9, 1.8];
const BLURS = [0.7, 1.8, 3.2, 4.6];

type Style = number;

export class LetterMaps {
  readonly #maps: Float32Array[][];

  constructor() {
    this.#maps = [...ALPHABET].map((letter) => {
      const ink = inkOf(
        ocrB.outlines[letter as keyof typeof ocrB.outlines],
        SIZE,
        CELLS / ocrB.advance,
        ocrB.advance / 2,
        ocrB.cap_height / 2,
      );
      return WEIGHTS.flatMap((weight) => {
        const weighted = thickened(ink, weight);
        return BLURS.flatMap((x) => BLURS.map((y) => blurred(weighted, x, y)));
      });
    });
  }

  style(random: Random): Style {
    const [x, y] = [random.below(BLURS.length), random.below(BLURS.length)];
    // Motion blurs in one direction, which is rarer than blur in both.
    return (random.below(WEIGHTS.length) * BLURS.length + x) * BLURS.length + (random.next() < 0.6 ? x : y);
  }

  /** How dark the letter is at a place, given in letter widths from its middle. */
  inkAt(letter: number, style: Style, x: number, y: number): number {
    const [inX, inY] = [x * CELLS + SIZE / 2, y * CELLS + SIZE / 2];
    if (inX < 0 || inY < 0 || inX >= SIZE - 1 || inY >= SIZE - 1) return 0;
    const [left, top] = [Math.floor(inX), Math.floor(inY)];
    const [right, down] = [inX - left, inY - top];
    const map = this.#maps[letter]![style]!;
    const at = top * SIZE + left;
    const above = map[at]! + (map[at + 1]! - map[at]!) * right;
    const below = map[at + SIZE]! + (map[at + SIZE + 1]! - map[at + SIZE]!) * right;
    return above + (below - above) * down;
  }
}

/** Moves the edge of the ink: blurs it, and then cuts it at another level of darkness. */
function thickened(ink: Float32Array, cells: number): Float32Array {
  if (cells === 0) return ink;
  const blur = 1.6;
  const level = 0.5 - cells / (blur * 2.5 * 1.2);
  return blurred(ink, blur, blur).map((value) => Math.min(Math.max((value - level) * 4 + 0.5, 0), 1));
}

function blurred(map: Float32Array, alongX: number, alongY: number): Float32Array {
  return smeared(smeared(map, alongX, 1, SIZE), alongY, SIZE, 1);
}

function smeared(map: Float32Array, sigma: number, step: number, across: number): Float32Array {
  const reach = Math.ceil(2.5 * sigma);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-((at - reach) ** 2) / (2 * sigma ** 2)));
  const total = kernel.reduce((sum, value) => sum + value, 0);
  const smooth = new Float32Array(map.length);
  for (let line = 0; line < SIZE; line++)
    for (let at = 0; at < SIZE; at++) {
      let sum = 0;
      for (let offset = -reach; offset <= reach; offset++) {
        const from = at + offset;
        if (from >= 0 && from < SIZE) sum += kernel[offset + reach]! * map[line * across + from * step]!;
      }
      smooth[line * across + at * step] = sum / total;
    }
  return smooth;
}
