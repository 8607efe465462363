import { describe, expect, test } from 'vitest';
import { countries, countriesAtAGlance } from './countries';
import { findCountries } from './find-countries';

const codes = (text: string, locale: 'en' | 'es' = 'en') => findCountries(text, locale)?.map(({ code }) => code);

describe('findCountries', () => {
  test.each([
    ['SE', 'en', 'SE'],
    ['se', 'en', 'SE'],
    [' de ', 'en', 'DE'],
    ['in', 'en', 'IN'],
    ['sweden', 'en', 'SE'],
    ['SUECIA', 'es', 'SE'],
    ['sweden', 'es', 'SE'],
    ['espana', 'es', 'ES'],
    ['cote', 'en', 'CI'],
    ['turkiye', 'en', 'TR'],
    ['TÜRKIYE', 'en', 'TR'],
    ['kingdom', 'en', 'GB'],
    ['reino', 'es', 'GB'],
  ] as const)('%s in %s finds %s first', (text, locale, code) => expect(codes(text, locale)?.[0]).toBe(code));

  test('lists names that begin with the text before those that contain it', () => {
    expect(codes('ger')?.slice(0, 2)).toEqual(['DE', 'DZ']);
  });

  test('matches only the language of the page and English', () => expect(codes('suecia')).toEqual([]));

  test.each(['estonia', 'latvia', 'lithuania'])('finds only %s', (name) => expect(codes(name)).toHaveLength(1));
  test('does not search for the Baltics as a group', () => expect(codes('baltics')).toEqual([]));

  test.each(['', '   '])('finds nothing for empty input', (text) => expect(findCountries(text, 'en')).toBeUndefined());
  test.each(['zzz', '[a-z]', '.*', '\\'])('%s finds nothing', (text) => expect(codes(text)).toEqual([]));
});

describe('the table', () => {
  const names = (list: typeof countries) => list.map(({ names }) => names.en);

  test('shows eight at a glance, the last supported for both documents', () => {
    expect(names(countriesAtAGlance)).toEqual([
      'United States',
      'Netherlands',
      'Germany',
      'France',
      'Spain',
      'United Kingdom',
      'Italy',
      'Baltics',
    ]);
    expect(countriesAtAGlance.at(-1)).toMatchObject({ passport: true, national_id: true });
  });

  test('has 250 countries and territories, each once', () => {
    expect(new Set(countries.map(({ code }) => code)).size).toBe(250);
    expect(countries.every(({ code }) => /^[A-Z]{2}$/.test(code))).toBe(true);
  });

  test('supports every passport but three', () => {
    expect(names(countries.filter(({ passport }) => !passport))).toEqual(['India', 'Mexico', 'Pakistan']);
  });

  test('supports the ID cards of a subset', () => {
    const cards = countries.filter(({ national_id }) => national_id);
    expect(cards.length).toBeGreaterThan(27);
    expect(cards.length).toBeLessThan(countries.length / 2);
  });
});
