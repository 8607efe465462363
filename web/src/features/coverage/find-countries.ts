import type { Locale } from '../../i18n/locale';
import { type Country, inAlphabet } from './countries';

/** The cells of the page. */
export const result_count = 8;

/**
 * The country with exactly that code, then those whose name in the page's language or in English has the text in it: at its beginning
 * first, then at that of a word. Case and accents do not matter. Nothing for empty input.
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
