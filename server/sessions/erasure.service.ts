import type { OutsideContext, TransactionContext } from '../core/context.ts';
import { destroyPieces, listErasureKeys, listSealedUnder } from './evidence/session-vault.repository.ts';
import { findSessionById } from './session/session.repository.ts';
import { redactSession } from './session/session.service.ts';

/** The sessions whose identity data cannot be decrypted with any erasure key. */
export async function listUnreadable({ db, deps }: OutsideContext): Promise<number[]> {
  const lost = (await listErasureKeys(db)).filter((name) => !deps.erasure_keys?.has(name));
  return lost.length > 0 ? listSealedUnder(db, lost) : [];
}

/**
 * Destroys the data of these sessions, and redacts those that have ended. A session whose verdict is still due has lost its
 * evidence, and is rejected after the last attempt.
 */
export async function destroyUnreadable(ctx: TransactionContext, ids: number[]): Promise<void> {
  for (const id of ids) {
    const session = await findSessionById(ctx.db, id);
    if (session?.ended) await redactSession(ctx, session, 'OPERATOR');
    await destroyPieces(ctx.db, [id]);
  }
}
