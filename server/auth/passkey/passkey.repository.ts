import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../database/database.ts';
import { newestFirst, type Page } from '../../database/page-cursor.ts';
import { changesRows, columnOf, findsRow, run } from '../../database/rows.ts';
import type { PasskeyChallengeTable, PasskeyTable } from '../auth.table.ts';

export type Passkey = Selectable<PasskeyTable>;
export type PasskeyChallenge = Selectable<PasskeyChallengeTable>;

export const insertChallenge = (db: Db, challenge: Insertable<PasskeyChallengeTable>): Promise<void> =>
  run(db.insertInto('passkey_challenges').values(challenge));

export const takeChallengeRow = (db: Db, hash: string): Promise<PasskeyChallenge | undefined> =>
  db.deleteFrom('passkey_challenges').where('hash', '=', hash).returningAll().executeTakeFirst();

export const purgeChallenges = (db: Db, now: string): Promise<void> =>
  run(db.deleteFrom('passkey_challenges').where('expires', '<=', now));

export const insertPasskey = (db: Db, passkey: Insertable<PasskeyTable>): Promise<void> =>
  run(db.insertInto('passkeys').values(passkey));

export const findPasskeys = (db: Db, user_id: number, page: Page): Promise<Passkey[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', user_id).$call(newestFirst(page)).execute();

export const listCredentialIds = (db: Db, user_id: number): Promise<string[]> =>
  db.selectFrom('passkeys').select('credential_id').where('user_id', '=', user_id).$call(columnOf('credential_id'));

export function hasPasskeyOrPassword(db: Db, user_id: number): Promise<boolean> {
  const passkeys = db.selectFrom('passkeys').select('user_id').where('user_id', '=', user_id);
  const passwords = db.selectFrom('passwords').select('user_id').where('user_id', '=', user_id);
  return findsRow(passkeys.unionAll(passwords));
}

export type PasskeyHolder = NonNullable<Awaited<ReturnType<typeof findPasskeyHolder>>>;

/** The password hash is null for users who have no password. */
export const findPasskeyHolder = (db: Db, credential_id: string) =>
  db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .leftJoin('passwords', 'passwords.user_id', 'users.id')
    .select(['passkeys.id as passkey_id', 'passkeys.credential_id', 'passkeys.public_key', 'passkeys.counter'])
    .select(['users.id', 'users.merchant_id', 'users.email', 'users.email_verified'])
    .select(['users.locale', 'passwords.hash'])
    .where('passkeys.credential_id', '=', credential_id)
    .executeTakeFirst();

/** @returns false when the passkey has been deleted, or another request has changed its counter in the meantime. */
export const updateCounter = (
  db: Db,
  id: number,
  { from, to, last_used }: { from: number; to: number; last_used: string },
): Promise<boolean> =>
  changesRows(
    db.updateTable('passkeys').set({ counter: to, last_used }).where('id', '=', id).where('counter', '=', from),
  );

export const renamePasskeyRow = (db: Db, user_id: number, id: number, name: string): Promise<Passkey | undefined> =>
  db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returningAll()
    .executeTakeFirst();

export const deletePasskeyRow = (db: Db, user_id: number, id: number): Promise<boolean> =>
  changesRows(db.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', user_id));

export const deletePasskeysOf = (db: Db, user_id: number): Promise<void> =>
  run(db.deleteFrom('passkeys').where('user_id', '=', user_id));
