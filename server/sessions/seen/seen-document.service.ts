/**
 * Whether an account has verified the same document before. For accounts that enable this, a keyed hash of what identifies the
 * document is kept for some days. The hash names nobody, and is useless without the service's keys.
 */
import { createHmac } from 'node:crypto';
import type { DocumentData } from '@sigill/emrtd';
import { addDays, timestamp } from '../../core/clock.ts';
import type { Acting, Caller, Context, OutsideContext, TransactionContext } from '../../core/context.ts';
import { known } from '../../core/known.ts';
import type { Operations } from '../../generated/operations.gen.ts';
import type { Session } from '../session/session.repository.ts';
import {
  deleteSeen,
  deleteSeenOf,
  findEarlier,
  findFirst,
  findMemoryDays,
  findSeen,
  findSeenAgain,
  insertSeen,
  listRemembering,
} from './seen-document.repository.ts';

/** As defined in the contract. */
const MOST_COUNTED = 100;
const MOST_SHOWN = 10;

/**
 * The hash of a document. Undefined for sessions that keep none: demo sessions, sessions with claims, which keep only the answers,
 * and sessions whose data only the account can read.
 */
export function documentHash(
  { deps }: Context,
  { merchant_id, claims, delivery_kid }: Session,
  { mrz, document_type, document_number }: DocumentData,
  { specimen }: { specimen: boolean },
): Buffer | undefined {
  if (merchant_id === null || claims !== null || delivery_kid !== null) return undefined;
  // As JSON, so that no two documents have the same text.
  const identifying = [specimen ? 'specimen' : 'live', mrz.issuing_state, document_type, document_number];
  return createHmac('sha256', deps.deriveKey(`documents seen by account ${merchant_id}`))
    .update(JSON.stringify(identifying))
    .digest();
}

export async function noteSeen(
  { db }: TransactionContext,
  { id, merchant_id, ended }: Session,
  document_hash: Buffer,
): Promise<void> {
  if (merchant_id === null || ended === null || (await findMemoryDays(db, merchant_id)) === 0) return;
  await insertSeen(db, { session_id: id, merchant_id, document_hash, verified: ended });
}

export async function seenBefore(
  { db, deps, principal }: Context & Caller,
  session: Session,
): Promise<Operations['session.seen_before']['response']> {
  const { merchant_id } = principal;
  const days = await findMemoryDays(db, merchant_id);
  const since = timestamp(addDays(deps.clock.now(), -days));
  const seen = days > 0 ? await findSeen(db, session.id) : undefined;
  if (!seen || seen.merchant_id !== merchant_id || seen.verified < since) return { count: 0, sessions: [] };
  const found = await findEarlier(db, seen, { since, limit: MOST_COUNTED });
  const first = await findFirst(db, seen, since);
  return {
    count: found.length,
    ...(first && { first: first.verified }),
    sessions: found
      .slice(0, MOST_SHOWN)
      .map(({ session_id: id, verified, reference }) => ({ id, verified, ...known({ reference }) })),
  };
}

export async function seenAgain({ db, deps, principal }: Context & Caller, sessions: number[]): Promise<number[]> {
  const days = await findMemoryDays(db, principal.merchant_id);
  if (days === 0) return [];
  return findSeenAgain(db, principal.merchant_id, sessions, timestamp(addDays(deps.clock.now(), -days)));
}

export const forgetSeen = ({ db }: TransactionContext, session: Session): Promise<void> => deleteSeen(db, session.id);

export const forgetAllSeen = ({ db, principal }: TransactionContext & Acting): Promise<void> =>
  deleteSeenOf(db, principal.merchant_id);

export async function forgetOldSeen({ db, deps }: OutsideContext): Promise<void> {
  for (const { merchant_id, days } of await listRemembering(db))
    await deleteSeenOf(db, merchant_id, days === 0 ? undefined : timestamp(addDays(deps.clock.now(), -days)));
}
