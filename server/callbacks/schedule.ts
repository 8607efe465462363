/** When a callback is retried. The documentation of `callback_url` promises these numbers. */
import { terms } from '../../openapi/facts/terms.ts';

const RETRY_DELAYS_SECONDS = terms.callback_retry_seconds;

export const ATTEMPTS = 1 + RETRY_DELAYS_SECONDS.length;

/**
 * How long a worker may claim an event; after that, another process takes over. Longer than an attempt, which takes 15 seconds at
 * most, plus the 30 seconds by which the clocks of two machines may differ.
 */
export const LEASE_SECONDS = 50;

/** A receiver may ask for more time than scheduled, but not for more than the longest scheduled delay. */
const LONGEST_DELAY_SECONDS = 3600;

export function retryDelay(attemptsLeft: number, retryAfter = 0): number {
  const scheduled = RETRY_DELAYS_SECONDS[RETRY_DELAYS_SECONDS.length - attemptsLeft] ?? 0;
  return Math.max(scheduled, Math.min(retryAfter, LONGEST_DELAY_SECONDS));
}

/** Date.parse alone would accept many texts that are not HTTP dates. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Seconds from a Retry-After header, which holds seconds or a date (RFC 9110, 10.2.3). */
export function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  if (/^[0-9]{1,9}$/.test(value)) return Number(value);
  const date = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
}

export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;
