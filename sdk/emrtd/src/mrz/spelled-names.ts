import type { Mrz } from './mrz.ts';

type Names = Pick<Mrz, 'surname' | 'given_names'>;

/**
 * The names as spelled in DG11, with letters that the MRZ does not have and without truncation, if they match the names in the MRZ
 * (Doc 9303-3, 4.6 and 6; 9303-10, 4.7.11). Names in another script, or other names, are ignored.
 */
export function namesOf(mrz: Mrz, fullName: string | undefined): Names & { names_truncated?: true } {
  const { names_truncated } = mrz;
  // A single name is a primary identifier (Doc 9303-3, 4.6), wherever the issuer put it.
  const { surname, given_names } = mrz.surname ? mrz : { surname: mrz.given_names, given_names: '' };
  const full = fullName && splitFullName(fullName);
  const isSame = names_truncated ? isCutFrom : isSpelledAs;
  if (full && isSame(full.surname, surname) && isSame(full.given_names, given_names)) return full;
  return { surname, given_names, ...(names_truncated && { names_truncated }) };
}

function splitFullName(text: string): Names | undefined {
  const [primary = '', ...secondary] = text.split('<<');
  const surname = spaced(primary);
  return surname ? { surname, given_names: spaced(secondary.join('<')) } : undefined;
}

/** Names that look the same must be equal strings, so invisible characters are removed. None of them is a letter of a Latin name. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Typographic ligatures such as ﬁ, ﬀ and ﬆ. The MRZ has them as separate letters. */
const LIGATURES = /[\uFB00-\uFB06]/g;

const spaced = (text: string) =>
  text
    .replace(INVISIBLE, '')
    .replace(LIGATURES, (ligature) => ligature.normalize('NFKC'))
    .replace(/[<\s]+/g, ' ')
    .trim();

/** Doc 9303-3, 6.A: how letters outside the MRZ's alphabet may be written in it. Accents may also be omitted. */
// biome-ignore format: a table.
const SPELLINGS: Record<string, readonly string[]> = {
  Ä: ['AE'], Å: ['AA'], Æ: ['AE'], Ð: ['D'], Đ: ['D'], Ə: ['E'], Ħ: ['H'], Ĳ: ['IJ'], Ł: ['L'], Ñ: ['NXX'], Ŋ: ['N'],
  Ö: ['OE'], Ø: ['OE', 'O'], Œ: ['OE'], Ŧ: ['T'], Þ: ['TH'], Ü: ['UE', 'UXX'], ẞ: ['SS'],
};

/** Omitted in the MRZ, or replaced by a filler (Doc 9303-3, 4.6). */
const MARKS = /['’ʼ`.,]/;

/** Whether `mrz` is a way in which the MRZ may write the name. Both are one identifier, with spaces between its parts. */
const isSpelledAs = (name: string, mrz: string): boolean => stepsThrough(name, mrz).at(-1)?.has(mrz.length) === true;

/** Whether the MRZ may be a truncation of the name: each word of the MRZ begins the word at the same position in the name. */
function isCutFrom(name: string, mrz: string): boolean {
  const words = name.replace(new RegExp(MARKS, 'g'), '').split(/[^\p{L}\p{N}\p{M}]+/u);
  return mrz
    .split(' ')
    .every((cut, index) => stepsThrough(words[index] ?? '', cut).some((positions) => positions.has(cut.length)));
}

/** Entry `n` holds the positions in the text at which a spelling of the name's first `n` letters can end. */
function stepsThrough(name: string, text: string): Set<number>[] {
  const steps = [new Set([0])];
  for (const letter of lettersOf(name)) {
    const next = new Set<number>();
    for (const position of steps.at(-1) ?? [])
      for (const spelling of spellingsOf(letter))
        if (text.startsWith(spelling, position)) next.add(position + spelling.length);
    steps.push(next);
  }
  return steps;
}

/** Upper-case letters, each with its accents. */
const lettersOf = (text: string) => [...text.normalize('NFC').toUpperCase().normalize('NFC')];

function spellingsOf(letter: string): readonly string[] {
  if (MARKS.test(letter)) return ['', ' '];
  // Some issuers drop a hyphen and join the words.
  if (/[^\p{L}\p{N}\p{M}]/u.test(letter)) return [' ', ''];
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '');
  return [plain, ...(SPELLINGS[letter] ?? [])];
}
