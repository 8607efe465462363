import type { Insertable } from 'kysely';
import type { Db } from '../../database/database.ts';
import { changesRows, run } from '../../database/rows.ts';
import type { PasswordTable } from '../auth.table.ts';

export const insertPassword = (db: Db, password: Insertable<PasswordTable>): Promise<void> =>
  run(db.insertInto('passwords').values(password));

export type PasswordHolder = NonNullable<Awaited<ReturnType<typeof findPasswordHolder>>>;

export const findPasswordHolder = (db: Db, email_key: string) =>
  holders(db).where('users.email_key', '=', email_key).executeTakeFirst();

export const findPasswordHolderById = (db: Db, merchant_id: number, id: number) =>
  holders(db).where('users.id', '=', id).where('users.merchant_id', '=', merchant_id).executeTakeFirst();

const holders = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('passwords', 'passwords.user_id', 'users.id')
    .select(['users.id', 'users.merchant_id', 'users.email', 'users.email_key'])
    .select(['users.email_verified', 'users.locale', 'passwords.hash']);

/** A user who may recover the account: one who signed up with an email address, with or without a password now. */
export const findRecoverer = (db: Db, email_key: string) =>
  db
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.user_id', 'users.id')
    .select(['users.id', 'users.merchant_id', 'users.email', 'users.email_key'])
    .select(['users.email_verified', 'users.locale', 'passwords.hash'])
    .where('users.email_key', '=', email_key)
    .where('users.type', '=', 'NATURAL')
    .executeTakeFirst();

/** Whether the verified password is still current. On PostgreSQL, this locks the row until the transaction ends. */
export const confirmPassword = (db: Db, { id, hash }: Pick<PasswordHolder, 'id' | 'hash'>): Promise<boolean> =>
  changesRows(db.updateTable('passwords').set({ hash }).where('user_id', '=', id).where('hash', '=', hash));

export const setPassword = (db: Db, user_id: number, hash: string): Promise<void> =>
  db
    .insertInto('passwords')
    .values({ user_id, hash })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash }))
    .$call(run);

export const deletePassword = (db: Db, user_id: number): Promise<void> =>
  run(db.deleteFrom('passwords').where('user_id', '=', user_id));
