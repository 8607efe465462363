import type { Db } from '../../database/database.ts';
import { countRows, firstOf } from '../../database/rows.ts';
import { unclaimed } from '../../database/unclaimed.ts';
import type { Session } from '../session/session.repository.ts';

type DueVerdict = Pick<Session, 'id' | 'verification_tries'> & { verification_due: string };

export const findNextVerdict = (db: Db, without: number[]): Promise<DueVerdict | undefined> =>
  db
    .selectFrom('sessions')
    .select(['id', 'verification_tries', 'verification_due'])
    .where('state', '=', 'COMPLETED')
    .where('verification_due', 'is not', null)
    .$if(without.length > 0, (query) => query.where('id', 'not in', without))
    .orderBy('verification_due')
    .limit(1)
    .$call(unclaimed(db))
    .$narrowType<{ verification_due: string }>()
    .executeTakeFirst();

/** The earliest time at which a verdict is due. One that a process is working on is due when its lease ends. */
export const findOldestVerdict = (db: Db): Promise<string | undefined> =>
  db
    .selectFrom('sessions')
    .select('verification_due')
    .where('state', '=', 'COMPLETED')
    .where('verification_due', 'is not', null)
    .orderBy('verification_due')
    .$call(firstOf('verification_due'));

export const countDueVerdicts = (db: Db, now: string): Promise<number> =>
  db
    .selectFrom('sessions')
    .select('id')
    .where('state', '=', 'COMPLETED')
    .where('verification_due', '<=', now)
    .$call(countRows(db));

/** Claims the session until `verification_due`. @returns undefined when another process was first. */
export const claimVerdict = (
  db: Db,
  { id, verification_tries }: DueVerdict,
  verification_due: string,
): Promise<Session | undefined> =>
  db
    .updateTable('sessions')
    .set({ verification_tries: verification_tries + 1, verification_due })
    .where('id', '=', id)
    .where('state', '=', 'COMPLETED')
    .where('verification_tries', '=', verification_tries)
    .returningAll()
    .executeTakeFirst();
