/** From a picture to the lines: finds them, cuts and recognises their letters, and keeps only what the check digits confirm. */

import { type MrzFields, readMrzFields } from '../access/mrz-fields.ts';
import { accessKeyProblem } from '../access/password.ts';
import { findLines, type LetterLine } from './find-lines.ts';
import { findMarks } from './find-marks.ts';
import { type GreyImage, greySizes, type RgbaImage } from './grey-image.ts';
import { cutLetter, type Probabilities, probabilitiesOf } from './letters.ts';
import { FORMS, readText } from './read-lines.ts';

/** A zone whose check digits are all right. */
export interface ReadMrz {
  /** Two lines of 44 or 36 letters, or three of 30. */
  lines: string[];
  /** From 0 to 1: how clearly the picture shows these lines and no others. */
  confidence: number;
  /** The key to the chip. Dates as YYMMDD. */
  key: MrzFields;
}

/** Less than this is not returned: better another picture than a wrong letter. */
const LEAST_CONFIDENCE = 0.5;

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

function readSize(image: GreyImage): ReadMrz | undefined {
  const lines = findLines(findMarks(image));
  const middle = image.width / 2;
  lines.sort((a, b) => a.yAt(middle) - b.yAt(middle));
  let best: ReadMrz | undefined;
  for (const form of FORMS)
    for (const group of groups(lines, form.lines.length)) {
      const read = readGroup(image, form, group);
      if (read && read.confidence > (best?.confidence ?? 0)) best = read;
    }
  return best;
}

/** Lines one below the other, at about the distance that the standard prescribes. */
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

/** Tries where the lines begin: a letter at the edge may have been missed, or a speck taken for one. */
const SHIFTS = [0, -1, 1, -2, 2];

function readGroup(image: GreyImage, form: (typeof FORMS)[number], group: LetterLine[]): ReadMrz | undefined {
  const length = form.lines[0]!.length;
  if (group.some(({ first, last }) => Math.abs(last - first + 1 - length) > 3)) return undefined;
  const known = group.map(() => new Map<number, Probabilities>());
  const letterAt = (line: number, place: number) => {
    const letters = known[line]!;
    const letter = letters.get(place) ?? probabilitiesOf(cutLetter(image, group[line]!, place));
    letters.set(place, letter);
    return letter;
  };
  const starts = group.map(({ first, last }) => {
    const start = Math.min(first, last - length + 1);
    return SHIFTS.map((shift) => start + shift).filter(
      (at) => at >= Math.min(first, last - length + 1) - 1 && at <= Math.max(first, last - length + 1) + 1,
    );
  });
  let best: ReadMrz | undefined;
  for (const choice of combinations(starts)) {
    const zone = choice.flatMap((start, line) => Array.from({ length }, (_, at) => letterAt(line, start + at)));
    const read = readText(form, zone);
    if (!read || read.confidence < LEAST_CONFIDENCE || read.confidence <= (best?.confidence ?? 0)) continue;
    const lines = form.lines.map((_, at) => read.text.slice(at * length, (at + 1) * length));
    if (accessKeyProblem({ mrz: read.text })) continue;
    const { document_number, ...dates } = readMrzFields(read.text);
    best = {
      lines,
      confidence: read.confidence,
      key: { document_number: document_number.replace(/<+$/, ''), ...dates },
    };
    if (best.confidence > 0.9) return best;
  }
  return best;
}

const combinations = (lists: number[][]): number[][] =>
  lists.reduce<number[][]>((all, list) => all.flatMap((one) => list.map((value) => [...one, value])), [[]]);
