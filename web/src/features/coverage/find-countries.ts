import type { Locale } from '../../i18n/locale';
import { type Country, inAlphabet } from './countries';

/** The number of cells in which results are shown. */
export const result_count = 8;

/**
 * Finds countries by their code, or by their name in the language of the page or in English. An equal code comes first, then names
 * that begin with the text, then names in which a word begins with it, then the others that contain it. Case and accents do not
 * matter. @returns undefined when nothing was typed.
 */
export function findCountries(text: string, locale: Locale): Country[] | undefined {
  const wanted = fold(text.trim());
  if (!wanted) return undefined;
  return inAlphabet(locale)
    .map((country) => ({ country, rank: rankOf(country, wanted, locale) }))
    .filter(({ rank }) => rank < none)
    .sort((a, b) => a.rank - b.rank)
    .map(({ country }) => country);
}

const none = 4;

function rankOf({ code, names }: Country, wanted: string, locale: Locale): number {
  if (fold(code) === wanted) return 0;
  return Math.min(
    ...[names[locale], names.en].map((name) => {
      const folded = fold(name);
      if (folded.startsWith(wanted)) return 1;
      if (folded.includes(` ${wanted}`)) return 2;
      return folded.includes(wanted) ? 3 : none;
    }),
  );
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
