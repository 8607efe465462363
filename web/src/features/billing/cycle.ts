import { facts } from '../../content/facts';

const day_ms = 86_400_000;

/** The billing cycle of a moment, as UTC days, both included. */
export function cycleAt(now: Date, start_day: number): { start: string; end: string } {
  const month = now.getUTCDate() >= start_day ? now.getUTCMonth() : now.getUTCMonth() - 1;
  const startOf = (offset: number) => Date.UTC(now.getUTCFullYear(), month + offset, start_day);
  return { start: dayOf(startOf(0)), end: dayOf(startOf(1) - day_ms) };
}

/** Begun days count; none is left when the trial is over. */
export const trialDaysLeft = (now: Date, created: string): number =>
  Math.max(0, Math.ceil((Date.parse(created) + facts.trial_days * day_ms - now.getTime()) / day_ms));

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
