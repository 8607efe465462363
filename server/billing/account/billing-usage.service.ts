/** Records what an approved session costs, once, in the transaction of its approval. */
import { timestamp } from '../../core/clock.ts';
import type { TransactionContext } from '../../core/context.ts';
import { invariant } from '../../core/errors.ts';
import { insertBilledSession, lockAccountForUsage, updateAccount } from '../ledger/billing.repository.ts';
import { openCycle } from '../terms/cycle.ts';
import { termsOf } from '../terms/plans.ts';
import { countCost } from './billing-spending.service.ts';

/** The session counts in the cycle in which it was approved. Credit is used first. */
export async function recordApproved(
  ctx: TransactionContext,
  { merchant_id, session_id }: { merchant_id: number; session_id: number },
): Promise<void> {
  const { db, deps } = ctx;
  const now = deps.clock.now();
  const account = await lockAccountForUsage(db, merchant_id);
  invariant(account, 'every account has a billing account');
  // If the cycle was closed while this waited for the lock, the session belongs to the cycle that is now open.
  const { start: cycle_start } = openCycle(account, now);
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
  const paid = { ...account, credit: account.credit - credit };
  const counted = await countCost(ctx, paid, { cycle_start, cost: unit_price - credit });
  await updateAccount(db, merchant_id, { credit: paid.credit, ...counted });
}
