import type { Mrz } from './mrz.ts';

type Names = Pick<Mrz, 'surname' | 'given_names'>;

/**
 * The MRZ cuts long names without saying so. Where its name field is full, the full name of DG11 is used if it is the same name,
 * so that each word of the MRZ is the beginning of a word there (Doc 9303-3, 4.6 and 9303-10, 4.7.11).
 */
export function completeNames(mrz: Mrz, fullName: string | undefined): Names {
  const { surname, given_names } = mrz;
  const full = fullName && splitFullName(fullName);
  if (!mrz.names_truncated || !full) return { surname, given_names };
  const isSame = isBeginningOf(surname, full.surname) && isBeginningOf(given_names, full.given_names);
  return isSame ? full : { surname, given_names };
}

function splitFullName(text: string): Names | undefined {
  const [primary = '', ...secondary] = text.split('<<');
  const surname = spaced(primary);
  return surname ? { surname, given_names: spaced(secondary.join('<')) } : undefined;
}

function isBeginningOf(short: string, full: string): boolean {
  return [expanded(full), stripped(full)].some((spelling) => {
    const words = wordsOf(spelling);
    return wordsOf(short).every((word, index) => words[index]?.startsWith(word));
  });
}

/** Doc 9303-3, 6: the recommended transliteration of letters that are not in the MRZ. */
const LETTERS: Record<string, string> = {
  Ä: 'AE',
  Å: 'AA',
  Æ: 'AE',
  Ð: 'D',
  Ø: 'OE',
  Ö: 'OE',
  Ü: 'UE',
  Þ: 'TH',
  ß: 'SS',
  ẞ: 'SS',
  Đ: 'D',
  Ħ: 'H',
  Ĳ: 'IJ',
  Ł: 'L',
  Ŋ: 'N',
  Œ: 'OE',
  Ŧ: 'T',
  ı: 'I',
};

const expanded = (text: string) =>
  stripped(text.toUpperCase().replace(/[^\u0000-\u007f]/g, (letter) => LETTERS[letter] ?? letter));

const stripped = (text: string) => text.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '');

const wordsOf = (text: string) =>
  text
    .replace(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const spaced = (text: string) => text.replace(/[<\s]+/g, ' ').trim();
