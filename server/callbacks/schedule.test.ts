import { expect, test } from 'vitest';
import { ATTEMPTS, parseRetryAfter, retryDelay } from './schedule.ts';

test('five retries follow the first attempt, after 5 s, 30 s, 2 min, 15 min and 1 h', () => {
  expect(ATTEMPTS).toBe(6);
  expect([5, 4, 3, 2, 1].map((left) => retryDelay(left))).toEqual([5, 30, 120, 900, 3600]);
});

test('Retry-After can lengthen a delay up to an hour, but not shorten it', () => {
  expect([retryDelay(5, 2), retryDelay(5, 60), retryDelay(1, 60), retryDelay(5, 86_400)]).toEqual([5, 60, 3600, 3600]);
});

test('Retry-After contains seconds or a date', () => {
  const now = new Date('2026-03-02T09:30:00.000Z');
  expect(parseRetryAfter('120', now)).toBe(120);
  expect(parseRetryAfter('Mon, 02 Mar 2026 09:31:00 GMT', now)).toBe(60);
  expect(parseRetryAfter('Mon, 02 Mar 2026 09:00:00 GMT', now)).toBe(0);
  for (const useless of [undefined, '', 'soon', '-5', '9'.repeat(40)])
    expect(parseRetryAfter(useless, now)).toBeUndefined();
});
