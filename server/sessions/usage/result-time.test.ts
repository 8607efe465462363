import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secondsAt, spanOf } from './result-time.ts';

const spans = (times: number[]) => {
  const counts = new Map<number, number>();
  for (const ms of times) counts.set(spanOf(ms), (counts.get(spanOf(ms)) ?? 0) + 1);
  return [...counts].map(([span, count]) => ({ span, count }));
};

describe('a percentile of result times', () => {
  test('is within 5% and a second of the exact one', () => {
    const ms = fc.array(fc.integer({ min: 0, max: 86_400_000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(ms, fc.constantFrom(0.5, 0.9), (times, share) => {
        const exact = times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1]! / 1000;
        expect(Math.abs(secondsAt(share, spans(times))! - exact)).toBeLessThan(exact * 0.05 + 1.1);
      }),
    );
  });

  test('is unknown without sessions', () => expect(secondsAt(0.5, [])).toBeUndefined());
});

test('a boundary belongs to the bucket that it begins', () => {
  for (let doubling = 0; doubling < 17; doubling++) {
    expect(spanOf(1000 * 2 ** doubling)).toBe(doubling * 8);
    expect(spanOf(1000 * 2 ** doubling - 1)).toBe(Math.max(0, doubling * 8 - 1));
  }
});
