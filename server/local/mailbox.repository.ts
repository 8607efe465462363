import type { Db } from '../database/database.ts';

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
