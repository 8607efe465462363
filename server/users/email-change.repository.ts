import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../database/database.ts';
import type { EmailChangeTable } from './user.table.ts';

export type EmailChange = Selectable<EmailChangeTable>;

export async function insertEmailChange(db: Db, change: Insertable<EmailChangeTable>): Promise<void> {
  await db.insertInto('email_changes').values(change).execute();
}

/** The user whose address this recently was. */
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

export async function deleteEmailChangesSince(db: Db, user_id: number, since: string): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', user_id).where('created', '>=', since).execute();
}

export async function purgeEmailChangeRows(db: Db, now: string): Promise<void> {
  await db.deleteFrom('email_changes').where('expires', '<=', now).execute();
}
