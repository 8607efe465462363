/**
 * The challenge that a chip must answer to prove that it is the original. The reader of a started session requests it, and it is
 * valid for one submission.
 */
import { randomBytes } from 'node:crypto';
import type { ChipAuthenticationSecret } from '@sigill/emrtd';
import { addSeconds, timestamp } from '../../core/clock.ts';
import type { Context, TransactionContext } from '../../core/context.ts';
import { hashSecret } from '../../secrets/random-secret.ts';
import type { Session } from '../session/session.repository.ts';
import { countUp, findChallenge, insertChallenge, takeChallenges } from './reader-challenge.repository.ts';
import { dropPiece } from './session-vault.repository.ts';
import { openPieces, sealPieces } from './session-vault.ts';

const CHALLENGE_BYTES = 8;
const ANSWER_SECONDS = 120;

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
  const expires = timestamp(addSeconds(deps.clock.now(), ANSWER_SECONDS));
  await insertChallenge(db, session_id, hashSecret(challenge), expires);
  return { challenge, expires };
}

export const isChallengeOpen = async (ctx: Context, sent: SentChallenge): Promise<boolean> =>
  (await findChallenge.first(ctx.db, hashed(ctx, sent))) !== undefined;

/** Deletes all challenges of the session. @returns false, and deletes none, when the submitted one is unknown, used or expired. */
export const useChallenge = async (ctx: TransactionContext, sent: SentChallenge): Promise<boolean> =>
  (await takeChallenges.first(ctx.db, hashed(ctx, sent))) !== undefined;

const hashed = ({ deps }: Context, { session_id, challenge }: SentChallenge) => ({
  session_id,
  challenge_hash: hashSecret(challenge),
  now: timestamp(deps.clock.now()),
});

interface Kept {
  secret: ChipAuthenticationSecret;
  expires: string;
}

/**
 * Chip Authentication: the service's private key is stored, encrypted with the session's key, until the chip responds. A session
 * has one at a time; starting again replaces it, and the submission deletes it.
 * @returns when the response must have arrived; undefined when the session has started `limit` times, or is not INITIATED.
 */
export async function keepChipAuthentication(
  ctx: TransactionContext,
  session: Session,
  { secret, limit }: { secret: ChipAuthenticationSecret; limit: number },
): Promise<string | undefined> {
  if (!(await countUp(ctx.db, session.id, 'chip_authentications', limit))) return undefined;
  const expires = timestamp(addSeconds(ctx.deps.clock.now(), ANSWER_SECONDS));
  const kept: Kept = { secret, expires };
  await endChipAuthentication(ctx, session);
  await sealPieces(ctx, session, { chip_authentication: Buffer.from(JSON.stringify(kept)) });
  return expires;
}

/** Undefined when Chip Authentication was not started, or has expired. */
export async function openChipAuthentication(
  ctx: Context,
  session: Session,
): Promise<ChipAuthenticationSecret | undefined> {
  const { chip_authentication } = await openPieces(ctx, session, ['chip_authentication']);
  if (!chip_authentication) return undefined;
  const { secret, expires } = JSON.parse(chip_authentication.toString('utf8')) as Kept;
  return expires > timestamp(ctx.deps.clock.now()) ? secret : undefined;
}

export const endChipAuthentication = ({ db }: TransactionContext, { id }: Session): Promise<void> =>
  dropPiece(db, id, 'chip_authentication');
