/**
 * When a bill may be charged to a card. Card networks fine merchants who repeat declined charges. So a bill is charged to each card on a
 * few planned days, and a person may start only a few more attempts.
 */
import { addDays, addSeconds, timestamp } from '../../core/clock.ts';
import type { Bill } from '../ledger/bill.repository.ts';
import type { PaymentAttempt } from '../ledger/payment-attempt.repository.ts';
import { CHARGE_RETRY_DAYS } from '../terms/plans.ts';

/** The days of a card's planned attempts, counted from the first attempt. */
const PLAN = [0, ...CHARGE_RETRY_DAYS];
const MOST_BY_HAND = 4;
const BY_HAND_DAYS = 30;
const PAUSE_SECONDS = 600;

/** Our own codes: the charge is being processed, or waits for the cardholder. */
export const PENDING = { processing: 'processing', authentication: 'requires_action' } as const;
export const AUTHENTICATION_REQUIRED = 'authentication_required';

type Attempt = Pick<PaymentAttempt, 'kind' | 'created' | 'code'>;

/** The last day of a bill's plan, whatever cards are tried. After it, billing is inactive, and only a person starts attempts. */
export const lastDayOf = (first_attempt: string | null, now: Date): Date =>
  addDays(first_attempt === null ? now : new Date(first_attempt), PLAN.at(-1)!);

const daysOf = (first: Date) => CHARGE_RETRY_DAYS.map((days) => addDays(first, days));

/** The next day of a bill's plan. The account is notified on that day even if no card can be charged. */
export const nextDayOf = (first_attempt: string | null, now: Date): Date | null =>
  daysOf(first_attempt === null ? now : new Date(first_attempt)).find((day) => day > now) ?? null;

/** Whether a retry of the bill's plan is due. False for the first attempt, and when a person asked for an attempt or changed a card. */
export const isPlanned = ({ first_attempt, next_attempt }: Pick<Bill, 'first_attempt' | 'next_attempt'>): boolean =>
  first_attempt !== null && daysOf(new Date(first_attempt)).some((day) => timestamp(day) === next_attempt);

/** When the card's next planned attempt is due, at the latest on the last day of the bill's plan. Undefined when all have been made. */
export function plannedFor(attempts: Attempt[], last: Date, now: Date): Date | undefined {
  const planned = attempts.filter(({ kind }) => kind === 'PLANNED');
  const days = PLAN[planned.length];
  if (days === undefined) return undefined;
  const day = planned[0] === undefined ? now : addDays(new Date(planned[0].created), days);
  return day > last && planned.length > 0 ? last : day;
}

/** When the plan continues after a decline. If its next day has passed because the service was down, it continues tomorrow. */
export function plannedAfterDecline(attempts: Attempt[], last: Date, now: Date): Date | null {
  const planned = plannedFor(attempts, last, now);
  if (!planned) return null;
  const next = planned > now ? planned : addDays(now, 1);
  return next <= last ? next : null;
}

/** When a person may start the next attempt. `refused` is when the card last refused any open bill of the account. */
export function byHandFrom(attempts: Attempt[], refused: string | undefined, now: Date): Date {
  const since = addDays(now, -BY_HAND_DAYS);
  const recent = attempts.filter(({ kind, created }) => kind === 'MANUAL' && new Date(created) > since);
  const counted = recent.at(-MOST_BY_HAND);
  const rested = pausedUntil(attempts, refused);
  const allowed = counted ? addDays(new Date(counted.created), BY_HAND_DAYS) : rested;
  return allowed > rested ? allowed : rested;
}

/**
 * The end of the pause after the latest attempt. A decline that asks for the cardholder does not count, because the cardholder
 * may still confirm the payment.
 */
export function pausedUntil(attempts: Attempt[], refused?: string): Date {
  const counted = attempts.findLast(({ code }) => code !== AUTHENTICATION_REQUIRED);
  const last = [counted?.created, refused].filter((time) => time !== undefined).toSorted();
  const latest = last.at(-1);
  return latest === undefined ? new Date(0) : addSeconds(new Date(latest), PAUSE_SECONDS);
}

/** Whether the bank wants the cardholder to confirm the payment. A charge in their absence would be declined again. */
export const needsHolder = (attempts: Attempt[]): boolean =>
  attempts.some(({ code }) => code === AUTHENTICATION_REQUIRED);
