import type { Db } from '../database/database.ts';
import { firstOf, run } from '../database/rows.ts';

export const findSetting = (db: Db, name: string): Promise<string | undefined> =>
  db.selectFrom('local_settings').select('value').where('name', '=', name).$call(firstOf('value'));

export const keepSetting = (db: Db, name: string, value: string): Promise<void> =>
  db
    .insertInto('local_settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .$call(run);

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
