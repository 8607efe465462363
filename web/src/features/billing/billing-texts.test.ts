import { expect, test } from 'vitest';
import { activate, addCatalog } from '../../i18n/locale';
import { cycleStart } from './billing-texts';

addCatalog({
  en: () => import('virtual:catalogs/en/features/billing/billing-texts.ts'),
  es: () => import('virtual:catalogs/es/features/billing/billing-texts.ts'),
});

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [22, '22nd'],
  [23, '23rd'],
  [28, '28th'],
])('day %i is the %s', async (day, ordinal) => {
  await activate('en');
  expect(cycleStart(day)).toBe(`Begins the ${ordinal} every month`);
});

test('Spanish uses an ordinal only for the first', async () => {
  await activate('es');
  expect(cycleStart(1)).toBe('Comienza el 1.º de cada mes');
  expect(cycleStart(2)).toBe('Comienza el 2 de cada mes');
  expect(cycleStart(28)).toBe('Comienza el 28 de cada mes');
});
