import type { Db, Trx } from '../database/database.ts';
import type { CallCount } from './call-counters.ts';

/** Adds calls to the count of all processes. */
export async function addCalls(db: Trx, { id, window_start, calls, expires }: CallCount, changed: number) {
  await db
    .insertInto('call_counts')
    .values({ id, window_start, calls, expires, changed })
    .onConflict((conflict) =>
      conflict.columns(['id', 'window_start']).doUpdateSet((eb) => ({
        calls: eb('call_counts.calls', '+', eb.ref('excluded.calls')),
        changed: eb.ref('excluded.changed'),
      })),
    )
    .execute();
}

/** The most recently changed counts. */
export const findCalls = (db: Db, { now, since, limit }: { now: number; since: number; limit: number }) =>
  db
    .selectFrom('call_counts')
    .select(['id', 'window_start', 'calls', 'expires', 'changed'])
    .where('changed', '>', since)
    .where('expires', '>', now)
    .orderBy('changed', 'desc')
    .limit(limit)
    .execute();

export async function deleteCalls(db: Db, now: number): Promise<void> {
  await db.deleteFrom('call_counts').where('expires', '<=', now).execute();
}
