/** Challenges for Active Authentication that were handed out and not used. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';

type Db = Kysely<Database>;

const hashOf = (challenge: Uint8Array) => createHash('sha256').update(challenge).digest();

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

export async function insertChallenge(
  db: Db,
  session_id: number,
  challenge: Uint8Array,
  expires: string,
): Promise<void> {
  await db
    .insertInto('reader_challenges')
    .values({ session_id, challenge_hash: hashOf(challenge), expires })
    .execute();
}

export async function isChallengeOpen(
  db: Db,
  session_id: number,
  challenge: Uint8Array,
  now: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('reader_challenges')
    .select('session_id')
    .where('session_id', '=', session_id)
    .where('challenge_hash', '=', hashOf(challenge))
    .where('expires', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false when the challenge is unknown, used or expired. */
export async function useChallenge(db: Db, session_id: number, challenge: Uint8Array, now: string): Promise<boolean> {
  const row = await db
    .deleteFrom('reader_challenges')
    .where('session_id', '=', session_id)
    .where('challenge_hash', '=', hashOf(challenge))
    .where('expires', '>', now)
    .returning('session_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeChallenges(db: Db, session_id: number): Promise<void> {
  await db.deleteFrom('reader_challenges').where('session_id', '=', session_id).execute();
}
