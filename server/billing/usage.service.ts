/** Records what an approved session costs, once, in the transaction of its approval. */
import { timestamp } from '../core/clock.ts';
import type { TransactionContext } from '../core/context.ts';
import { invariant } from '../core/errors.ts';
import { insertBilledSession, lockAccountForUsage, updateAccount } from './billing.repository.ts';
import { cycleOf } from './cycle.ts';
import { termsOf } from './plans.ts';

/** The session counts in the cycle in which it was approved. It is paid from the credit first. */
export async function recordApproved(
  { db, deps }: TransactionContext,
  { merchant_id, session_id }: { merchant_id: number; session_id: number },
): Promise<void> {
  const now = deps.clock.now();
  const account = await lockAccountForUsage(db, merchant_id);
  invariant(account, 'every account has a billing account');
  const current = cycleOf(now, account.cycle_start_day).start;
  // If the cycle was closed while this waited for the lock, the session belongs to the cycle that is open now.
  const cycle_start = account.cycle_start > current ? account.cycle_start : current;
  const { unit_price } = termsOf(account, cycle_start);
  const credit = Math.min(account.credit, unit_price);
  await insertBilledSession(db, {
    session_id,
    merchant_id,
    cycle_start,
    approved: timestamp(now),
    unit_price,
    credit,
  });
  if (credit > 0) await updateAccount(db, merchant_id, { credit: account.credit - credit });
}
