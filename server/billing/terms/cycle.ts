/** Billing cycles: from the account's start day, 00:00 UTC, to the same day of the next month. Days are `YYYY-MM-DD`. */
import { addDays } from '../../core/clock.ts';

export interface Cycle {
  start: string;
  /** First day of the next cycle: the cycle closes when this day begins. */
  end: string;
}

/** The last day that exists in every month. */
const LAST_START_DAY = 28;

export const cycleStartDay = (created: Date): number => Math.min(created.getUTCDate(), LAST_START_DAY);

export function cycleOf(at: Date, startDay: number): Cycle {
  const month = at.getUTCMonth() - (at.getUTCDate() < startDay ? 1 : 0);
  return { start: day(at.getUTCFullYear(), month, startDay), end: day(at.getUTCFullYear(), month + 1, startDay) };
}

/** The current cycle. If this process's clock is behind, never a cycle that was closed already. */
export function openCycle(account: { cycle_start: string; cycle_start_day: number }, now: Date): Cycle {
  const current = cycleOf(now, account.cycle_start_day);
  if (account.cycle_start <= current.start) return current;
  return cycleOf(new Date(account.cycle_start), account.cycle_start_day);
}

export function nextCycle({ end }: Pick<Cycle, 'end'>): Cycle {
  const at = new Date(`${end}T00:00:00.000Z`);
  return { start: end, end: day(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()) };
}

export function cycleFrom(cycle: Cycle, day: string): Cycle {
  let found = cycle;
  while (found.start < day) found = nextCycle(found);
  return found;
}

export function lastDay({ end }: Pick<Cycle, 'end'>): string {
  const at = new Date(`${end}T00:00:00.000Z`);
  return day(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - 1);
}

export const lengthOf = ({ start, end }: Cycle): number => dayNumber(end) - dayNumber(start);

/** How many days of a cycle are covered by at least one period. A period includes its last day. While it continues, `ended` is null. */
export function daysWithin(
  { start, end }: Cycle,
  periods: readonly { started: string; ended: string | null }[],
): number {
  let days = 0;
  let counted = dayNumber(start);
  for (const { started, ended } of periods.toSorted((a, b) => (a.started < b.started ? -1 : 1))) {
    const from = Math.max(counted, dayNumber(started));
    const until = Math.min(dayNumber(end), ended === null ? Number.POSITIVE_INFINITY : dayNumber(ended) + 1);
    if (until <= from) continue;
    days += until - from;
    counted = until;
  }
  return days;
}

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00.000Z`) / 86_400_000;

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export const dayAfter = (at: Date): string => dayOf(addDays(at, 1));

/** A month or day beyond its range carries over into the next year or month. */
const day = (year: number, month: number, date: number): string => dayOf(new Date(Date.UTC(year, month, date)));
