/** What billing does by itself: ends trials, closes cycles, collects bills, and lets go of accounts that are gone. */
import type { Transaction } from 'kysely';
import { addDays, timestamp } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { deliverSoon } from '../mail/mail.service.ts';
import { deleteMethods, purgeEvents } from '../payments/payment-method.repository.ts';
import { listDueBills, nextBillDue } from './bill.repository.ts';
import { closeCycle } from './bill.service.ts';
import {
  listSettledDeleted,
  listToClose,
  listTrialsOver,
  nextClosing,
  nextTrialEnd,
  updateAccount,
} from './billing.repository.ts';
import { endTrial, getAccount } from './billing.service.ts';
import { collectBill } from './collection.service.ts';
import { dayOf } from './cycle.ts';

const BATCH = 100;
/** The provider repeats an event for three days. */
const EVENTS_KEPT_DAYS = 30;
const AFTER_A_FAILURE_MS = 30_000;

export function createBillingWorker(deps: Deps) {
  const { db, clock, log } = deps;
  type Work<T> = (trx: Transaction<Database>) => Promise<T>;
  const run = <T>(work: Work<T>): Promise<T> => db.transaction().execute(work);

  return {
    async run(): Promise<number> {
      const passed = [
        await throughAll(
          'a trial was not ended',
          () => listTrialsOver(db, timestamp(clock.now()), BATCH),
          (id) => run((trx) => endTrial(trx, deps, id)),
        ),
        await throughAll('a cycle was not closed', () => listToClose(db, dayOf(clock.now()), BATCH), closeCycles),
        await throughAll(
          'a bill was not charged',
          () => listDueBills(db, timestamp(clock.now()), BATCH),
          (id) => collectBill(deps, id),
        ),
        await throughAll('a deleted account was not forgotten', () => listSettledDeleted(db, BATCH), forget),
      ];
      await purgeEvents(db, timestamp(addDays(clock.now(), -EVENTS_KEPT_DAYS)));
      deliverSoon(deps);
      return passed.every(Boolean) ? untilNext() : AFTER_A_FAILURE_MS;
    },
  };

  /** Does what is due, one after the other; one that fails keeps no other waiting. @returns whether none failed. */
  async function throughAll(
    failure: string,
    list: () => Promise<number[]>,
    work: (id: number) => Promise<unknown>,
  ): Promise<boolean> {
    for (;;) {
      const due = await list();
      let failed = false;
      for (const id of due) {
        try {
          await work(id);
        } catch (error) {
          failed = true;
          log.warn({ id, err: error }, failure);
        }
      }
      if (failed || due.length < BATCH) return !failed;
    }
  }

  /** An account that was left alone for months gets its bills one after the other. */
  async function closeCycles(merchantId: number): Promise<void> {
    while (await run((trx) => closeCycle(trx, deps, merchantId)));
  }

  /** The law asks for the bills of a deleted account, not for its cards. */
  async function forget(merchantId: number): Promise<void> {
    const { customer } = await getAccount(db, merchantId);
    if (customer !== null) await deps.payments.deleteCustomer(customer);
    await run(async (trx) => {
      await deleteMethods(trx, merchantId);
      await updateAccount(trx, merchantId, { customer: null, inactive_reason: null });
    });
  }

  async function untilNext(): Promise<number> {
    const closing = await nextClosing(db);
    const times = [closing && `${closing}T00:00:00.000Z`, await nextTrialEnd(db), await nextBillDue(db)];
    const next = Math.min(...times.map((time) => (time ? Date.parse(time) : Number.POSITIVE_INFINITY)));
    return Math.max(0, next - clock.now().getTime());
  }
}
