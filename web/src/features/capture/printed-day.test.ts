import { expect, test } from 'vitest';
import { printedDay } from './printed-day';

const TODAY = new Date('2026-11-26');

test.each([
  ['900412', 'PAST', 'en', 'April 12, 1990'],
  ['261126', 'PAST', 'en', 'November 26, 2026'],
  ['270101', 'PAST', 'en', 'January 1, 1927'],
  ['330114', 'FUTURE', 'es', '14 de enero de 2033'],
  ['461231', 'FUTURE', 'de', '31. Dezember 2046'],
  ['991231', 'FUTURE', 'en', 'December 31, 1999'],
  ['9004<<', 'PAST', 'en', '9004<<'],
  ['900431', 'PAST', 'en', '900431'],
] as const)('writes %s in the %s in %s as %s', (text, lies, language, written) => {
  expect(printedDay(text, lies, language, TODAY)).toBe(written);
});
