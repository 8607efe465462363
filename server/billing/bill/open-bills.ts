/** The bills that wait to be charged. Code that adds one also wakes the collection worker. */
import { timestamp } from '../../core/clock.ts';
import type { TransactionContext } from '../../core/context.ts';
import { chargeOpenBillsNow } from '../ledger/bill.repository.ts';

/** Charges all open bills of the account as soon as the transaction commits, regardless of their planned days. */
export async function collectOpenBills(ctx: TransactionContext, merchant_id: number): Promise<void> {
  await chargeOpenBillsNow(ctx.db, merchant_id, timestamp(ctx.deps.clock.now()));
  collectSoon(ctx);
}

export const collectSoon = ({ deps, afterCommit }: TransactionContext) => afterCommit(() => deps.wake('collection'));
