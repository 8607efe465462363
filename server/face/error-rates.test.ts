import { expect, test } from 'vitest';
import { rateOf, ratesAt } from './error-rates.ts';

const percent = (share: number) => Math.round(share * 1e5) / 1e3;

/** Published values of Clopper and Pearson's bounds. */
test.each([
  [0, 270, 0, 1.357],
  [1, 10, 0.253, 44.502],
  [5, 10, 18.709, 81.291],
  [10, 10, 69.15, 100],
  [3, 100, 0.623, 8.518],
])('%i errors in %i trials have the bounds %f%% and %f%%', (errors, trials, low, high) => {
  const rate = rateOf(errors, trials);
  expect([percent(rate.low), percent(rate.high)]).toEqual([low, high]);
});

test('a pair at the threshold counts as a match', () => {
  const { fmr, fnmr } = ratesAt({ same: [0.9, 0.7, 0.69], other: [0.1, 0.7] }, 0.7);
  expect([fmr.errors, fmr.trials, fnmr.errors, fnmr.trials]).toEqual([1, 2, 1, 3]);
});
