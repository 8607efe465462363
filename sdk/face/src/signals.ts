/** Signs of an attack that can be measured without a model: that the portrait is shown, on a screen or on paper, or that nothing moves. */
import type { Picture } from './report.ts';

export type Point = readonly [x: number, y: number];

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function greyOf({ width, height, data }: Picture): Float32Array {
  const grey = new Float32Array(width * height);
  for (let at = 0; at < grey.length; at++)
    grey[at] = 0.299 * data[at * 3]! + 0.587 * data[at * 3 + 1]! + 0.114 * data[at * 3 + 2]!;
  return grey;
}

const SIDE = 64;
/** The outer corners of the eyes among the 68 points of a face. */
const OUTER_CORNERS = [36, 45] as const;

/** The face from the brows to the chin, at a fixed size, with the outer corners of the eyes at fixed places. */
export function alignedFace(grey: Float32Array, { width, height }: Picture, points: readonly Point[]): Float32Array {
  const [[ax, ay], [bx, by]] = OUTER_CORNERS.map((at) => points[at]!) as [Point, Point];
  const [ux, uy] = [(bx - ax) / (SIDE * 0.7), (by - ay) / (SIDE * 0.7)];
  const face = new Float32Array(SIDE * SIDE);
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
      const [across, down] = [column - SIDE * 0.15, row - SIDE * 0.2];
      face[row * SIDE + column] = sample(
        grey,
        width,
        height,
        ax + across * ux - down * uy,
        ay + across * uy + down * ux,
      );
    }
  return face;
}

/** The whole head in colour, turned so that the eyes are level, and 3.4 times as wide as the distance between the eyes. */
export function uprightHead({ width, height, data }: Picture, points: readonly Point[], side: number): Float32Array {
  const [[ax, ay], [bx, by]] = [middleOf(points.slice(36, 42)), middleOf(points.slice(42, 48))];
  const [ux, uy] = [((bx - ax) * 3.4) / side, ((by - ay) * 3.4) / side];
  const head = new Float32Array(side * side * 3);
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const [across, down] = [column + 0.5 - side / 2, ((row + 0.5 - side * 0.42) * 8) / 7];
      const x = clamp(Math.round((ax + bx) / 2 + across * ux - down * uy), width - 1);
      const y = clamp(Math.round((ay + by) / 2 + across * uy + down * ux), height - 1);
      for (let channel = 0; channel < 3; channel++)
        head[(row * side + column) * 3 + channel] = data[(y * width + x) * 3 + channel]!;
    }
  return head;
}

const middleOf = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];

/** Reduces a picture to the means of 32 by 32 areas, so that it is recognized at any size. */
export function wholePicture(grey: Float32Array, { width, height }: Picture): Float32Array {
  const areas = 32;
  const sums = new Float32Array(areas * areas);
  const counts = new Float32Array(areas * areas);
  for (let at = 0; at < grey.length; at++) {
    const column = Math.floor(((at % width) * areas) / width);
    const area = Math.floor((Math.floor(at / width) * areas) / height) * areas + column;
    sums[area]! += grey[at]!;
    counts[area]! += 1;
  }
  return sums.map((sum, area) => sum / (counts[area] || 1));
}

function sample(grey: Float32Array, width: number, height: number, x: number, y: number): number {
  const [left, top] = [clamp(Math.floor(x), width - 2), clamp(Math.floor(y), height - 2)];
  const [s, t] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
  const at = top * width + left;
  const above = grey[at]! * (1 - s) + grey[at + 1]! * s;
  const below = grey[at + width]! * (1 - s) + grey[at + width + 1]! * s;
  return above * (1 - t) + below * t;
}

const clamp = (value: number, most: number) => Math.min(Math.max(0, most), Math.max(0, value));

/** Normalized cross-correlation: 1 for the same picture at any brightness and contrast. */
export function correlation(a: Float32Array, b: Float32Array): number {
  const [meanOfA, meanOfB] = [mean(a), mean(b)];
  let [product, squaresOfA, squaresOfB] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    const [x, y] = [a[at]! - meanOfA, b[at]! - meanOfB];
    product += x * y;
    squaresOfA += x * x;
    squaresOfB += y * y;
  }
  return product / (Math.sqrt(squaresOfA * squaresOfB) || 1);
}

const mean = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export function meanChange(a: Picture, b: Picture): number {
  if (a.width !== b.width || a.height !== b.height) return 255;
  let sum = 0;
  for (let at = 0; at < a.data.length; at++) sum += Math.abs(a.data[at]! - b.data[at]!);
  return sum / a.data.length;
}

const WINDOW = 128;

/**
 * How far the strongest regular pattern in the face stands out from its surroundings in the spectrum. Skin has no pattern; the pixels of
 * a screen and the dots of a printer do. Multiples of an eighth of the sampling rate are left out: JPEG has blocks of eight pixels.
 */
