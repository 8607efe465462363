/** What billing does by itself and without asking the card provider: ends trials and closes cycles. */
import type { Transaction } from 'kysely';
import { addDays, timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import type { Database } from '../database/database.ts';
import { closeCycle } from './bill.service.ts';
import { listToClose, listTrialsOver, nextClosing, nextTrialEnd } from './billing.repository.ts';
import { endTrial } from './billing.service.ts';
import { dayOf } from './cycle.ts';
import { AFTER_A_FAILURE_MS, BATCH, processDue } from './process-due.ts';
import { purgeEvents } from './provider-event.repository.ts';

/** The provider repeats an event for three days. */
const EVENTS_KEPT_DAYS = 30;

export function createBillingWorker(deps: Deps) {
  const { db, clock, log } = deps;
  type Work<T> = (trx: Transaction<Database>) => Promise<T>;
  const run = <T>(work: Work<T>): Promise<T> => db.transaction().execute(work);

  return {
    async run(): Promise<number> {
      const allTrialsEnded = await processDue(log, {
        failure: 'a trial was not ended',
        list: () => listTrialsOver(db, timestamp(clock.now()), BATCH),
        work: (id) => run((trx) => endTrial(trx, deps, id)),
      });
      const allCyclesClosed = await processDue(log, {
        failure: 'a cycle was not closed',
        list: () => listToClose(db, dayOf(clock.now()), BATCH),
        work: closeCycles,
      });
      deps.wake('collection');
      await purgeEvents(db, timestamp(addDays(clock.now(), -EVENTS_KEPT_DAYS)));
      deps.wake('mail');
      return allTrialsEnded && allCyclesClosed ? untilNext() : AFTER_A_FAILURE_MS;
    },
  };

  /** After months without service several cycles of an account are over: each gets a bill of its own. */
  async function closeCycles(merchantId: number): Promise<void> {
    while (await run((trx) => closeCycle(trx, deps, merchantId)));
  }

  async function untilNext(): Promise<number> {
    const closing = await nextClosing(db);
    const times = [closing && `${closing}T00:00:00.000Z`, await nextTrialEnd(db)];
    const next = Math.min(...times.map((time) => (time ? Date.parse(time) : Number.POSITIVE_INFINITY)));
    return Math.max(0, next - clock.now().getTime());
  }
}
