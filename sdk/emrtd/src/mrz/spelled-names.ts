import type { Mrz } from './mrz.ts';
import { isCutFrom, isSpelledAs } from './transliteration.ts';

type Names = Pick<Mrz, 'surname' | 'given_names'>;

/**
 * The names as DG11 spells them, with the letters that the MRZ cannot write and in full where it cuts them, if they are the same names
 * (Doc 9303-3, 4.6 and 6; 9303-10, 4.7.11). A name in another script, or another name, is not taken.
 */
export function namesOf(mrz: Mrz, fullName: string | undefined): Names {
  const { surname, given_names, names_truncated } = mrz;
  const full = fullName && splitFullName(fullName);
  if (!full) return { surname, given_names };
  const isSame = names_truncated ? isCutFrom : isSpelledAs;
  const agrees = isSame(full.surname, surname) && isSame(full.given_names, given_names);
  return agrees ? full : { surname, given_names };
}

function splitFullName(text: string): Names | undefined {
  const [primary = '', ...secondary] = text.split('<<');
  const surname = spaced(primary);
  return surname ? { surname, given_names: spaced(secondary.join('<')) } : undefined;
}

/** Two names that look the same must be the same to whoever compares them. No letter of a name in Latin script is among these. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Two or three letters that a printer has joined: ﬁ, ﬀ, ﬆ and their like. The MRZ has them apart. */
const LIGATURES = /[\uFB00-\uFB06]/g;

const spaced = (text: string) =>
  text
    .replace(INVISIBLE, '')
    .replace(LIGATURES, (ligature) => ligature.normalize('NFKC'))
    .replace(/[<\s]+/g, ' ')
    .trim();
