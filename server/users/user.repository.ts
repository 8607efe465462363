import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import { compiled } from '../database/compiled.ts';
import type { Database, Db } from '../database/database.ts';
import { newestFirst, type Page } from '../database/page-cursor.ts';
import { emailKey } from './email-address.ts';
import type { ServiceKeyTable, UserTable } from './user.table.ts';

export type User = Selectable<UserTable>;
/** A service user has a key. */
export type UserWithKey = User & { public_key: string | null };
export type ServiceKey = Selectable<ServiceKeyTable>;

export async function insertUser(db: Db, user: Insertable<UserTable>): Promise<void> {
  await db.insertInto('users').values(user).execute();
}

export function findUser(db: Db, merchant_id: number, id: number): Promise<UserWithKey | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .select(publicKey)
    .where('id', '=', id)
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirst();
}

/** Finds a user regardless of account: for operators. */
export function findAnyUser(db: Db, by: { id: number } | { email_key: string }): Promise<UserWithKey | undefined> {
  const query = db.selectFrom('users').selectAll().select(publicKey);
  return ('id' in by ? query.where('id', '=', by.id) : query.where('email_key', '=', by.email_key)).executeTakeFirst();
}

export function findUserByEmail(db: Db, email_key: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('email_key', '=', email_key).executeTakeFirst();
}

export function findUsers(db: Db, merchant_id: number, page: Page): Promise<UserWithKey[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .select(publicKey)
    .where('merchant_id', '=', merchant_id)
    .$call(newestFirst(page))
    .execute();
}

const publicKey = (eb: ExpressionBuilder<Database, 'users'>) =>
  eb
    .selectFrom('service_keys')
    .select('service_keys.public_key')
    .whereRef('service_keys.user_id', '=', 'users.id')
    .as('public_key');

export function findAllUsers(db: Db, merchant_id: number): Promise<User[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .orderBy('created')
    .orderBy('id')
    .execute();
}

export async function hasUserOfType(db: Db, merchant_id: number, type: User['type']): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('type', '=', type)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasVerifiedAddress(db: Db, merchant_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('email_verified', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateEmail(
  db: Db,
  id: number,
  changes: Partial<Pick<User, 'email' | 'email_key' | 'alias' | 'email_verified' | 'pending_email'>>,
): Promise<Pick<User, 'merchant_id'>> {
  return db.updateTable('users').set(changes).where('id', '=', id).returning('merchant_id').executeTakeFirstOrThrow();
}

/** Makes the address the user's sign-in address, and clears the pending one. @returns false when the user now has another address. */
export async function updateEmailVerified(db: Db, id: number, email: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ email, email_key: emailKey(email), alias: email, email_verified: 1, pending_email: null })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('email', '=', email), eb('pending_email', '=', email)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function updateName(db: Db, merchant_id: number, id: number, name: string): Promise<void> {
  await db.updateTable('users').set({ name }).where('id', '=', id).where('merchant_id', '=', merchant_id).execute();
}

/** Moves a user to another account. */
export async function updateMerchant(db: Db, from: number, id: number, to: number): Promise<void> {
  await db.updateTable('users').set({ merchant_id: to }).where('id', '=', id).where('merchant_id', '=', from).execute();
}

/** Writes nothing when another call has done so since `stale`. */
export async function updateLastUsed(
  db: Db,
  id: number,
  { now, stale }: { now: string; stale: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_used: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used', 'is', null), eb('last_used', '<=', stale)]))
    .execute();
}

/** Deletes a user with their password, keys and sign-ins. */
export async function deleteUserRow(db: Db, merchant_id: number, id: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).where('merchant_id', '=', merchant_id).execute();
}

export async function insertServiceKey(db: Db, key: Insertable<ServiceKeyTable>): Promise<void> {
  await db.insertInto('service_keys').values(key).execute();
}

/** Keeps the current secret beside the new one. @returns the public key. */
export async function replaceSecret(
  db: Db,
  user_id: number,
  { secret_hash, previous_expires }: { secret_hash: Buffer; previous_expires: string },
): Promise<string> {
  const { public_key } = await db
    .updateTable('service_keys')
    .set((eb) => ({ previous_secret_hash: eb.ref('secret_hash'), previous_expires, secret_hash }))
    .where('user_id', '=', user_id)
    .returning('public_key')
    .executeTakeFirstOrThrow();
  return public_key;
}

/** Includes when its account was suspended. */
export function findServiceKey(
  db: Db,
  public_key: string,
): Promise<(ServiceKey & { suspended: string | null }) | undefined> {
  return findKey.first(db, { public_key });
}

const findKey = compiled((db, { public_key }: { public_key: string }) =>
  db
    .selectFrom('service_keys')
    .innerJoin('merchants', 'merchants.id', 'service_keys.merchant_id')
    .selectAll('service_keys')
    .select('merchants.suspended')
    .where('public_key', '=', public_key),
);
