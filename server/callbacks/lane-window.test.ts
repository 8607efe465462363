import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trials } from '../../tests/support/runs/trials.ts';
import { afterAttempt, type LaneWindow, MOST_PER_LANE, openWindow } from './lane-window.ts';

const FIRST = 4;
const SLOTS = { min: 1, max: MOST_PER_LANE };
const slotsOf = ({ size }: LaneWindow) => Math.floor(size);

/** Simulates a round of attempts that uses the whole window. Each attempt takes `ms` and gets the same response. */
function round(window: LaneWindow, began: number, { ms = 100, status_code = 200 as number | null } = {}): LaneWindow {
  let next = window;
  for (let count = slotsOf(window); count > 0; count--)
    next = afterAttempt(next, { began, ended: began + ms, status_code, was_used: true });
  return next;
}

function rounds(window: LaneWindow, count: number, reply?: Parameters<typeof round>[2]): LaneWindow {
  let next = window;
  for (let number = 1; number <= count; number++) next = round(next, window.halved + number * 1000, reply);
  return next;
}

const started = (size: number): LaneWindow => ({ size, halved: 0 });

describe('the attempts that a lane may have', () => {
  test('grow by about one in each round of fast successes, up to the cap', () => {
    expect(slotsOf(rounds(started(FIRST), 10))).toBeGreaterThanOrEqual(FIRST + 8);
    expect(slotsOf(rounds(started(FIRST), 10))).toBeLessThanOrEqual(FIRST + 10);
    expect(rounds(started(FIRST), 200).size).toBe(MOST_PER_LANE);
  });

  test.each([
    ['no response', null],
    ['429', 429],
    ['500', 500],
    ['503', 503],
  ])('are halved by %s, once for all attempts of a round', (_, status_code) => {
    expect(rounds(started(40), 1, { status_code }).size).toBe(20);
    expect(rounds(started(40), 2, { status_code }).size).toBe(10);
    expect(rounds(started(40), 20, { status_code }).size).toBe(1);
  });

  test('stay the same while responses are slow, refuse the event, or come one at a time', () => {
    expect(rounds(started(8), 10, { ms: 3000 }).size).toBe(8);
    expect(rounds(started(8), 10, { status_code: 404 }).size).toBe(8);
    let trickle = started(8);
    for (let began = 0; began < 10_000; began += 100)
      trickle = afterAttempt(trickle, { began, ended: began + 50, status_code: 200, was_used: false });
    expect(trickle.size).toBe(8);
  });

  test('are always between one and the cap, and grow again once the receiver has recovered', () => {
    const attempt = fc.record({
      began: fc.nat(100_000),
      took: fc.nat(16_000),
      status_code: fc.constantFrom(null, 200, 204, 301, 404, 410, 429, 500, 503),
      was_used: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(attempt, { maxLength: 400 }), (attempts) => {
        let window = openWindow(FIRST);
        for (const { began, took, ...reply } of attempts) {
          window = afterAttempt(window, { began, ended: began + took, ...reply });
          expect(slotsOf(window)).toBeGreaterThanOrEqual(SLOTS.min);
          expect(slotsOf(window)).toBeLessThanOrEqual(SLOTS.max);
        }
        const since = Math.max(0, window.halved);
        expect(rounds({ ...window, halved: since }, 2 * MOST_PER_LANE).size).toBe(MOST_PER_LANE);
      }),
      trials(200),
    );
  });
});
