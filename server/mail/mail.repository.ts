import type { Insertable } from 'kysely';
import type { Db } from '../database/database.ts';
import { countRows, firstOf, run } from '../database/rows.ts';
import { unclaimed } from '../database/unclaimed.ts';
import type { MailTable } from './mail.table.ts';

export const insertMail = (db: Db, mail: Insertable<MailTable>) => run(db.insertInto('mails').values(mail));

/** Claims up to `limit` due emails, each for one attempt. If this process crashes, they are due again at `until`. */
export const claimMails = (db: Db, { now, until, limit }: { now: string; until: string; limit: number }) =>
  db
    .with('due', (due) =>
      due
        .selectFrom('mails')
        .select('id')
        .where('state', '=', 'PENDING')
        .where('next_attempt', '<=', now)
        .orderBy('next_attempt')
        .limit(limit)
        .$call(unclaimed(db)),
    )
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt: until }))
    .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
    .returning(['id', 'recipient', 'sealed', 'attempts'])
    .execute();

/** Ends the delivery and deletes the email's contents. Also deletes the address if the recipient is a person to be verified. */
export const closeMail = (db: Db, id: number, state: 'SENT' | 'FAILED'): Promise<void> =>
  db
    .updateTable('mails')
    .set(({ eb }) => ({
      state,
      sealed: null,
      recipient: eb.case().when('template', '=', 'session_link').then('').else(eb.ref('recipient')).end(),
    }))
    .where('id', '=', id)
    .$call(run);

export const postponeMail = (db: Db, id: number, next_attempt: string): Promise<void> =>
  run(db.updateTable('mails').set({ next_attempt }).where('id', '=', id));

export const nextDue = (db: Db): Promise<string | undefined> =>
  db
    .selectFrom('mails')
    .select('next_attempt')
    .where('state', '=', 'PENDING')
    .orderBy('next_attempt')
    .$call(firstOf('next_attempt'));

export const countDueMails = (db: Db, now: string): Promise<number> =>
  db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'PENDING')
    .where('next_attempt', '<=', now)
    .$call(countRows(db));

/**
 * When the oldest waiting email was written. Undefined if a later one has been sent, because then our mail server works, and only
 * the recipient's may be deferring the oldest.
 */
export async function findStuckMail(db: Db): Promise<string | undefined> {
  const oldest = await db
    .selectFrom('mails')
    .select('created')
    .where('state', '=', 'PENDING')
    .orderBy('created')
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return undefined;
  const later = await db
    .selectFrom('mails')
    .select('id')
    .where('created', '>', oldest.created)
    .where('state', '=', 'SENT')
    .limit(1)
    .executeTakeFirst();
  return later ? undefined : oldest.created;
}

/** Local mode's mailbox is not purged. */
export const purgeMails = (db: Db, before: { delivered: string; discarded: string }): Promise<void> =>
  db
    .deleteFrom('mails')
    .where((eb) =>
      eb.or([
        eb.and([eb('created', '<=', before.delivered), eb('state', 'in', ['SENT', 'FAILED'])]),
        eb.and([eb('created', '<=', before.discarded), eb('state', '=', 'DISCARDED')]),
      ]),
    )
    .$call(run);
