import { compiled } from '../../database/compiled.ts';
import type { Db } from '../../database/database.ts';
import { changesRows, run } from '../../database/rows.ts';
import type { SessionIds } from '../session/session.repository.ts';

/** Counts one more challenge or Chip Authentication. @returns false when the limit is reached or the session is not INITIATED. */
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

interface SentChallenge {
  session_id: number;
  challenge_hash: Buffer;
  now: string;
}

export const findChallenge = compiled((db, challenge: SentChallenge) => openChallenge(db, challenge));

/** Deletes all challenges of the session if this one is not used and not expired. */
export const takeChallenges = compiled((db, challenge: SentChallenge) =>
  db
    .deleteFrom('reader_challenges')
    .where('session_id', '=', challenge.session_id)
    .where(({ exists }) => exists(openChallenge(db, challenge)))
    .returning('session_id'),
);

const openChallenge = (db: Db, { session_id, challenge_hash, now }: SentChallenge) =>
  db
    .selectFrom('reader_challenges as sent')
    .select('sent.session_id')
    .where('sent.session_id', '=', session_id)
    .where('sent.challenge_hash', '=', challenge_hash)
    .where('sent.expires', '>', now);

export const deleteChallenges = (db: Db, sessions: SessionIds): Promise<void> =>
  run(db.deleteFrom('reader_challenges').where('session_id', 'in', sessions));
