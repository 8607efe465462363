import type { OverviewDay } from '@sigill/sdk/portal';

const day_ms = 86_400_000;
const nothing = { created: 0, opened: 0, initiated: 0, completed: 0, approved: 0, rejected: 0, failed: 0, aborted: 0 };

/** The last `length` days up to `today` in the service's time zone, oldest first. The service lists only days with sessions. */
export function daysUntil(today: string, length: number, mentioned: OverviewDay[]): OverviewDay[] {
  const byDate = new Map(mentioned.map((day) => [day.date, day]));
  return Array.from({ length }, (_, index) => {
    const date = new Date(Date.parse(today) - (length - 1 - index) * day_ms).toISOString().slice(0, 10);
    return byDate.get(date) ?? { date, ...nothing };
  });
}

/** Axis maxima, scaled by powers of ten. Except for 1, their halves are whole numbers too. */
const steps = [1, 2, 4, 6, 8, 10, 12, 16];

export function roundUp(value: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(value, 1))) - (value >= 10 ? 1 : 0));
  return (
    [...steps, ...steps.map((step) => step * 10)].map((step) => step * power).find((step) => step >= value) ?? value
  );
}
