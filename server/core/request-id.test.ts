import { expect, test } from 'vitest';
import { firstIdAt, requestId, timeOfRequest } from './request-id.ts';

const NOW = Date.parse('2026-11-22T20:30:00.123Z');

test('request ids sort in the order of the requests', () => {
  const ids = Array.from({ length: 300 }, (_, at) => requestId(NOW + Math.floor(at / 100)));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^req_[0-9a-f]{24}$/.test(id))).toBe(true);
});

test('a request id contains the time of the request', () => {
  expect(timeOfRequest(requestId(NOW))).toBe(NOW);
  expect(requestId(NOW) > firstIdAt(NOW)).toBe(true);
  expect(requestId(NOW - 1) < firstIdAt(NOW)).toBe(true);
  expect(timeOfRequest(requestId(-1))).toBe(0);
});
