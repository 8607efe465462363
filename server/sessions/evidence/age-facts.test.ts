import { expect, test } from 'vitest';
import { ageFacts } from './age-facts.ts';

const over = (born: string, years: number, on: string, more = {}) =>
  ageFacts({ [born.length === 10 ? 'date_of_birth' : 'partial_date_of_birth']: born, ...more }, on)[`age_over_${years}`]
    ?.value;

test.each([
  ['2008-11-22', '2026-11-22', true],
  ['2008-11-23', '2026-11-22', false],
  // 2026 has no 29 February.
  ['2008-02-29', '2026-02-28', false],
  ['2008-02-29', '2026-03-01', true],
  // The day, or the month and the day, are unknown. Only facts that hold for every possible day are included.
  ['2008-10', '2026-11-22', true],
  ['2008-11', '2026-11-22', undefined],
  ['2008-11', '2026-12-01', true],
  ['2008-02', '2026-02-01', undefined],
  ['2008-12', '2026-11-22', false],
  ['2007', '2026-11-22', true],
  ['2008', '2026-11-22', undefined],
  ['2009', '2026-11-22', false],
])('a person born on %s has turned 18 on %s: %s', (born, on, expected) => {
  expect(over(born, 18, on)).toBe(expected);
});

test.each([
  // A person born in 1905 or 2005 is at least 21 either way, and 65 only if it was 1905.
  ['2005-06-01', 21, true],
  ['2005-06-01', 65, undefined],
  ['2015-06-01', 12, undefined],
  ['2015', 12, undefined],
])('a person born on %s or a century earlier is at least %i years old: %s', (born, years, expected) => {
  expect(over(born, years, '2026-11-22', { birth_date_ambiguous: true })).toBe(expected);
});

test('each age fact names its day', () => {
  expect(ageFacts({ date_of_birth: '1990-08-12' }, '2026-03-02')).toMatchObject({
    age_over_21: { value: true, on: '2026-03-02' },
    age_over_65: { value: false, on: '2026-03-02' },
  });
});
