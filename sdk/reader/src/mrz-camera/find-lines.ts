/** Finds lines of letters at a fixed pitch, straight or slightly bent, on a picture that may show anything else too. */
import type { Mark } from './find-marks.ts';

/**
 * A line of letters. Letter `n` is at `xAt(n)`; the number 0 is an arbitrary letter. Letters before `first` and after `last` were
 * not seen.
 */
export interface LetterLine {
  first: number;
  last: number;
  xAt: (letter: number) => number;
  yAt: (x: number) => number;
  slopeAt: (x: number) => number;
}

const FEWEST_MARKS = 14;
/** The slope of a document held at 15 degrees. */
const STEEPEST = 0.27;

export const findLines = (marks: Mark[]): LetterLine[] =>
  chains(marks).flatMap((chain) => {
    const line = lineThrough(chain, marks);
    return line ? [line] : [];
  });

/** Large enough for a letter, and narrower than two letters that a blur has joined. */
const isLetter = ({ width, height }: Mark) => height >= 7 && width <= 1.35 * height && width >= 0.12 * height;

function chains(marks: Mark[]): Mark[][] {
  const letters = marks.filter(isLetter);
  const chainOf = letters.map((_, at) => [at]);
  letters.forEach((_, at) => {
    const next = neighbourOf(letters, at);
    if (next === undefined || chainOf[next] === chainOf[at]) return;
    const [one, other] = [chainOf[at]!, chainOf[next]!];
    const [longer, shorter] = one.length > other.length ? [one, other] : [other, one];
    longer.push(...shorter);
    for (const moved of shorter) chainOf[moved] = longer;
  });
  return [...new Set(chainOf)]
    .filter(({ length }) => length >= FEWEST_MARKS)
    .map((chain) => chain.map((at) => letters[at]!));
}

