import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import { compiled } from '../database/compiled.ts';
import type { Database, Db, Trx } from '../database/database.ts';
import { newestFirst, type Page } from '../database/page-cursor.ts';
import { changesRows, findsRow, run } from '../database/rows.ts';
import { emailKey } from './email-address.ts';
import type { EmailChangeTable, ServiceKeyTable, UserTable } from './user.table.ts';

export type User = Selectable<UserTable>;
export type UserWithKey = User & { public_key: string | null };

export const insertUser = (db: Db, user: Insertable<UserTable>) => run(db.insertInto('users').values(user));

const usersOf = (db: Db, merchant_id: number) =>
  db.selectFrom('users').selectAll().where('merchant_id', '=', merchant_id);

export const findUser = (db: Db, merchant_id: number, id: number): Promise<UserWithKey | undefined> =>
  usersOf(db, merchant_id).select(publicKey).where('id', '=', id).executeTakeFirst();

export function findAnyUser(db: Db, by: { id: number } | { email_key: string }): Promise<UserWithKey | undefined> {
  const query = db.selectFrom('users').selectAll().select(publicKey);
  return ('id' in by ? query.where('id', '=', by.id) : query.where('email_key', '=', by.email_key)).executeTakeFirst();
}

export const findUserByEmail = (db: Db, email_key: string): Promise<User | undefined> =>
  db.selectFrom('users').selectAll().where('email_key', '=', email_key).executeTakeFirst();

export const findUsers = (db: Db, merchant_id: number, page: Page): Promise<UserWithKey[]> =>
  usersOf(db, merchant_id).select(publicKey).$call(newestFirst(page)).execute();

const publicKey = (eb: ExpressionBuilder<Database, 'users'>) =>
  eb
    .selectFrom('service_keys')
    .select('service_keys.public_key')
    .whereRef('service_keys.user_id', '=', 'users.id')
    .as('public_key');

export const findAllUsers = (db: Db, merchant_id: number): Promise<User[]> =>
  usersOf(db, merchant_id).orderBy('created').orderBy('id').execute();

export const hasUserOfType = (db: Db, merchant_id: number, type: User['type']): Promise<boolean> =>
  findsRow(usersOf(db, merchant_id).where('type', '=', type));

export const hasVerifiedAddress = (db: Db, merchant_id: number): Promise<boolean> =>
  findsRow(usersOf(db, merchant_id).where('email_verified', '=', 1));

export const updateEmail = (
  db: Db,
  id: number,
  changes: Partial<Pick<User, 'email' | 'email_key' | 'alias' | 'email_verified' | 'pending_email'>>,
): Promise<Pick<User, 'merchant_id'>> =>
  db.updateTable('users').set(changes).where('id', '=', id).returning('merchant_id').executeTakeFirstOrThrow();

/** Also clears the pending address. @returns false when the user now has another address. */
export const updateEmailVerified = (db: Db, id: number, email: string): Promise<boolean> =>
  db
    .updateTable('users')
    .set({ email, email_key: emailKey(email), alias: email, email_verified: 1, pending_email: null })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('email', '=', email), eb('pending_email', '=', email)]))
    .$call(changesRows);

export const updateUser = (
  db: Db,
  merchant_id: number,
  id: number,
  changes: Partial<Pick<User, 'name' | 'merchant_id' | 'role'>>,
): Promise<void> =>
  run(db.updateTable('users').set(changes).where('id', '=', id).where('merchant_id', '=', merchant_id));

/** Does nothing if another call has updated `last_used` since `stale`. */
export const updateLastUsed = (db: Db, id: number, { now, stale }: { now: string; stale: string }): Promise<void> =>
  db
    .updateTable('users')
    .set({ last_used: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used', 'is', null), eb('last_used', '<=', stale)]))
    .$call(run);

export const deleteUserRow = (db: Db, merchant_id: number, id: number): Promise<void> =>
  run(db.deleteFrom('users').where('id', '=', id).where('merchant_id', '=', merchant_id));

export const insertServiceKey = (db: Db, key: Insertable<ServiceKeyTable>): Promise<void> =>
  run(db.insertInto('service_keys').values(key));

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

export const findServiceKey = (db: Db, public_key: string) => findKey.first(db, { public_key });

const findKey = compiled((db, { public_key }: { public_key: string }) =>
  db
    .selectFrom('service_keys')
    .innerJoin('merchants', 'merchants.id', 'service_keys.merchant_id')
    .selectAll('service_keys')
    .select('merchants.suspended')
    .where('public_key', '=', public_key),
);

/** Locks the owners' rows, so that two owners cannot remove each other's role at the same time. */
export async function claimOwners(db: Trx, merchant_id: number): Promise<number[]> {
  const owners = await db
    .updateTable('users')
    .set({ role: 'owner' })
    .where('merchant_id', '=', merchant_id)
    .where('role', '=', 'owner')
    .returning('id')
    .execute();
  return owners.map(({ id }) => id);
}

export type EmailChange = Selectable<EmailChangeTable>;

export const insertEmailChange = (db: Db, change: Insertable<EmailChangeTable>): Promise<void> =>
  run(db.insertInto('email_changes').values(change));

export const findEmailChange = (db: Db, email_key: string, now: string): Promise<EmailChange | undefined> =>
  db
    .selectFrom('email_changes')
    .selectAll()
    .where('email_key', '=', email_key)
    .where('expires', '>', now)
    .executeTakeFirst();

/** Deletes a change, so that it can be undone only once. */
export const takeEmailChange = (db: Db, code_hash: string, now: string): Promise<EmailChange | undefined> =>
  db
    .deleteFrom('email_changes')
    .where('code_hash', '=', code_hash)
    .where('expires', '>', now)
    .returningAll()
    .executeTakeFirst();

export const deleteEmailChangesSince = (db: Db, user_id: number, since: string): Promise<void> =>
  run(db.deleteFrom('email_changes').where('user_id', '=', user_id).where('created', '>=', since));

export const purgeEmailChangeRows = (db: Db, now: string): Promise<void> =>
  run(db.deleteFrom('email_changes').where('expires', '<=', now));
