import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import type { InviteTable } from './user.table.ts';

export async function insertInvite(db: Kysely<Database>, invite: InviteTable): Promise<void> {
  await db.insertInto('invites').values(invite).execute();
}

export function findInvite(db: Kysely<Database>, tokenHash: string) {
  return db.selectFrom('invites').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** @returns false when it was used before. */
export async function useInvite(db: Kysely<Database>, id: number, used: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invites')
    .set({ used })
    .where('id', '=', id)
    .where('used', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteInvites(db: Kysely<Database>, merchantId: number): Promise<void> {
  await db.deleteFrom('invites').where('merchant_id', '=', merchantId).execute();
}

export async function purgeInvites(db: Kysely<Database>, before: string): Promise<void> {
  await db.deleteFrom('invites').where('expires', '<=', before).execute();
}
