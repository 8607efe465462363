/**
 * Chip Authentication of a session: the service's private key is stored, encrypted with the session, until the chip responds. A
 * session has one at a time; starting again replaces it, and the submission deletes it.
 */
import type { ChipAuthenticationSecret } from '@sigill/emrtd';
import { addSeconds, timestamp } from '../../core/clock.ts';
import type { Context, TransactionContext } from '../../core/context.ts';
import type { Session } from '../session/session.repository.ts';
import { countUp } from './reader-challenge.repository.ts';
import { dropPiece } from './session-vault.repository.ts';
import { openPieces, sealPieces } from './session-vault.ts';

const ANSWER_SECONDS = 120;

interface Kept {
  secret: ChipAuthenticationSecret;
  expires: string;
}

/** @returns when the response must have arrived; undefined when the session has started `limit` times, or is not INITIATED. */
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

/** What the chip's response is verified with. Undefined when Chip Authentication was not started, or has expired. */
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
