import { expect, test } from 'vitest';
import { break_even, costPerIdentity, monthlyCost } from './cost';

test.each([
  [0, '0.00', '0.00', '99.00'],
  [1, '0.10', '0.00', '99.01'],
  [250, '25.00', '0.00', '101.50'],
  [251, '25.10', '0.10', '101.51'],
  [1_099, '109.90', '84.90', '109.99'],
  [1_100, '110.00', '85.00', '110.00'],
  [1_101, '110.10', '85.10', '110.01'],
  [3, '0.30', '0.00', '99.03'],
  [10_000_000, '1000000.00', '999975.00', '100099.00'],
])('%d identities cost %s (first month %s), or %s on Standard', (identities, starter, starter_first, standard) => {
  expect(monthlyCost(identities)).toEqual({ starter, starter_first, standard });
});

test('Standard is worth it from 1,100 identities', () => expect(break_even).toBe(1100));

test.each([
  [1, '0.10', '99.01'],
  [100, '0.10', '1.00'],
  [1_100, '0.10', '0.10'],
  [5_000, '0.10', '0.0298'],
  [100_000, '0.10', '0.01099'],
])('each of %d identities costs %s, or %s on Standard', (identities, starter, standard) => {
  expect(costPerIdentity(identities)).toEqual({ starter, standard });
});
