/** The most probable text of a machine readable zone in which every check digit is correct (ICAO Doc 9303-3, 4.9; 9303-4, -5, -6). */
import { checkDigit } from '../access/mrz-fields.ts';
import { ALPHABET, type Probabilities } from './letters.ts';
import { isState } from './states.ts';

type Kind = keyof typeof KINDS;

const KINDS = {
  a: /[A-Z<]/,
  n: /[0-9]/,
  d: /[0-9<]/,
  x: /[0-9A-Z<]/,
  /** The sex. */
  s: /[MF<]/,
  /** The first letter of a passport. */
  p: /P/,
  /** The first letter of a card. */
  c: /[ACI]/,
};

/** A field and the place of its check digit, counted through all lines. */
interface Checked {
  places: number[];
  digit: number;
}

/** The layout of a document: one letter of KINDS for each place. */
interface Form {
  lines: string[];
  checked: Checked[];
  /** The document number, without its check digit. */
  number: number;
  /** Issuing State and nationality. */
  states: number[];
  birth: number;
  expiry: number;
}

const from = (start: number, length: number) => Array.from({ length }, (_, at) => start + at);

export const FORMS: Form[] = [
  {
    lines: [`pa${'a'.repeat(42)}`, `${'x'.repeat(9)}naaa${'d'.repeat(6)}ns${'d'.repeat(6)}n${'x'.repeat(14)}dn`],
    checked: [
      { places: from(44, 9), digit: 53 },
      { places: from(57, 6), digit: 63 },
      { places: from(65, 6), digit: 71 },
      { places: from(72, 14), digit: 86 },
      { places: [...from(44, 10), ...from(57, 7), ...from(65, 22)], digit: 87 },
    ],
    number: 44,
    states: [2, 54],
    birth: 57,
    expiry: 65,
  },
  {
    lines: [`ca${'a'.repeat(34)}`, `${'x'.repeat(9)}daaa${'d'.repeat(6)}ns${'d'.repeat(6)}n${'x'.repeat(7)}n`],
    checked: [
      { places: from(36, 9), digit: 45 },
      { places: from(49, 6), digit: 55 },
      { places: from(57, 6), digit: 63 },
      { places: [...from(36, 10), ...from(49, 7), ...from(57, 14)], digit: 71 },
    ],
    number: 36,
    states: [2, 46],
    birth: 49,
    expiry: 57,
  },
  {
    lines: [
      `caaaa${'x'.repeat(9)}d${'x'.repeat(15)}`,
      `${'d'.repeat(6)}ns${'d'.repeat(6)}naaa${'x'.repeat(11)}n`,
      'a'.repeat(30),
    ],
    checked: [
      { places: from(5, 9), digit: 14 },
      { places: from(30, 6), digit: 36 },
      { places: from(38, 6), digit: 44 },
      { places: [...from(5, 25), ...from(30, 7), ...from(38, 7), ...from(48, 11)], digit: 59 },
    ],
    number: 5,
    states: [2, 45],
    birth: 30,
    expiry: 38,
  },
];

/** Letters with a lower probability are shown as doubtful: no check digit covers the name, and another typeface has another M. */
const CERTAIN = 0.99;
/** Letters with a lower probability are not considered. */
const LEAST = 0.02;
/** A field with more doubtful letters is not read. */
const MOST_DOUBTS = 6;

export interface ReadText {
  text: string;
  /** How probable the text is, compared with everything else that was considered. The least certain field decides. */
  confidence: number;
  /** The places of letters that might be others, counted through all lines. */
  doubtful: number[];
}

interface Option {
  letter: string;
  probability: number;
}

/**
 * @returns undefined if no text fits the form, or if a field has too many doubtful letters. When two texts fit about as well, the
 * confidence is low.
 */
