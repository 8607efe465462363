import type { GreyImage } from './grey-image.ts';

/** A connected dark spot of the size of a letter: the centre and size of its box. */
export interface Mark {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The neighbourhood that a pixel is compared with: wider than a stroke, narrower than a shadow. */
const RADIUS = 12;
const LEAST_CONTRAST = 5;
const DEVIATIONS = 0.3;
const [LEAST_HEIGHT, GREATEST_HEIGHT] = [5, 64];

export function findMarks(image: GreyImage): Mark[] {
  return joined(image, darkPixels(smoothed(image)))
    .filter(({ width, height }) => height >= LEAST_HEIGHT && height <= GREATEST_HEIGHT && width <= 6 * height)
    .sort((a, b) => a.x - b.x);
}

function smoothed({ width, height, data }: GreyImage): GreyImage {
  const smooth = new Uint8Array(data);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const row = (from: number) => data[from - 1]! + 2 * data[from]! + data[from + 1]!;
      smooth[at] = (row(at - width) + 2 * row(at) + row(at + width)) >> 4;
    }
  return { width, height, data: smooth };
}

/** Pixels that are clearly darker than their neighbourhood, whatever light falls there. */
function darkPixels({ width, height, data }: GreyImage): Uint8Array {
  const dark = new Uint8Array(width * height);
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  const add = (y: number, sign: number) => {
    for (let x = 0; x < width; x++) {
      const value = data[y * width + x]!;
      sums[x] = sums[x]! + sign * value;
      squares[x] = squares[x]! + sign * value * value;
    }
  };
  for (let y = 0; y < Math.min(RADIUS, height); y++) add(y, 1);
  for (let y = 0; y < height; y++) {
    if (y + RADIUS < height) add(y + RADIUS, 1);
    if (y - RADIUS - 1 >= 0) add(y - RADIUS - 1, -1);
    const rows = Math.min(y + RADIUS, height - 1) - Math.max(y - RADIUS, 0) + 1;
    markRow(data, dark, { y, width, rows, sums, squares });
  }
  return dark;
}

interface Row {
  y: number;
  width: number;
  /** How many rows the sums of the columns cover. */
  rows: number;
  sums: Float64Array;
  squares: Float64Array;
}

function markRow(data: Uint8Array, dark: Uint8Array, { y, width, rows, sums, squares }: Row): void {
  let [sum, square] = [0, 0];
  const add = (x: number, sign: number) => {
    sum += sign * sums[x]!;
    square += sign * squares[x]!;
  };
  for (let x = 0; x < Math.min(RADIUS, width); x++) add(x, 1);
  for (let x = 0; x < width; x++) {
    if (x + RADIUS < width) add(x + RADIUS, 1);
    if (x - RADIUS - 1 >= 0) add(x - RADIUS - 1, -1);
    const count = rows * (Math.min(x + RADIUS, width - 1) - Math.max(x - RADIUS, 0) + 1);
    const mean = sum / count;
    const deviation = Math.sqrt(Math.max(square / count - mean * mean, 0));
    if (data[y * width + x]! < mean - Math.max(LEAST_CONTRAST, DEVIATIONS * deviation)) dark[y * width + x] = 1;
  }
}

/** The boxes of dark pixels that touch. Each run of pixels in a row joins the runs that it touches in the row above. */
function joined({ width, height }: GreyImage, dark: Uint8Array): Mark[] {
  const boxes: { left: number; top: number; right: number; bottom: number; parent: number }[] = [];
  const rootOf = (run: number): number => {
    let root = run;
    while (boxes[root]!.parent !== root) root = boxes[root]!.parent;
    boxes[run]!.parent = root;
    return root;
  };
  const join = (a: number, b: number) => {
    const [one, other] = [rootOf(a), rootOf(b)];
    if (one === other) return;
    const [box, more] = [boxes[one]!, boxes[other]!];
    more.parent = one;
    box.left = Math.min(box.left, more.left);
    box.right = Math.max(box.right, more.right);
    box.top = Math.min(box.top, more.top);
    box.bottom = Math.max(box.bottom, more.bottom);
  };
  let above: [left: number, right: number, run: number][] = [];
  for (let y = 0; y < height; y++) {
    const row: typeof above = [];
    let next = 0;
    for (let x = 0; x < width; x++) {
      if (!dark[y * width + x]) continue;
      const left = x;
      while (x < width && dark[y * width + x]) x++;
      const run = boxes.push({ left, right: x, top: y, bottom: y + 1, parent: boxes.length }) - 1;
      row.push([left, x, run]);
      while (next < above.length && above[next]![1] < left) next++;
      for (let at = next; at < above.length && above[at]![0] <= x; at++) join(run, above[at]![2]);
    }
    above = row;
  }
  return boxes
    .filter(({ parent }, at) => parent === at)
    .map(({ left, top, right, bottom }) => ({
      x: (left + right - 1) / 2,
      y: (top + bottom - 1) / 2,
      width: right - left,
      height: bottom - top,
    }));
}
