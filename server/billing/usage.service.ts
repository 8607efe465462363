/** Records what an approved session costs, once, in the transaction of its approval. */
import type { Transaction } from 'kysely';
import { timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import { invariant } from '../core/errors.ts';
import type { Database } from '../database/database.ts';
import { insertBilledSession, lockAccountForUsage, updateAccount } from './billing.repository.ts';
import { termsOf } from './billing.service.ts';
import { cycleOf } from './cycle.ts';

/** The session counts in the cycle in which it was approved. It is paid from the credit first. */
export async function recordApproved(
  trx: Transaction<Database>,
  deps: Deps,
  merchantId: number,
  sessionId: number,
): Promise<void> {
  const now = deps.clock.now();
  const account = await lockAccountForUsage(trx, merchantId);
  invariant(account, 'every account has a billing account');
  const current = cycleOf(now, account.cycle_start_day).start;
  // If the cycle was closed while this waited for the lock, the session belongs to the cycle that is open now.
  const cycleStart = account.cycle_start > current ? account.cycle_start : current;
  const { unit_price } = termsOf(account, cycleStart);
  const credit = Math.min(account.credit, unit_price);
  await insertBilledSession(trx, {
    session_id: sessionId,
    merchant_id: merchantId,
    cycle_start: cycleStart,
    approved: timestamp(now),
    unit_price,
    credit,
  });
  if (credit > 0) await updateAccount(trx, merchantId, { credit: account.credit - credit });
}
