import type { Db, Trx } from '../database/database.ts';

/** When each bucket will be empty, in milliseconds since 1970. Unused buckets are absent. */
export async function findEmptyTimes(db: Db, ids: string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('throttles').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, empty_at }) => [id, empty_at]));
}

/** Adds one attempt to a bucket if there is room. @returns whether there was. */
export async function fillBucket(
  db: Trx,
  id: string,
  { now, leak_ms, window_ms }: { now: number; leak_ms: number; window_ms: number },
): Promise<boolean> {
  const row = await db
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
    .returning('empty_at')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes one attempt from a bucket. */
export async function drainBucket(db: Trx, id: string, leak_ms: number): Promise<void> {
  await db
    .updateTable('throttles')
    .set((eb) => ({ empty_at: eb('empty_at', '-', leak_ms) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteBuckets(db: Trx, ids: string[]): Promise<void> {
  await db.deleteFrom('throttles').where('id', 'in', ids).execute();
}

export async function deleteEmptyBuckets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('throttles').where('empty_at', '<=', now.getTime()).execute();
}