export function readText(form: Form, zone: Probabilities[]): ReadText | undefined {
  const kinds = [...form.lines.join('')] as Kind[];
  const options = zone.map((probabilities, place) => optionsOf(probabilities, KINDS[kinds[place]!]));
  if (options.some(({ length }) => length === 0)) return undefined;
  const text = options.map(([best]) => best!.letter);
  let confidence = 1;
  for (const field of form.checked) {
    const places = [...field.places, field.digit];
    const read = bestThatFits(
      places.map((place) =>
        isDecided(form, field, place) ? [{ letter: text[place]!, probability: 1 }] : options[place]!,
      ),
    );
    if (!read) return undefined;
    confidence = Math.min(confidence, read.confidence);
    places.forEach((place, at) => {
      text[place] = read.letters[at]!;
    });
  }
  const checked = new Set(form.checked.flatMap(({ places, digit }) => [...places, digit]));
  // No check digit covers the other letters, so their own probability counts.
  options.forEach(([best], place) => {
    if (!checked.has(place)) confidence = Math.min(confidence, best!.probability);
  });
  if (!isPossible(form, text.join(''))) return undefined;
  const doubtful = text.flatMap((letter, place) => {
    const probability = options[place]!.find((option) => option.letter === letter)?.probability ?? 0;
    return probability < CERTAIN ? [place] : [];
  });
  return { text: text.join(''), confidence, doubtful };
}

/** Whether an earlier field has decided this place. The composite check digit comes last, and covers fields that have already been read. */
const isDecided = (form: Form, field: Checked, place: number): boolean =>
  form.checked
    .slice(0, form.checked.indexOf(field))
    .some(({ places, digit }) => digit === place || places.includes(place));

function optionsOf(probabilities: Probabilities, kind: RegExp): Option[] {
  const options = [...ALPHABET]
    .map((letter, at) => ({ letter, probability: probabilities[at]! }))
    .filter(({ letter, probability }) => kind.test(letter) && probability >= LEAST);
  return options.sort((a, b) => b.probability - a.probability);
}

function bestThatFits(options: Option[][]): { letters: string[]; confidence: number } | undefined {
  if (options.filter(({ length }) => length > 1).length > MOST_DOUBTS) return undefined;
  let texts: { letters: string[]; probability: number }[] = [{ letters: [], probability: 1 }];
  for (const place of options)
    texts = texts.flatMap(({ letters, probability }) =>
      place.map((option) => ({ letters: [...letters, option.letter], probability: probability * option.probability })),
    );
  const fitting = texts.filter(({ letters }) => fits(letters)).sort((a, b) => b.probability - a.probability);
  const [best] = fitting;
  if (!best) return undefined;
  // A fitting text is less credible if a text that does not fit looked likelier.
  const likeliest = Math.max(...texts.map(({ probability }) => probability));
  const sum = fitting.reduce((total, { probability }) => total + probability, 0);
  return { letters: best.letters, confidence: (best.probability / sum) * Math.sqrt(best.probability / likeliest) };
}

/** A filler replaces the check digit of an empty field, and of a number that continues elsewhere. */
function fits(letters: string[]): boolean {
  const digit = letters.at(-1)!;
  const field = letters.slice(0, -1).join('');
  if (digit === '<') return /^<*$/.test(field) || field.length === 9;
  return checkDigit(field) === digit;
}

/**
 * What no check digit tells: two wrong letters may cancel in one, and a State has none. A filler within a number is allowed, but it is
 * far more often a letter that was not seen.
 */
function isPossible({ number, states, birth, expiry }: Form, text: string): boolean {
  const field = (place: number, length: number) => text.slice(place, place + length);
  return (
    /^[^<]+<*$/.test(field(number, 9)) &&
    states.every((place) => isState(field(place, 3))) &&
    isDate(field(birth, 6)) &&
    // A document without an expiry date has fillers only.
    (field(expiry, 6) === '<<<<<<' || (isDate(field(expiry, 6)) && !field(expiry, 6).includes('<')))
  );
}

/** Whether the month is at most 12 and the day at most 31, unless they are unknown. */
function isDate(text: string): boolean {
  const [month, day] = [text.slice(2, 4), text.slice(4)];
  const within = (part: string, last: number) => part === '<<' || (/^\d\d$/.test(part) && Number(part) <= last);
  return within(month, 12) && within(day, 31);
}
