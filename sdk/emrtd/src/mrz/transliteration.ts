/** Doc 9303-3, 6.A: how letters that the MRZ does not have may be written in it. Accents may also be left out. */
// biome-ignore format: a table.
const SPELLINGS: Record<string, readonly string[]> = {
  Ä: ['AE'], Å: ['AA'], Æ: ['AE'], Ð: ['D'], Đ: ['D'], Ə: ['E'], Ħ: ['H'], Ĳ: ['IJ'], Ł: ['L'], Ñ: ['NXX'], Ŋ: ['N'],
  Ö: ['OE'], Ø: ['OE', 'O'], Œ: ['OE'], Ŧ: ['T'], Þ: ['TH'], Ü: ['UE', 'UXX'], ẞ: ['SS'],
};

/** Left out in the MRZ, or a filler there (Doc 9303-3, 4.6). */
const MARKS = /['’ʼ`.,]/;

/** Whether this is how the MRZ may write the name. Both are of one identifier, with spaces between their parts. */
export const isSpelledAs = (name: string, mrz: string): boolean =>
  stepsThrough(name, mrz).at(-1)?.has(mrz.length) === true;

/** Whether the MRZ, which cuts names, may have written this much of the name: each word is the beginning of a word. */
export function isCutFrom(name: string, mrz: string): boolean {
  const words = name.replace(new RegExp(MARKS, 'g'), '').split(/[^\p{L}\p{N}\p{M}]+/u);
  return mrz
    .split(' ')
    .every((cut, index) => stepsThrough(words[index] ?? '', cut).some((positions) => positions.has(cut.length)));
}

/** After none, one, two and more letters of the name, each spelled in one of its ways: where in the text it may have come to. */
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

/** Capitals, each with its accents. */
const lettersOf = (text: string) => [...text.normalize('NFC').toUpperCase().normalize('NFC')];

function spellingsOf(letter: string): readonly string[] {
  if (MARKS.test(letter)) return ['', ' '];
  // Some issuers join what a hyphen joins.
  if (/[^\p{L}\p{N}\p{M}]/u.test(letter)) return [' ', ''];
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '');
  return [plain, ...(SPELLINGS[letter] ?? [])];
}
