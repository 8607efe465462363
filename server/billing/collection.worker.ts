/**
 * What needs the card provider: collects bills, and lets go of accounts that are gone. Apart from the worker that makes
 * bills, so that a provider that is slow or away delays charges alone.
 */
import { timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import { deliverSoon } from '../mail/mail.service.ts';
import { listDueBills, nextBillDue } from './bill.repository.ts';
import { listSettledDeleted, updateAccount } from './billing.repository.ts';
import { getAccount } from './billing.service.ts';
import { collectBill } from './collection.service.ts';
import { AFTER_A_FAILURE_MS, BATCH, throughAll } from './pass.ts';
import { deleteMethods } from './payment-method.repository.ts';

/** Enough that a slow answer delays few, and few enough for any provider's limits. */
const AT_ONCE = 4;
/** How long a charge that is under way may keep a service that stops. What is cut off then is found at the next try. */
const GRACE_MS = 5_000;

export function createCollectionWorker(deps: Deps) {
  const { db, clock, log } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const cutOff = Promise.withResolvers<number>();

  return {
    run: (): Promise<number> => Promise.race([pass(), cutOff.promise]),
    interrupt(): void {
      stopping.abort();
      setTimeout(cutOff.resolve, GRACE_MS, 0).unref();
    },
  };

  async function pass(): Promise<number> {
    const collected = await throughAll(log, {
      failure: 'a bill was not charged',
      list: () => listDueBills(db, timestamp(clock.now()), BATCH),
      work: (id) => collectBill(deps, id),
      at_once: AT_ONCE,
      signal,
    });
    const forgotten =
      collected &&
      (await throughAll(log, {
        failure: 'a deleted account was not forgotten',
        list: () => listSettledDeleted(db, BATCH),
        work: forget,
        at_once: AT_ONCE,
        signal,
      }));
    deliverSoon(deps);
    if (!forgotten) return AFTER_A_FAILURE_MS;
    const next = await nextBillDue(db);
    return next === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(next) - clock.now().getTime());
  }

  /** The law asks for the bills of a deleted account, not for its cards. */
  async function forget(merchantId: number): Promise<void> {
    const { customer } = await getAccount(db, merchantId);
    if (customer !== null) await deps.payments.deleteCustomer(customer);
    await db.transaction().execute(async (trx) => {
      await deleteMethods(trx, merchantId);
      await updateAccount(trx, merchantId, { customer: null, inactive_reason: null });
    });
  }
}
