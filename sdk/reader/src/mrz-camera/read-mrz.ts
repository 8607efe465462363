import { type MrzFields, readMrzFields } from '../access/mrz-fields.ts';
import { accessKeyProblem } from '../access/password.ts';
import { findLines, type LetterLine } from './find-lines.ts';
import { findMarks } from './find-marks.ts';
import { type GreyImage, greySizes, type RgbaImage } from './grey-image.ts';
import { ALPHABET, cutLetter, type Probabilities, probabilitiesOf } from './letters.ts';
import { FORMS, type ReadText, readText } from './read-lines.ts';

/** A zone whose check digits are all right. */
export interface ReadMrz {
  /** Two lines of 44 or 36 letters, or three of 30. */
  lines: string[];
  /** From 0 to 1: how clearly the picture shows these lines and no others. */
  confidence: number;
  /** Letters that might be others, such as those of a name, which no check digit covers: to be compared with the document. From 0. */
  doubtful: { line: number; column: number }[];
  /** The key to the chip. Dates as YYMMDD. */
  key: MrzFields;
}

/** Lines with less confidence are not returned: another picture is better than a wrong letter. */
const LEAST_CONFIDENCE = 0.8;

/** Finds and reads the lines. Nothing unless every check digit is right and no other reading fits about as well. */
export function recogniseMrz(image: RgbaImage): ReadMrz | undefined {
  let best: ReadMrz | undefined;
  for (const size of greySizes(image)) {
    const read = readSize(size);
    if (read && read.confidence > (best?.confidence ?? 0)) best = read;
    if (best && best.confidence > 0.9) return best;
  }
  return best;
}

/** A pattern may look like many lines. Only the longest are read. */
const MOST_LINES = 20;

function readSize(image: GreyImage): ReadMrz | undefined {
  const middle = image.width / 2;
  const lines = findLines(findMarks(image))
    .sort((a, b) => b.last - b.first - (a.last - a.first))
    .slice(0, MOST_LINES);
  lines.sort((a, b) => a.yAt(middle) - b.yAt(middle));
  let best: ReadMrz | undefined;
  for (const form of FORMS)
    for (const group of groups(lines, form.lines.length)) {
      const read = readGroup(image, form, group);
      if (read && read.confidence > (best?.confidence ?? 0)) best = read;
    }
  return best;
}

function groups(lines: LetterLine[], count: number): LetterLine[][] {
  const below = (upper: LetterLine) =>
    lines.filter((lower) => {
      const x = lower.xAt((lower.first + lower.last) / 2);
      const pitch = lower.xAt(lower.first + 1) - lower.xAt(lower.first);
      const distance = (lower.yAt(x) - upper.yAt(x)) / pitch;
      return distance > 1.4 && distance < 3.8;
    });
  let found = lines.map((line) => [line]);
  for (let at = 1; at < count; at++)
    found = found.flatMap((group) => below(group.at(-1)!).map((line) => [...group, line]));
  return found;
}

/** A line may seem longer, where a pattern beside it continues, or shorter, where its ends were not seen. */
const [MOST_EXTRA, MOST_MISSING] = [30, 3];
const BEGINNINGS = 3;
/**
 * In pixels. In smaller letters, a wrong text may look certain. At this distance letters are 13.6 pixels high seen from the front, and
 * 14 turned away by 15 degrees.
 */
const LEAST_PITCH = 14;

function readGroup(image: GreyImage, form: (typeof FORMS)[number], group: LetterLine[]): ReadMrz | undefined {
  if (group.some((line) => pitchOf(line) < LEAST_PITCH)) return undefined;
  const length = form.lines[0]!.length;
  const seen = group.map(({ first, last }) => last - first + 1 - length);
  if (seen.some((extra) => extra > MOST_EXTRA || extra < -MOST_MISSING)) return undefined;
  let best: ReadMrz | undefined;
  for (const lines of combinations(group.map((line) => likelyLines(image, line, length)))) {
    const read = readText(form, lines.flat());
    if (!read || read.confidence < LEAST_CONFIDENCE || read.confidence <= (best?.confidence ?? 0)) continue;
    if (accessKeyProblem({ mrz: read.text })) continue;
    best = asRead(read, length);
    if (best.confidence > 0.9) return best;
  }
  return best;
}

/** The distance of two letters in the middle of the line, in pixels. */
function pitchOf({ first, last, xAt, slopeAt }: LetterLine): number {
  const middle = (first + last) / 2;
  return (xAt(middle + 0.5) - xAt(middle - 0.5)) * Math.hypot(1, slopeAt(xAt(middle)));
}

function likelyLines(image: GreyImage, line: LetterLine, length: number): Probabilities[][] {
  const start = Math.min(line.first, line.last - length + 1) - 1;
  const end = Math.max(line.last, line.first + length - 1) + 1;
  const letters = Array.from({ length: end - start + 1 }, (_, at) =>
    probabilitiesOf(cutLetter(image, line, start + at)),
  );
  const clarity = letters.map((letter) => Math.log(Math.max(...letter.subarray(0, ALPHABET.length)) + 0.001));
  return Array.from({ length: letters.length - length + 1 }, (_, at) => ({
    letters: letters.slice(at, at + length),
    clarity: clarity.slice(at, at + length).reduce((sum, value) => sum + value, 0),
  }))
    .sort((a, b) => b.clarity - a.clarity)
    .slice(0, BEGINNINGS)
    .map(({ letters }) => letters);
}

function asRead({ text, confidence, doubtful }: ReadText, length: number): ReadMrz {
  const { document_number, ...dates } = readMrzFields(text);
  return {
    lines: Array.from({ length: text.length / length }, (_, at) => text.slice(at * length, (at + 1) * length)),
    confidence,
    doubtful: doubtful.map((place) => ({ line: Math.floor(place / length), column: place % length })),
    key: { document_number: withoutFillers(document_number), ...dates },
  };
}

function withoutFillers(number: string): string {
  let end = number.length;
  while (number[end - 1] === '<') end--;
  return number.slice(0, end);
}

const combinations = <Choice>(lists: Choice[][]): Choice[][] =>
  lists.reduce<Choice[][]>((all, list) => all.flatMap((one) => list.map((value) => [...one, value])), [[]]);
