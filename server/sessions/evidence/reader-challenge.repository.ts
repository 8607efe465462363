/** Active Authentication challenges that were issued and not used yet. */
import type { Db } from '../../database/database.ts';
import type { SessionIds } from '../session/session.repository.ts';

/** Counts one more challenge of a started session. @returns false when the limit is reached or the session is not INITIATED. */
export async function countChallenge(db: Db, session_id: number, limit: number): Promise<boolean> {
  const row = await db
    .updateTable('sessions')
    .set(({ eb }) => ({ challenges: eb('challenges', '+', 1) }))
    .where('id', '=', session_id)
    .where('state', '=', 'INITIATED')
    .where('challenges', '<', limit)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The same for Chip Authentication. */
export async function countChipAuthentication(db: Db, session_id: number, limit: number): Promise<boolean> {
  const row = await db
    .updateTable('sessions')
    .set(({ eb }) => ({ chip_authentications: eb('chip_authentications', '+', 1) }))
    .where('id', '=', session_id)
    .where('state', '=', 'INITIATED')
    .where('chip_authentications', '<', limit)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertChallenge(
  db: Db,
  session_id: number,
  challenge_hash: Buffer,
  expires: string,
): Promise<void> {
  await db.insertInto('reader_challenges').values({ session_id, challenge_hash, expires }).execute();
}

export async function hasChallenge(db: Db, session_id: number, challenge_hash: Buffer, now: string): Promise<boolean> {
  const row = await db
    .selectFrom('reader_challenges')
    .select('session_id')
    .where('session_id', '=', session_id)
    .where('challenge_hash', '=', challenge_hash)
    .where('expires', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false when the challenge is unknown, used or expired. */
export async function takeChallenge(db: Db, session_id: number, challenge_hash: Buffer, now: string): Promise<boolean> {
  const row = await db
    .deleteFrom('reader_challenges')
    .where('session_id', '=', session_id)
    .where('challenge_hash', '=', challenge_hash)
    .where('expires', '>', now)
    .returning('session_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteChallenges(db: Db, sessions: SessionIds): Promise<void> {
  await db.deleteFrom('reader_challenges').where('session_id', 'in', sessions).execute();
}
