import type { Mrz } from './mrz.ts';
import { isCutFrom, isSpelledAs } from './transliteration.ts';

type Names = Pick<Mrz, 'surname' | 'given_names'>;

/**
 * The names as spelled in DG11, with letters that the MRZ does not have and without truncation, if they match the names in the MRZ
 * (Doc 9303-3, 4.6 and 6; 9303-10, 4.7.11). Names in another script, or other names, are ignored.
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
