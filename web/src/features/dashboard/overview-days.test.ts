import { describe, expect, test } from 'vitest';
import { daysUntil, roundUp } from './overview-days';

describe('daysUntil', () => {
  test('returns every day, oldest first, with zeros for missing ones', () => {
    const busy = {
      date: '2026-03-01',
      created: 3,
      opened: 3,
      initiated: 3,
      completed: 3,
      approved: 2,
      rejected: 1,
      failed: 0,
      aborted: 0,
    };
    const days = daysUntil('2026-03-02', 3, [busy]);
    expect(days.map(({ date, created }) => [date, created])).toEqual([
      ['2026-02-28', 0],
      ['2026-03-01', 3],
      ['2026-03-02', 0],
    ]);
    expect(days[1]).toBe(busy);
  });
});

describe('roundUp', () => {
  test.each([
    [0, 1],
    [1, 1],
    [3, 4],
    [10, 10],
    [12, 12],
    [115, 120],
    [170, 200],
    [501, 600],
  ])('%i becomes %i', (value, expected) => expect(roundUp(value)).toBe(expected));
});
