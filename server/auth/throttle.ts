/** Counters in the database that bound how often something is tried, over restarts and processes. */
import type { Kysely, Transaction } from 'kysely';
import { addSeconds, type Clock, timestamp } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { TooManyRequests } from '../errors.ts';
import { hashToken } from './secret.ts';

export interface Throttle {
  /** What is counted. Stored hashed, because it may hold an address. */
  subject: string;
  limit: number;
  window_seconds: number;
}

/**
 * Counts one attempt under each throttle, and only then says whether it was one too many: a burst of parallel attempts
 * cannot pass between the question and the count.
 * @throws TooManyRequests, after the counts are committed.
 */
export async function takeAttempt(db: Kysely<Database>, clock: Clock, throttles: Throttle[]): Promise<void> {
  const now = clock.now();
  refuseExceeded(await db.transaction().execute((trx) => countAll(trx, now, throttles)));
}

/** The same within a transaction, where a refusal rolls the count back: for limits on an effect, not on guesses. */
export async function takeTurn(trx: Transaction<Database>, clock: Clock, throttles: Throttle[]): Promise<void> {
  refuseExceeded(await countAll(trx, clock.now(), throttles));
}

/** Forgets what was counted. */
export async function resetAttempts(db: Kysely<Database>, throttles: Throttle[]): Promise<void> {
  await db.deleteFrom('throttles').where('id', 'in', throttles.map(idOf)).execute();
}

/** Takes back one attempt each, because it turned out to be right. */
export async function returnAttempt(db: Kysely<Database>, throttles: Throttle[]): Promise<void> {
  await db
    .updateTable('throttles')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('id', 'in', throttles.map(idOf))
    .where('attempts', '>', 0)
    .execute();
}

export async function purgeThrottles(db: Kysely<Database>, before: string): Promise<void> {
  await db.deleteFrom('throttles').where('resets', '<=', before).execute();
}

const idOf = ({ subject }: Throttle) => hashToken(subject);

function refuseExceeded(wait: number | undefined): void {
  if (wait !== undefined) throw new TooManyRequests(`Too many attempts. Try again in ${wait} seconds`, wait);
}

/**
 * Counts from the narrowest throttle to the widest and stops at the first that is exceeded: what one address is refused
 * must not use up what the account has left for its owner.
 * @returns seconds to wait.
 */
async function countAll(trx: Transaction<Database>, now: Date, throttles: Throttle[]): Promise<number | undefined> {
  for (const throttle of throttles) {
    const { attempts, resets } = await count(trx, now, throttle);
    if (attempts > throttle.limit) return Math.max(1, Math.ceil((Date.parse(resets) - now.getTime()) / 1000));
  }
  return undefined;
}

function count(trx: Transaction<Database>, now: Date, throttle: Throttle) {
  const id = idOf(throttle);
  const resets = timestamp(addSeconds(now, throttle.window_seconds));
  return trx
    .insertInto('throttles')
    .values({ id, attempts: 1, resets })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => {
        const over = eb('throttles.resets', '<=', timestamp(now));
        return {
          attempts: eb
            .case()
            .when(over)
            .then(1)
            .else(eb('throttles.attempts', '+', 1))
            .end(),
          resets: eb.case().when(over).then(resets).else(eb.ref('throttles.resets')).end(),
        };
      }),
    )
    .returning(['attempts', 'resets'])
    .executeTakeFirstOrThrow();
}