export function gridIn(picture: Picture, box: Box): number {
  if (picture.width < WINDOW || picture.height < WINDOW) return 0;
  const left = Math.round(clamp(box.x + box.width / 2 - WINDOW / 2, picture.width - WINDOW));
  const top = Math.round(clamp(box.y + box.height / 2 - WINDOW / 2, picture.height - WINDOW));
  const grey = greyOf(picture);
  const real = new Float64Array(WINDOW * WINDOW);
  const imaginary = new Float64Array(WINDOW * WINDOW);
  for (let row = 0; row < WINDOW; row++)
    for (let column = 0; column < WINDOW; column++)
      real[row * WINDOW + column] =
        (grey[(top + row) * picture.width + left + column]! - 128) * hann(row) * hann(column);
  transform2(real, imaginary);
  return strongestPeak(real, imaginary);
}

const hann = (at: number) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / WINDOW);

function strongestPeak(real: Float64Array, imaginary: Float64Array): number {
  const power = (u: number, v: number) => {
    const at = ((v + WINDOW) % WINDOW) * WINDOW + ((u + WINDOW) % WINDOW);
    return Math.hypot(real[at]!, imaginary[at]!);
  };
  let strongest = 0;
  for (let v = 0; v < WINDOW / 2; v++)
    for (let u = -WINDOW / 2 + 1; u < WINDOW / 2; u++) {
      const radius = Math.hypot(u, v);
      if (radius < WINDOW * 0.14 || radius > WINDOW * 0.48 || isBlockLine(u) || isBlockLine(v)) continue;
      let around = 0;
      for (let side = -6; side <= 6; side += 3)
        around += power(u + side, v + 6) + power(u + side, v - 6) + power(u + 6, v + side) + power(u - 6, v + side);
      strongest = Math.max(strongest, power(u, v) / (around / 20 + 2));
    }
  return strongest;
}

/** Lines of the spectrum in which the blocks of JPEG show, and vertical or horizontal edges. */
const isBlockLine = (at: number) => Math.abs(at) < 3 || Math.min(Math.abs(at) % 16, 16 - (Math.abs(at) % 16)) < 1;

function transform2(real: Float64Array, imaginary: Float64Array): void {
  for (let row = 0; row < WINDOW; row++) transform(real, imaginary, row * WINDOW, 1);
  for (let column = 0; column < WINDOW; column++) transform(real, imaginary, column, WINDOW);
}

/** The fast Fourier transform of a row or column in place (Cooley and Tukey). */
function transform(real: Float64Array, imaginary: Float64Array, from: number, step: number): void {
  const swap = (numbers: Float64Array, a: number, b: number) => {
    [numbers[a], numbers[b]] = [numbers[b]!, numbers[a]!];
  };
  for (let i = 1, j = 0; i < WINDOW; i++) {
    let bit = WINDOW >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    swap(real, from + i * step, from + j * step);
    swap(imaginary, from + i * step, from + j * step);
  }
  for (let size = 2; size <= WINDOW; size *= 2)
    for (let start = 0; start < WINDOW; start += size)
      for (let k = 0; k < size / 2; k++) {
        const angle = (-2 * Math.PI * k) / size;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const [a, b] = [from + (start + k) * step, from + (start + k + size / 2) * step];
        const [x, y] = [real[b]! * c - imaginary[b]! * s, real[b]! * s + imaginary[b]! * c];
        real[b] = real[a]! - x;
        imaginary[b] = imaginary[a]! - y;
        real[a]! += x;
        imaginary[a]! += y;
      }
}

/**
 * From 0 to 1: how complete a rectangle there is around the face, such as the edges of a sheet or a screen that is held up. Each side
 * is the straightest edge there, within six degrees; the weakest side counts.
 */
export function edgesAround(picture: Picture, box: Box): number {
  const grey = greyOf(picture);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const [w, h] = [box.width / 2, box.height / 2];
  const side = (vertical: boolean, from: number, to: number) =>
    straightest(grey, picture, {
      vertical,
      from,
      to,
      start: vertical ? y - h * 1.1 : x - w * 1.1,
      end: vertical ? y + h * 1.1 : x + w * 1.1,
    });
  return Math.min(
    side(true, x - w * 3.4, x - w * 1.15),
    side(true, x + w * 1.15, x + w * 3.4),
    side(false, y - h * 3.4, y - h * 1.2),
    side(false, y + h * 1.1, y + h * 3.4),
  );
}

interface Search {
  vertical: boolean;
  from: number;
  to: number;
  start: number;
  end: number;
}

/** The share of a line on which the brightness changes in the same direction, for the best line in the search. */
function straightest(grey: Float32Array, { width, height }: Picture, search: Search): number {
  const { vertical, from, to, start, end } = search;
  const at = (across: number, along: number) => {
    const [x, y] = vertical ? [across, along] : [along, across];
    return x < 1 || y < 1 || x > width - 2 || y > height - 2 ? undefined : grey[Math.round(y) * width + Math.round(x)]!;
  };
  let best = 0;
  const steps = 40;
  for (let tilt = -0.1; tilt <= 0.1; tilt += 0.02)
    for (let place = from; place < to; place += 1.5) {
      let [up, down] = [0, 0];
      for (let step = 0; step <= steps; step++) {
        const along = start + ((end - start) * step) / steps;
        const across = place + (along - (start + end) / 2) * tilt;
        const [a, b] = [at(across - 2, along), at(across + 2, along)];
        if (a === undefined || b === undefined) continue;
        if (b - a > 18) up++;
        if (a - b > 18) down++;
      }
      best = Math.max(best, up / (steps + 1), down / (steps + 1));
    }
  return best;
}
