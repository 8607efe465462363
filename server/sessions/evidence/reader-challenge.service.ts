/** Active Authentication challenges. The reader of a started session requests them; each is valid for one submission. */
import { randomBytes } from 'node:crypto';
import { addSeconds, timestamp } from '../../core/clock.ts';
import type { Context, TransactionContext } from '../../core/context.ts';
import { hashSecret } from '../../secrets/random-secret.ts';
import {
  countUp,
  deleteChallenges,
  hasChallenge,
  insertChallenge,
  takeChallenge,
} from './reader-challenge.repository.ts';

const CHALLENGE_BYTES = 8;
const CHALLENGE_SECONDS = 120;

interface SentChallenge {
  session_id: number;
  challenge: Uint8Array;
}

/** @returns undefined when the session has had `limit` challenges, or is not INITIATED. */
export async function drawChallenge(
  { db, deps }: TransactionContext,
  { session_id, limit }: { session_id: number; limit: number },
): Promise<{ challenge: Buffer; expires: string } | undefined> {
  if (!(await countUp(db, session_id, 'challenges', limit))) return undefined;
  const challenge = randomBytes(CHALLENGE_BYTES);
  const expires = timestamp(addSeconds(deps.clock.now(), CHALLENGE_SECONDS));
  await insertChallenge(db, session_id, hashSecret(challenge), expires);
  return { challenge, expires };
}

export const isChallengeOpen = ({ db, deps }: Context, { session_id, challenge }: SentChallenge): Promise<boolean> =>
  hasChallenge(db, session_id, hashSecret(challenge), timestamp(deps.clock.now()));

/** Deletes the challenge of a submission and the session's others. @returns false when it is unknown, used or expired. */
export async function useChallenge(
  { db, deps }: TransactionContext,
  { session_id, challenge }: SentChallenge,
): Promise<boolean> {
  if (!(await takeChallenge(db, session_id, hashSecret(challenge), timestamp(deps.clock.now())))) return false;
  await deleteChallenges(db, [session_id]);
  return true;
}
