/**
 * Limits how often something may be tried. The counters are in the database, so they hold for all processes and survive restarts.
 * Each is a leaking bucket: `limit` attempts at once, then another for each that has leaked away. With windows, a caller would
 * have to wait for the end of one that others have filled.
 */
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../core/clock.ts';
import { TooManyRequests } from '../core/errors.ts';
import type { Database } from '../database/database.ts';
import { hashToken } from '../secrets/random-secret.ts';

export interface Throttle {
  /** What is counted. Stored hashed, because it may hold an address. */
  subject: string;
  limit: number;
  /** The time in which a full bucket empties. */
  window_seconds: number;
}

/** @throws TooManyRequests when one of the buckets is full. Counts nothing. */
export async function assertNotExhausted(db: Kysely<Database>, clock: Clock, throttles: Throttle[]): Promise<void> {
  const now = clock.now().getTime();
  const rows = await db.selectFrom('throttles').selectAll().where('id', 'in', throttles.map(idOf)).execute();
  const empty_at = new Map(rows.map((row) => [row.id, row.empty_at]));
  const waits = throttles.map((throttle) => waitOf(throttle, now, empty_at.get(idOf(throttle)) ?? 0));
  if (Math.max(...waits) > 0) throw refusal(Math.max(...waits));
}

/**
 * Counts one attempt under each throttle, or under none when one is full. Asking and counting are one statement, so that a burst
 * of parallel attempts cannot pass between them.
 * @throws TooManyRequests
 */
export const takeAttempt = (db: Kysely<Database>, clock: Clock, throttles: Throttle[]): Promise<void> =>
  db.transaction().execute((trx) => takeTurn(trx, clock, throttles));

/** The same within the transaction of an effect: what is not done does not count. Throttles go from the narrowest to the widest. */
export async function takeTurn(trx: Transaction<Database>, clock: Clock, throttles: Throttle[]): Promise<void> {
  const now = clock.now().getTime();
  for (const throttle of throttles) {
    if (!(await count(trx, now, throttle))) throw refusal(await waitFor(trx, now, throttle));
  }
}

/** Counts one attempt, or nothing when the bucket is full. @returns whether there was room. */
export const countTurn = (trx: Transaction<Database>, clock: Clock, throttle: Throttle): Promise<boolean> =>
  count(trx, clock.now().getTime(), throttle);

/** Forgets what was counted. */
export async function resetAttempts(db: Kysely<Database>, throttles: Throttle[]): Promise<void> {
  await db.deleteFrom('throttles').where('id', 'in', throttles.map(idOf)).execute();
}

/** Takes back one attempt each, because it turned out to be right. */
export async function returnAttempt(db: Kysely<Database>, throttles: Throttle[]): Promise<void> {
  for (const throttle of throttles) {
    await db
      .updateTable('throttles')
      .set((eb) => ({ empty_at: eb('empty_at', '-', leakMs(throttle)) }))
      .where('id', '=', idOf(throttle))
      .execute();
  }
}

export async function purgeThrottles(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('throttles').where('empty_at', '<=', before.getTime()).execute();
}

const idOf = ({ subject }: Throttle) => hashToken(subject);
/** How long one attempt takes to leak away. */
const leakMs = ({ limit, window_seconds }: Throttle) => Math.floor((window_seconds * 1000) / limit);

function refusal(waitMs: number): TooManyRequests {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new TooManyRequests(`Too many attempts. Try again in ${seconds} seconds`, seconds);
}

/** How long until a bucket that is empty at that time takes one more. */
const waitOf = (throttle: Throttle, now: number, emptyAt: number) =>
  Math.max(0, emptyAt + leakMs(throttle) - throttle.window_seconds * 1000 - now);

async function waitFor(db: Kysely<Database>, now: number, throttle: Throttle): Promise<number> {
  const row = await db.selectFrom('throttles').select('empty_at').where('id', '=', idOf(throttle)).executeTakeFirst();
  return waitOf(throttle, now, row?.empty_at ?? 0);
}

/** @returns whether there was room. */
async function count(trx: Transaction<Database>, now: number, throttle: Throttle): Promise<boolean> {
  const leak = leakMs(throttle);
  const row = await trx
    .insertInto('throttles')
    .values({ id: idOf(throttle), empty_at: now + leak })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          empty_at: eb
            .case()
            .when('throttles.empty_at', '<=', now)
            .then(now + leak)
            .else(eb('throttles.empty_at', '+', leak))
            .end(),
        }))
        .where('throttles.empty_at', '<=', now + throttle.window_seconds * 1000 - leak),
    )
    .returning('empty_at')
    .executeTakeFirst();
  return row !== undefined;
}
