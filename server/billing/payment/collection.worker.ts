/**
 * Billing's work that needs the card provider: charges bills, sends refunds, and deletes the cards of deleted accounts. It
 * is a separate worker, so that a slow or failing provider delays charges but not the creation of bills.
 */
import { timestamp } from '../../core/clock.ts';
import type { OutsideContext } from '../../core/context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { getAccount } from '../account/billing.service.ts';
import { AFTER_A_FAILURE_MS, BATCH, processDue } from '../account/billing.worker.ts';
import { listDueBills, nextBillDue } from '../ledger/bill.repository.ts';
import { listSettledDeleted, updateAccount } from '../ledger/billing.repository.ts';
import { listRefundsToSend } from '../ledger/money-back.repository.ts';
import { deleteMethods } from '../ledger/payment-method.repository.ts';
import { collectBill } from './collection.service.ts';
import { sendRefund } from './money-back.service.ts';

/** More concurrent charges would hit the rate limits of providers; with fewer, one slow response would delay the rest. */
const AT_ONCE = 4;
/** How long a charge in progress may delay shutdown. The next attempt begins by checking its outcome. */
const GRACE_MS = 5_000;

export function createCollectionWorker(ctx: OutsideContext) {
  const { db, deps } = ctx;
  const { clock, log } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const cutOff = Promise.withResolvers<number>();

  return {
    run: (): Promise<number> => Promise.race([collectAndForget(), cutOff.promise]),
    interrupt(): void {
      stopping.abort();
      setTimeout(cutOff.resolve, GRACE_MS, 0).unref();
    },
  };

  async function collectAndForget(): Promise<number> {
    const jobs = [
      {
        failure: 'could not charge a bill',
        list: () => listDueBills(db, timestamp(clock.now()), BATCH),
        work: (id: number) => collectBill(ctx, id),
      },
      {
        failure: 'could not send a refund',
        list: () => listRefundsToSend(db, BATCH),
        work: (id: number) => sendRefund(ctx, id),
      },
      {
        failure: 'could not delete the cards of a deleted account',
        list: () => listSettledDeleted(db, BATCH),
        work: forget,
      },
    ];
    for (const job of jobs)
      if (!(await processDue(log, { ...job, at_once: AT_ONCE, signal }))) return AFTER_A_FAILURE_MS;
    const next = await nextBillDue(db);
    return next === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(next) - clock.now().getTime());
  }

  /** Deletes the cards of a deleted account whose last bill is settled. Only its bills must be kept by law. */
  async function forget(merchant_id: number): Promise<void> {
    const { customer } = await getAccount(ctx, merchant_id);
    if (customer !== null) await deps.payments.deleteCustomer(customer);
    await inTransaction(ctx, async ({ db }) => {
      await deleteMethods(db, merchant_id);
      await updateAccount(db, merchant_id, { customer: null, inactive_reason: null, billing_emails: null });
    });
  }
}
