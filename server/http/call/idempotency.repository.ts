import type { Insertable } from 'kysely';
import type { Db } from '../../database/database.ts';
import { run } from '../../database/rows.ts';
import type { IdempotencyTables } from './idempotency.table.ts';

type StoredCall = Insertable<IdempotencyTables['idempotency_keys']>;

export const findStored = (db: Db, id: string, now: string): Promise<StoredCall | undefined> =>
  db.selectFrom('idempotency_keys').selectAll().where('id', '=', id).where('expires', '>', now).executeTakeFirst();

/** Replaces an expired response with the same id. A unique violation means that another process has stored its response first. */
export async function insertStored(db: Db, stored: StoredCall, now: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('id', '=', stored.id).where('expires', '<=', now).execute();
  await db.insertInto('idempotency_keys').values(stored).execute();
}

export const purgeStored = (db: Db, now: string) => run(db.deleteFrom('idempotency_keys').where('expires', '<=', now));
