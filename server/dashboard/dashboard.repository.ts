/** Reads what sessions have counted; nothing is written here. */
import type { Db } from '../database/database.ts';

/** The days from `since` on that have sessions, oldest first. */
export function listUsage(db: Db, merchant_id: number, since: string) {
  return db
    .selectFrom('usage_days')
    .select(['day', 'created', 'approved', 'rejected', 'failed'])
    .where('merchant_id', '=', merchant_id)
    .where('specimen', '=', 0)
    .where('day', '>=', since)
    .orderBy('day')
    .execute();
}

export async function hasApproved(db: Db, merchant_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('usage_days')
    .select('day')
    .where('merchant_id', '=', merchant_id)
    .where('specimen', '=', 0)
    .where('approved', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
