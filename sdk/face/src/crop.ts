/** Cuts the face out of a picture in the way that a model was trained with. Places come from the 68 points of a face. */
import type { Picture, Size } from './picture.ts';

export type Point = readonly [x: number, y: number];

/** The whole head, turned so that the eyes are level, and 3.4 times as wide as the distance between the eyes. */
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

/**
 * Where the eyes, the tip of the nose and the corners of the mouth are in the crop of 112 × 112 pixels that ArcFace and most models
 * after it were trained with.
 */
const TEMPLATE: readonly Point[] = [
  [38.2946, 51.6963],
  [73.5318, 51.5014],
  [56.0252, 71.7366],
  [41.5493, 92.3655],
  [70.7299, 92.2041],
];
const TEMPLATE_SIDE = 112;

/** The face turned, scaled and moved so that its five points are as close as possible to those of the template. */
export function alignedFace(picture: Picture, points: readonly Point[], { width, height }: Size): Uint8Array {
  const five = [middleOf(points.slice(36, 42)), middleOf(points.slice(42, 48)), points[30]!, points[48]!, points[54]!];
  const scale = height / TEMPLATE_SIDE;
  const template = TEMPLATE.map(([x, y]): Point => [x * scale + (width - TEMPLATE_SIDE * scale) / 2, y * scale]);
  const at = similarity(template, five);
  // A pixel of the crop is the mean of the pixels that it covers in the picture.
  const steps = Math.max(1, Math.ceil(Math.hypot(...at.turn)));
  const face = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const sums = [0, 0, 0];
      for (let step = 0; step < steps * steps; step++) {
        const x = column - 0.5 + ((step % steps) + 0.5) / steps;
        const y = row - 0.5 + (Math.floor(step / steps) + 0.5) / steps;
        addColour(sums, picture, at.map([x, y]));
      }
      for (const [channel, sum] of sums.entries())
        face[(row * width + column) * 3 + channel] = Math.round(sum / (steps * steps));
    }
  return face;
}

/**
 * The rotation, scaling and translation that maps one list of points closest to another, by least squares. As complex numbers:
 * `to = turn · from + shift`.
 */
function similarity(from: readonly Point[], to: readonly Point[]) {
  const [[fx, fy], [tx, ty]] = [middleOf(from), middleOf(to)];
  let [real, imaginary, squares] = [0, 0, 0];
  for (const [at, [x, y]] of from.entries()) {
    const [a, b, c, d] = [x - fx, y - fy, to[at]![0] - tx, to[at]![1] - ty];
    real += a * c + b * d;
    imaginary += a * d - b * c;
    squares += a * a + b * b;
  }
  const turn: Point = [real / squares, imaginary / squares];
  return {
    turn,
    map: ([x, y]: Point): Point => [
      tx + turn[0] * (x - fx) - turn[1] * (y - fy),
      ty + turn[0] * (y - fy) + turn[1] * (x - fx),
    ],
  };
}

/** Interpolates between the four pixels around the place. Outside the picture everything is black. */
function addColour(sums: number[], { width, height, data }: Picture, [x, y]: Point): void {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  for (const [column, row] of [
    [left, top],
    [left + 1, top],
    [left, top + 1],
    [left + 1, top + 1],
  ] as const) {
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const weight = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row));
    for (let channel = 0; channel < 3; channel++)
      sums[channel]! += weight * data[(row * width + column) * 3 + channel]!;
  }
}

const middleOf = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];

const clamp = (value: number, most: number) => Math.min(Math.max(0, most), Math.max(0, value));
