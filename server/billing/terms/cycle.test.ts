import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trials } from '../../../tests/support/runs/trials.ts';
import { cycleOf, cycleStartDay, dayOf, lastDay, nextCycle } from './cycle.ts';

const at = (text: string) => new Date(text);
const instant = fc.date({ min: at('2000-01-01T00:00:00Z'), max: at('2199-12-31T23:59:59Z'), noInvalidDate: true });
const startDay = fc.integer({ min: 1, max: 28 });

/** Billing days are in UTC, wherever the server is. */
describe.each(['UTC', 'America/Los_Angeles'])('on a server in %s', (zone) => {
  const before = process.env['TZ'];
  beforeAll(() => {
    process.env['TZ'] = zone;
    expect(at('2026-01-01T00:00:00.000Z').getTimezoneOffset()).toBe(zone === 'UTC' ? 0 : 480);
  });
  afterAll(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  describe('the cycle start day', () => {
    test.each([
      ['2026-10-15T08:12:45.120Z', 15],
      ['2026-01-01T00:00:00.000Z', 1],
      ['2026-02-28T23:59:59.999Z', 28],
      ['2028-02-29T00:00:00.000Z', 28],
      ['2026-01-30T12:00:00.000Z', 28],
      ['2026-01-31T12:00:00.000Z', 28],
      // The day in UTC, regardless of the customer's time zone.
      ['2026-03-09T23:30:00.000-05:00', 10],
    ])('for a sign-up at %s is %i', (created, day) => expect(cycleStartDay(at(created))).toBe(day));
  });

  describe('a billing cycle', () => {
    test.each([
      ['2026-11-14T23:59:59.999Z', 15, '2026-10-15', '2026-11-15'],
      ['2026-11-15T00:00:00.000Z', 15, '2026-11-15', '2026-12-15'],
      ['2026-01-01T00:00:00.000Z', 28, '2025-12-28', '2026-01-28'],
      ['2026-12-31T23:59:59.999Z', 1, '2026-12-01', '2027-01-01'],
      ['2026-02-28T00:00:00.000Z', 28, '2026-02-28', '2026-03-28'],
      ['2028-02-29T12:00:00.000Z', 28, '2028-02-28', '2028-03-28'],
      ['2028-02-29T12:00:00.000Z', 1, '2028-02-01', '2028-03-01'],
      ['2026-03-01T00:00:00.000Z', 28, '2026-02-28', '2026-03-28'],
    ])('that contains %s, with start day %i, runs from %s to %s', (time, day, start, end) => {
      expect(cycleOf(at(time), day)).toEqual({ start, end });
    });

    test.each([
      ['2026-11-15', '2026-11-14'],
      ['2026-03-01', '2026-02-28'],
      ['2028-03-01', '2028-02-29'],
      ['2027-01-01', '2026-12-31'],
    ])('that ends at %s has the last day %s', (end, last) => expect(lastDay({ end })).toBe(last));

    test('contains each moment in exactly one cycle', () => {
      fc.assert(
        fc.property(instant, startDay, (time, day) => {
          const cycle = cycleOf(time, day);
          const today = dayOf(time);
          expect(cycle.start <= today && today < cycle.end).toBe(true);
          expect(Number(cycle.start.slice(8))).toBe(day);
          expect(cycleOf(at(`${cycle.start}T00:00:00.000Z`), day)).toEqual(cycle);
          expect(cycleOf(at(`${lastDay(cycle)}T23:59:59.999Z`), day)).toEqual(cycle);
        }),
        trials(100),
      );
    });

    test('follows the previous one without a gap, on the same day, for 24 months', () => {
      fc.assert(
        fc.property(instant, startDay, (time, day) => {
          let cycle = cycleOf(time, day);
          for (let month = 0; month < 24; month++) {
            const next = nextCycle(cycle);
            expect(next).toEqual(cycleOf(at(`${cycle.end}T00:00:00.000Z`), day));
            const days = (Date.parse(next.end) - Date.parse(next.start)) / 86_400_000;
            expect(days).toBeGreaterThanOrEqual(28);
            expect(days).toBeLessThanOrEqual(31);
            cycle = next;
          }
        }),
        trials(100),
      );
    });

    test('starts no later than the account', () => {
      fc.assert(
        fc.property(instant, (created) => {
          const cycle = cycleOf(created, cycleStartDay(created));
          expect(cycle.start <= dayOf(created)).toBe(true);
          expect(created.getUTCDate() > 28 || cycle.start === dayOf(created)).toBe(true);
        }),
        trials(100),
      );
    });
  });
});
