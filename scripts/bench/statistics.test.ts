import { describe, expect, test } from 'vitest';
import { median, pairedRatios, quantile, rotated, spread } from './statistics.ts';

describe('statistics', () => {
  test('the median of an even number of values lies between the two in the middle', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([7])).toBe(7);
  });

  test('a quantile lies between its neighbours, whatever the order of the values', () => {
    expect(quantile([40, 10, 30, 20, 50], 0.95)).toBeCloseTo(48);
    expect(quantile([1, 2], 0)).toBe(1);
    expect(quantile([1, 2], 1)).toBe(2);
  });

  test('there is no quantile of no values', () => {
    expect(() => quantile([], 0.5)).toThrow('no values');
  });

  test('ten values are not sorted as texts', () => {
    expect(spread([9, 10, 100])).toEqual({ median: 10, min: 9, max: 100 });
  });

  test('values are divided by those of their own round', () => {
    expect(pairedRatios([2, 30], [1, 10])).toEqual([2, 3]);
    expect(() => pairedRatios([1], [])).toThrow('1 values cannot be paired with 0');
  });

  test('in the rounds, every server comes first and last equally often', () => {
    const orders = Array.from({ length: 6 }, (_, round) => rotated(['a', 'b', 'c'], round));
    expect(orders[0]).toEqual(['a', 'b', 'c']);
    expect(orders[1]).toEqual(['c', 'b', 'a']);
    for (const place of [0, 2])
      for (const name of ['a', 'b', 'c']) expect(orders.filter((order) => order[place] === name)).toHaveLength(2);
  });
});
