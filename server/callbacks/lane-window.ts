/**
 * How many attempts of a lane may be in progress: one more after each round of fast successes, half as many when the receiver is
 * overloaded or fails (additive increase, multiplicative decrease, as TCP does it: RFC 5681).
 */
import { isSuccess } from './schedule.ts';

export const MOST_PER_LANE = 64;
/** Slower responses do not widen the window. */
const FAST_MS = 2000;
const TOO_EARLY = 425;
const OVERLOADED = new Set([408, TOO_EARLY, 429]);

export interface LaneWindow {
  /** The integer part is the number of attempts. */
  readonly size: number;
  /** When the window was last halved, in milliseconds. Attempts that began earlier say nothing about the smaller window. */
  readonly halved: number;
}

export interface EndedAttempt {
  began: number;
  ended: number;
  status_code: number | null;
  was_used: boolean;
}

export const openWindow = (size: number): LaneWindow => ({ size, halved: Number.NEGATIVE_INFINITY });

export function afterAttempt(window: LaneWindow, { began, ended, status_code, was_used }: EndedAttempt): LaneWindow {
  if (began < window.halved) return window;
  if (isOverloaded(status_code)) return { size: Math.max(1, window.size / 2), halved: ended };
  // A trickle of events does not show what the receiver can take.
  if (!was_used || !isSuccess(status_code) || ended - began > FAST_MS) return window;
  return { ...window, size: Math.min(MOST_PER_LANE, window.size + 1 / window.size) };
}

export const isMuchOf = ({ size }: LaneWindow, in_progress: number): boolean => in_progress * 2 >= Math.floor(size);

const isOverloaded = (status: number | null) => status === null || status >= 500 || OVERLOADED.has(status);