function neighbourOf(letters: Mark[], at: number): number | undefined {
  const { x, y, height } = letters[at]!;
  let [nearest, shortest]: [number | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (let other = at + 1; other < letters.length; other++) {
    const mark = letters[other]!;
    const [right, down] = [mark.x - x, Math.abs(mark.y - y)];
    if (right > 2.6 * height) break;
    const ratio = mark.height / height;
    if (right < 0.4 * height || ratio < 0.6 || ratio > 1.67 || down > STEEPEST * right + 0.1 * height) continue;
    if (right + 2 * down < shortest) [nearest, shortest] = [other, right + 2 * down];
  }
  return nearest;
}

function lineThrough(chain: Mark[], marks: Mark[]): LetterLine | undefined {
  const height = median(chain.map((mark) => mark.height));
  const course = courseOf(chain, height);
  if (!course) return undefined;
  const near = marks.filter(
    (mark) =>
      Math.abs(mark.y - course.yAt(mark.x)) < 0.5 * height && mark.height > 0.45 * height && mark.height < 1.7 * height,
  );
  const letters = near.filter(isLetter);
  const pitch = pitchOf(letters);
  if (!pitch || letters.length < FEWEST_MARKS) return undefined;
  const numbered = numberedFrom(letters, pitch);
  const xAt = spacingOf(numbered);
  if (!xAt) return undefined;
  const seen = numbered.filter(([letter, x]) => Math.abs(xAt(letter) - x) < 0.35 * pitch).map(([letter]) => letter);
  if (seen.length < FEWEST_MARKS) return undefined;
  return { first: Math.min(...seen), last: Math.max(...seen), xAt, ...course };
}

/**
 * The steps that fit the course of a line to the middles of its marks: first straight, then as a parabola. Each step drops the marks
 * that are further off than `tolerance` heights of a letter.
 */
const FITS = [
  { degree: 1, tolerance: 1.2 },
  { degree: 1, tolerance: 0.5 },
  { degree: 2, tolerance: 0.3 },
  { degree: 2, tolerance: 0.3 },
];

function courseOf(chain: Mark[], height: number): Pick<LetterLine, 'yAt' | 'slopeAt'> | undefined {
  const middle = median(chain.map(({ x }) => x));
  let kept = chain;
  let course: Pick<LetterLine, 'yAt' | 'slopeAt'> | undefined;
  for (const { degree, tolerance } of FITS) {
    const fit = leastSquares(
      kept.map(({ x }) => [1, (x - middle) / 100, ((x - middle) / 100) ** 2].slice(0, degree + 1)),
      kept.map(({ y }) => y),
    );
    if (!fit) return undefined;
    const [level, slope, bend = 0] = fit as [number, number, number?];
    const yAt = (x: number) => level + (slope * (x - middle)) / 100 + bend * ((x - middle) / 100) ** 2;
    const slopeAt = (x: number) => slope / 100 + (2 * bend * (x - middle)) / 10_000;
    kept = chain.filter(({ x, y }) => Math.abs(y - yAt(x)) < tolerance * height);
    if (kept.length < FEWEST_MARKS || Math.abs(slopeAt(middle)) > STEEPEST) return undefined;
    course = { yAt, slopeAt };
  }
  return course;
}

function pitchOf(letters: Mark[]): number | undefined {
  const gaps = letters.slice(1).flatMap((mark, at) => {
    const gap = mark.x - letters[at]!.x;
    return gap > 0.5 * mark.height && gap < 1.8 * mark.height ? [gap] : [];
  });
  return gaps.length < FEWEST_MARKS / 2 ? undefined : median(gaps);
}

/**
 * Numbers the letters: 0 is in the middle, and numbers increase to the right. The pitch follows the perspective: letters nearer to
 * the camera are further apart.
 */
function numberedFrom(letters: Mark[], usual: number): [letter: number, x: number][] {
  const numbered: [number, number][] = [];
  // Starts in the middle, where the usual pitch holds best.
  const middle = letters.length >> 1;
  for (const step of [1, -1]) {
    let [pitch, letter, x] = [usual, 0, letters[middle]!.x];
    for (let at = middle + (step === 1 ? 0 : -1); at >= 0 && at < letters.length; at += step) {
      const apart = (letters[at]!.x - x) / pitch;
      const steps = Math.round(apart);
      if (steps === 0 && at !== middle) continue;
      if (Math.abs(steps) > 6) break;
      if (Math.abs(apart - steps) > 0.35) continue;
      if (steps !== 0) pitch += 0.2 * ((letters[at]!.x - x) / steps - pitch);
      letter += steps;
      x = letters[at]!.x;
      numbered.push([letter, x]);
    }
  }
  return numbered;
}

/** Where each letter is: a projection of equal distances, x = (a + b n) / (1 + c n). */
function spacingOf(numbered: [number, number][]): ((letter: number) => number) | undefined {
  let kept = numbered;
  let xAt: ((letter: number) => number) | undefined;
  for (const tolerance of [0.5, 0.25, 0.2]) {
    if (kept.length < FEWEST_MARKS) return undefined;
    const fit = leastSquares(
      kept.map(([letter, x]) => [1, letter, (-letter * x) / 1000]),
      kept.map(([, x]) => x),
    );
    if (!fit) return undefined;
    const [start, pitch, recession] = fit as [number, number, number];
    const at = (letter: number) => (start + pitch * letter) / (1 + (recession / 1000) * letter);
    xAt = at;
    kept = numbered.filter(
      ([letter, x]) => Math.abs(at(letter) - x) < tolerance * Math.abs(at(letter + 1) - at(letter)),
    );
  }
  return xAt;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

function leastSquares(rows: number[][], values: number[]): number[] | undefined {
  const size = rows[0]?.length ?? 0;
  const matrix = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (_, j) => rows.reduce((sum, row) => sum + row[i]! * row[j]!, 0)),
    rows.reduce((sum, row, at) => sum + row[i]! * values[at]!, 0),
  ]);
  for (let i = 0; i < size; i++) {
    const pivot = matrix.slice(i).reduce((best, row) => (Math.abs(row[i]!) > Math.abs(best[i]!) ? row : best));
    if (Math.abs(pivot[i]!) < 1e-9) return undefined;
    matrix[matrix.indexOf(pivot)] = matrix[i]!;
    matrix[i] = pivot;
    for (const row of matrix) {
      if (row === pivot) continue;
      const factor = row[i]! / pivot[i]!;
      for (let j = i; j <= size; j++) row[j] = row[j]! - factor * pivot[j]!;
    }
  }
  return matrix.map((row, i) => row[size]! / row[i]!);
}
