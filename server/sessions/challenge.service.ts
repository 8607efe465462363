/** Challenges for Active Authentication: drawn for the reader of a started session, and good for one submission. */
import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { addSeconds, timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import type { Database } from '../database/database.ts';
import {
  countChallenge,
  deleteChallenges,
  hasChallenge,
  insertChallenge,
  takeChallenge,
} from './challenge.repository.ts';

const CHALLENGE_BYTES = 8;
const CHALLENGE_SECONDS = 120;

type Trx = Transaction<Database>;

/** @returns undefined when the session has had as many as `limit`, or is not INITIATED. */
export async function drawChallenge(
  trx: Trx,
  deps: Deps,
  session_id: number,
  limit: number,
): Promise<{ challenge: Buffer; expires: string } | undefined> {
  if (!(await countChallenge(trx, session_id, limit))) return undefined;
  const challenge = randomBytes(CHALLENGE_BYTES);
  const expires = timestamp(addSeconds(deps.clock.now(), CHALLENGE_SECONDS));
  await insertChallenge(trx, session_id, hashOf(challenge), expires);
  return { challenge, expires };
}

export const isChallengeOpen = ({ db, clock }: Deps, session_id: number, challenge: Uint8Array): Promise<boolean> =>
  hasChallenge(db, session_id, hashOf(challenge), timestamp(clock.now()));

/** Uses a challenge up; the session's others are void. @returns false when it is unknown, used or expired. */
export async function useChallenge(trx: Trx, deps: Deps, session_id: number, challenge: Uint8Array): Promise<boolean> {
  if (!(await takeChallenge(trx, session_id, hashOf(challenge), timestamp(deps.clock.now())))) return false;
  await deleteChallenges(trx, [session_id]);
  return true;
}

const hashOf = (challenge: Uint8Array) => createHash('sha256').update(challenge).digest();
