import type { Db } from '../../database/database.ts';

/** Stores an event. @returns false when it was received before. */
export async function takeEvent(db: Db, event: { id: string; type: string; received: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('provider_events')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function purgeEvents(db: Db, before: string): Promise<void> {
  await db.deleteFrom('provider_events').where('received', '<=', before).execute();
}
