/** What is stored about a day, and what of it is shown. */
import { type ComponentState, DAYS_SHOWN, type DayShown } from '../../openapi/facts/status.ts';
import { addDays, timestamp } from '../core/clock.ts';
import type { StatusDay } from './status.repository.ts';

/** A day counts as good with at most three bad minutes, and as down with an hour and a quarter of downtime. */
const BAD_SHARE = 0.002;
const LOST_SHARE = 0.05;

export const firstDayShown = (now: Date): string => timestamp(addDays(now, 1 - DAYS_SHOWN)).slice(0, 10);

/** By component. Days without measurements are left out. */
export const showDays = (rows: StatusDay[]): Map<string, DayShown[]> => {
  const days = Map.groupBy(rows, ({ component }) => component);
  return new Map([...days].map(([component, rows]) => [component, rows.map(showDay)]));
};

function showDay({ day, samples, degraded, down }: StatusDay): DayShown {
  const bad = (degraded + down) / samples;
  // Rounded down: even a moment of downtime must not appear as 100%.
  return { day, state: stateOf(bad, down / samples), up: Math.floor((1 - down / samples) * 10_000) / 10_000 };
}

function stateOf(bad: number, lost: number): ComponentState {
  if (lost >= LOST_SHARE) return 'down';
  return bad > BAD_SHARE ? 'degraded' : 'operational';
}
