import type { Db, Trx } from '../database/database.ts';
import { changesRows, run } from '../database/rows.ts';
import type { CallCount } from './call-counters.ts';

/** @returns the times in milliseconds since 1970. Unused buckets are absent. */
export async function findEmptyTimes(db: Db, ids: string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('throttles').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, empty_at }) => [id, empty_at]));
}

/** @returns whether there was room. */
export const fillBucket = (
  db: Trx,
  id: string,
  { now, leak_ms, window_ms }: { now: number; leak_ms: number; window_ms: number },
): Promise<boolean> =>
  db
    .insertInto('throttles')
    .values({ id, empty_at: now + leak_ms })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          empty_at: eb
            .case()
            .when('throttles.empty_at', '<=', now)
            .then(eb.val(now + leak_ms))
            .else(eb('throttles.empty_at', '+', leak_ms))
            .end(),
        }))
        .where('throttles.empty_at', '<=', now + window_ms - leak_ms),
    )
    .$call(changesRows);

export const drainBucket = (db: Trx, id: string, leak_ms: number): Promise<void> =>
  db
    .updateTable('throttles')
    .set((eb) => ({ empty_at: eb('empty_at', '-', leak_ms) }))
    .where('id', '=', id)
    .$call(run);

export const deleteBuckets = (db: Trx, ids: string[]) => run(db.deleteFrom('throttles').where('id', 'in', ids));

export const deleteEmptyBuckets = (db: Db, now: Date): Promise<void> =>
  run(db.deleteFrom('throttles').where('empty_at', '<=', now.getTime()));

export const addCalls = (db: Trx, { id, window_start, calls, expires }: CallCount, changed: number): Promise<void> =>
  db
    .insertInto('call_counts')
    .values({ id, window_start, calls, expires, changed })
    .onConflict((conflict) =>
      conflict.columns(['id', 'window_start']).doUpdateSet((eb) => ({
        calls: eb('call_counts.calls', '+', eb.ref('excluded.calls')),
        changed: eb.ref('excluded.changed'),
      })),
    )
    .$call(run);

export const findCalls = (db: Db, { now, since, limit }: { now: number; since: number; limit: number }) =>
  db
    .selectFrom('call_counts')
    .select(['id', 'window_start', 'calls', 'expires', 'changed'])
    .where('changed', '>', since)
    .where('expires', '>', now)
    .orderBy('changed', 'desc')
    .limit(limit)
    .execute();

export const deleteCalls = (db: Db, now: number) => run(db.deleteFrom('call_counts').where('expires', '<=', now));
