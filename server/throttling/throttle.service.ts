/**
 * Limits how often something may be attempted. The counters are in the database, so they apply across processes and restarts. Each
 * counter is a leaky bucket: it admits `limit` attempts at once, then another for each attempt that has leaked.
 */
import type { Context, OutsideContext, TransactionContext } from '../core/context.ts';
import { TooManyRequests } from '../core/errors.ts';
import { inTransaction } from '../database/transaction.ts';
import { hashToken } from '../secrets/random-secret.ts';
import { deleteBuckets, deleteEmptyBuckets, drainBucket, fillBucket, findEmptyTimes } from './throttle.repository.ts';

export interface Throttle {
  /** Stored hashed, because it may contain an address. */
  subject: string;
  limit: number;
  /** The time in which a full bucket empties. */
  window_seconds: number;
}

/** @throws TooManyRequests when one of the buckets is full. Counts nothing. */
export async function assertNotExhausted(ctx: Context, throttles: Throttle[]): Promise<void> {
  const wait = await longestWait(ctx, throttles);
  if (wait > 0) throw refusal(wait);
}

/**
 * Counts one attempt under each throttle, or under none when one is full. Each throttle is checked and counted in a single
 * statement, so that a burst of parallel attempts cannot slip through. The count is committed in its own transaction, so an attempt
 * counts whatever its outcome.
 * @throws TooManyRequests
 */
export const takeAttempt = (ctx: OutsideContext, throttles: Throttle[]): Promise<void> =>
  inTransaction(ctx, (ctx) => takeTurn(ctx, throttles));

/**
 * Like `takeAttempt`, but in the caller's transaction, so the attempt counts only if that transaction commits. Pass the narrowest
 * throttle first.
 */
export async function takeTurn(ctx: TransactionContext, throttles: Throttle[]): Promise<void> {
  for (const throttle of throttles) {
    if (!(await countTurn(ctx, throttle))) throw refusal(await longestWait(ctx, [throttle]));
  }
}

/** @returns whether there was room. A full bucket stays unchanged. */
export const countTurn = ({ db, deps }: TransactionContext, throttle: Throttle): Promise<boolean> =>
  fillBucket(db, idOf(throttle), {
    now: deps.clock.now().getTime(),
    leak_ms: leakMs(throttle),
    window_ms: throttle.window_seconds * 1000,
  });

export const resetAttempts = ({ db }: TransactionContext, throttles: Throttle[]): Promise<void> =>
  deleteBuckets(db, throttles.map(idOf));

/** Takes one attempt back from each bucket, because the attempt was correct. */
export async function returnAttempt({ db }: TransactionContext, throttles: Throttle[]): Promise<void> {
  for (const throttle of throttles) await drainBucket(db, idOf(throttle), leakMs(throttle));
}

export const purgeThrottles = ({ db, deps }: OutsideContext): Promise<void> => deleteEmptyBuckets(db, deps.clock.now());

const idOf = ({ subject }: Throttle) => hashToken(subject);
const leakMs = ({ limit, window_seconds }: Throttle) => Math.floor((window_seconds * 1000) / limit);

async function longestWait({ db, deps }: Context, throttles: Throttle[]): Promise<number> {
  const now = deps.clock.now().getTime();
  const emptyAt = await findEmptyTimes(db, throttles.map(idOf));
  return Math.max(...throttles.map((throttle) => waitOf(throttle, now, emptyAt.get(idOf(throttle)) ?? 0)));
}

const waitOf = (throttle: Throttle, now: number, emptyAt: number) =>
  Math.max(0, emptyAt + leakMs(throttle) - throttle.window_seconds * 1000 - now);

function refusal(waitMs: number): TooManyRequests {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new TooManyRequests(`Too many attempts. Try again in ${seconds} seconds`, seconds);
}
