import type { Insertable, Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import { newestFirst, type Page } from '../database/page-cursor.ts';
import type { ServiceKeyTable, UserTable } from './user.table.ts';

export async function insertUser(db: Kysely<Database>, user: Insertable<UserTable>): Promise<void> {
  await db.insertInto('users').values(user).execute();
}

export function findUser(db: Kysely<Database>, merchantId: number, id: number) {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
}

export function findUserByEmail(db: Kysely<Database>, emailKey: string) {
  return db.selectFrom('users').selectAll().where('email_key', '=', emailKey).executeTakeFirst();
}

export function listUsers(db: Kysely<Database>, merchantId: number) {
  return db
    .selectFrom('users')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('created')
    .orderBy('id')
    .execute();
}

export function findUsers(db: Kysely<Database>, merchant_id: number, page: Page) {
  return db.selectFrom('users').selectAll().where('merchant_id', '=', merchant_id).$call(newestFirst(page)).execute();
}

export async function hasServiceUser(db: Kysely<Database>, merchantId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('type', '=', 'SERVICE')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateEmail(
  db: Kysely<Database>,
  id: number,
  { email, email_key }: { email: string; email_key: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ email, email_key, alias: email, email_verified: 0 })
    .where('id', '=', id)
    .execute();
}

/** Marks the address as verified. @returns false when the user has another one by now. */
export async function markEmailVerified(db: Kysely<Database>, id: number, emailKey: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ email_verified: 1 })
    .where('id', '=', id)
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Moves a user into another account. */
export async function moveUser(db: Kysely<Database>, from: number, id: number, to: number): Promise<void> {
  await db.updateTable('users').set({ merchant_id: to }).where('id', '=', id).where('merchant_id', '=', from).execute();
}

/** Deletes a user with its password, keys and sign-ins. @returns whether there was one. */
export async function deleteUserRow(db: Kysely<Database>, merchantId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('users')
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function insertServiceKey(db: Kysely<Database>, key: ServiceKeyTable): Promise<void> {
  await db.insertInto('service_keys').values(key).execute();
}

/** Replaces the secret. @returns the public key. */
export async function replaceSecret(
  db: Kysely<Database>,
  userId: number,
  secretHash: Buffer,
  previousExpires: string,
): Promise<string> {
  const { public_key } = await db
    .updateTable('service_keys')
    .set((eb) => ({
      previous_secret_hash: eb.ref('secret_hash'),
      previous_expires: previousExpires,
      secret_hash: secretHash,
    }))
    .where('user_id', '=', userId)
    .returning('public_key')
    .executeTakeFirstOrThrow();
  return public_key;
}

export function findServiceKey(db: Kysely<Database>, publicKey: string) {
  return db
    .selectFrom('service_keys')
    .innerJoin('users', 'users.id', 'service_keys.user_id')
    .select(['users.id', 'users.merchant_id', 'users.type', 'users.last_used'])
    .select(['service_keys.secret_hash', 'service_keys.previous_secret_hash', 'service_keys.previous_expires'])
    .where('service_keys.public_key', '=', publicKey)
    .executeTakeFirst();
}
