import type { Db } from '../database/database.ts';

export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('local_settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function keepSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('local_settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

const MAILS_SHOWN = 200;

export function listMails(db: Db, to: string | undefined) {
  const newest = db
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'text', 'html', 'created'])
    .where('state', '=', 'KEPT')
    .orderBy('created', 'desc')
    .limit(MAILS_SHOWN);
  return (to ? newest.where('recipient', '=', to) : newest).execute();
}

export const findMail = (db: Db, id: number) =>
  db.selectFrom('mails').select('html').where('state', '=', 'KEPT').where('id', '=', id).executeTakeFirst();
