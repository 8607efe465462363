import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../database/database.ts';
import { changesRows, firstOf, run } from '../../database/rows.ts';
import type { SignInAttemptTable, SignInSubjectTable } from '../auth.table.ts';

export type SignInAttempt = Selectable<SignInAttemptTable>;
export type SignInSubject = Selectable<SignInSubjectTable>;

export const insertAttempt = (db: Db, attempt: Insertable<SignInAttemptTable>): Promise<void> =>
  run(db.insertInto('sign_in_attempts').values(attempt));

interface Returning extends Pick<SignInAttempt, 'provider' | 'browser_hash'> {
  state_hash: string | undefined;
}

/** The attempt of this browser with the given state, or its newest attempt if there is no state. @returns its `state_hash` */
export const findAttempt = (db: Db, { provider, browser_hash, state_hash }: Returning, now: string) =>
  db
    .selectFrom('sign_in_attempts')
    .select('state_hash')
    .where('browser_hash', '=', browser_hash)
    .where('provider', '=', provider)
    .where('expires', '>', now)
    .$if(state_hash !== undefined, (query) => query.where('state_hash', '=', state_hash!))
    .orderBy('expires', 'desc')
    .$call(firstOf('state_hash'));

/** @returns false when another request deleted it first. */
export const deleteAttempt = (db: Db, state_hash: string): Promise<boolean> =>
  changesRows(db.deleteFrom('sign_in_attempts').where('state_hash', '=', state_hash));

export const purgeAttempts = (db: Db, now: string): Promise<void> =>
  run(db.deleteFrom('sign_in_attempts').where('expires', '<=', now));

export const findSubjectUser = (db: Db, { issuer, subject }: Pick<SignInSubject, 'issuer' | 'subject'>) =>
  db
    .selectFrom('sign_in_subjects')
    .innerJoin('users', 'users.id', 'sign_in_subjects.user_id')
    .select(['users.id', 'users.merchant_id', 'users.email', 'users.email_verified', 'users.locale'])
    .where('sign_in_subjects.issuer', '=', issuer)
    .where('sign_in_subjects.subject', '=', subject)
    .executeTakeFirst();

export const insertSubject = (db: Db, subject: Insertable<SignInSubjectTable>): Promise<void> =>
  run(db.insertInto('sign_in_subjects').values(subject));
