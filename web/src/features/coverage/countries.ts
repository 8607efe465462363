import coverage from '../../content/coverage.json?rows';
import type { Locale } from '../../i18n/locale';
import type { Shade } from '../world-map/WorldMap';

export type Country = {
  code: string;
  names: Record<Locale, string>;
  passport: boolean;
  national_id: boolean;
  /** Whether a public master list has a signing certificate of the issuer. */
  trust_anchor: boolean;
};

export type Coverage = { glance: string[]; baltics: string[]; countries: Country[] };

export const { countries } = coverage;

const byCode = new Map(countries.map((country) => [country.code, country]));
const countriesOf = (codes: string[]) => codes.flatMap((code) => byCode.get(code) ?? []);

const baltics: Country = {
  code: '',
  names: { en: 'Baltics', es: 'Países bálticos' },
  passport: countriesOf(coverage.baltics).every((country) => country.passport),
  national_id: countriesOf(coverage.baltics).every((country) => country.national_id),
  trust_anchor: countriesOf(coverage.baltics).every((country) => country.trust_anchor),
};

export const countriesAtAGlance: Country[] = coverage.glance.flatMap((code) =>
  code === 'BALTICS' ? baltics : countriesOf([code]),
);

export function inAlphabeticalOrder(locale: Locale): Country[] {
  const { compare } = new Intl.Collator(locale);
  return countries.toSorted((a, b) => compare(a.names[locale], b.names[locale]));
}

/** The countries in alphabetical order, by first letter without its accent, as in a dictionary: Åland is found under A. */
export const countriesByLetter = (locale: Locale): Map<string, Country[]> =>
  Map.groupBy(inAlphabeticalOrder(locale), ({ names }) => names[locale].normalize('NFD').charAt(0));

function shadeOf({ passport, national_id, trust_anchor }: Country): Shade {
  if (!passport && !national_id) return 0;
  if (!trust_anchor) return 1;
  return passport && national_id ? 4 : 2;
}

export const coverageShades: Record<string, Shade> = Object.fromEntries(
  countries.map((country) => [country.code, shadeOf(country)]),
);

export const countOf = (shade: Shade): number =>
  Object.values(coverageShades).filter((value) => value === shade).length;
