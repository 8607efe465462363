import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';

export async function insertPassword(db: Kysely<Database>, userId: number, hash: string): Promise<void> {
  await db.insertInto('passwords').values({ user_id: userId, hash }).execute();
}

/** The user who signs in with a password under this address. */
export function findPasswordHolder(db: Kysely<Database>, emailKey: string) {
  return db
    .selectFrom('users')
    .innerJoin('passwords', 'passwords.user_id', 'users.id')
    .select(['users.id', 'users.merchant_id', 'users.email', 'users.email_verified', 'users.locale', 'passwords.hash'])
    .where('users.email_key', '=', emailKey)
    .executeTakeFirst();
}

export function findPassword(db: Kysely<Database>, userId: number) {
  return db.selectFrom('passwords').select('hash').where('user_id', '=', userId).executeTakeFirst();
}

/** Whether the checked password is still the user's; the row stays locked until the transaction ends (PostgreSQL). */
export async function confirmPassword(db: Kysely<Database>, userId: number, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passwords')
    .set({ hash })
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function updatePassword(db: Kysely<Database>, userId: number, hash: string): Promise<void> {
  await db.updateTable('passwords').set({ hash }).where('user_id', '=', userId).execute();
}
