/** Active Authentication challenges that were issued and not used yet. */
import type { Db } from '../../database/database.ts';
import { changesRows, findsRow, run } from '../../database/rows.ts';
import type { SessionIds } from '../session/session.repository.ts';

/** Counts one more of them in a started session. @returns false when the limit is reached or the session is not INITIATED. */
export const countUp = (
  db: Db,
  session_id: number,
  column: 'challenges' | 'chip_authentications',
  limit: number,
): Promise<boolean> =>
  db
    .updateTable('sessions')
    .set(({ eb }) => ({ [column]: eb(column, '+', 1) }))
    .where('id', '=', session_id)
    .where('state', '=', 'INITIATED')
    .where(column, '<', limit)
    .$call(changesRows);

export const insertChallenge = (db: Db, session_id: number, challenge_hash: Buffer, expires: string): Promise<void> =>
  run(db.insertInto('reader_challenges').values({ session_id, challenge_hash, expires }));

export const hasChallenge = (db: Db, session_id: number, challenge_hash: Buffer, now: string): Promise<boolean> =>
  db
    .selectFrom('reader_challenges')
    .select('session_id')
    .where('session_id', '=', session_id)
    .where('challenge_hash', '=', challenge_hash)
    .where('expires', '>', now)
    .$call(findsRow);

/** @returns false when the challenge is unknown, used or expired. */
export const takeChallenge = (db: Db, session_id: number, challenge_hash: Buffer, now: string): Promise<boolean> =>
  db
    .deleteFrom('reader_challenges')
    .where('session_id', '=', session_id)
    .where('challenge_hash', '=', challenge_hash)
    .where('expires', '>', now)
    .$call(changesRows);

export const deleteChallenges = (db: Db, sessions: SessionIds): Promise<void> =>
  run(db.deleteFrom('reader_challenges').where('session_id', 'in', sessions));
