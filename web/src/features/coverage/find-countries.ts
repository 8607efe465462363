import type { Locale } from '../../i18n/locale';
import { type Country, inAlphabeticalOrder } from './countries';

export const result_count = 8;

/**
 * Finds countries by code, or by name in the language of the page or in English. An exact code comes first, then names that begin with
 * the text, then names in which a word begins with it, then names that contain it. Case and accents are ignored. @returns undefined when
 * nothing was typed.
 */
export function findCountries(text: string, locale: Locale): Country[] | undefined {
  const searched = fold(text.trim());
  if (!searched) return undefined;
  return inAlphabeticalOrder(locale)
    .map((country) => ({ country, rank: rankOf(country, searched, locale) }))
    .filter(({ rank }) => rank < no_match)
    .sort((a, b) => a.rank - b.rank)
    .map(({ country }) => country);
}

const no_match = 4;

function rankOf({ code, names }: Country, searched: string, locale: Locale): number {
  if (fold(code) === searched) return 0;
  return Math.min(
    ...[names[locale], names.en].map((name) => {
      const folded = fold(name);
      if (folded.startsWith(searched)) return 1;
      if (folded.includes(` ${searched}`)) return 2;
      return folded.includes(searched) ? 3 : no_match;
    }),
  );
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
