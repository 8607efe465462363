/** Billing's scheduled work that does not need the card provider: ends trials, closes cycles, and sends notices and reminders. */
import { addDays, timestamp } from '../../core/clock.ts';
import type { OutsideContext } from '../../core/context.ts';
import { ServiceUnavailable } from '../../core/errors.ts';
import type { Logger } from '../../core/log.ts';
import { inTransaction } from '../../database/transaction.ts';
import { closeCycle } from '../bill/bill.service.ts';
import {
  listCardsToTell,
  listToRemind,
  nextNoticeDay,
  REMINDER_STEPS,
  remind,
  tellOfEndingCard,
} from '../bill/billing-notices.service.ts';
import { listToClose, listTrialsOver, nextEnd, purgeEvents } from '../ledger/billing.repository.ts';
import { dayOf } from '../terms/cycle.ts';
import { endTrial } from './billing.service.ts';

/** The provider retries an event for three days. */
const EVENTS_KEPT_DAYS = 30;

export function createBillingWorker(ctx: OutsideContext) {
  const { db, deps } = ctx;
  const { clock, log } = deps;

  return {
    async run(): Promise<number> {
      const allTrialsEnded = await processDue(log, {
        failure: 'could not end a trial',
        list: () => listTrialsOver(db, timestamp(clock.now()), BATCH),
        work: (merchant_id) => inTransaction(ctx, (ctx) => endTrial(ctx, merchant_id)),
      });
      const allCyclesClosed = await processDue(log, {
        failure: 'could not close a billing cycle',
        list: () => listToClose(db, dayOf(clock.now()), BATCH),
        work: closeCycles,
      });
      const allTold = await sendNotices();
      await purgeEvents(db, timestamp(addDays(clock.now(), -EVENTS_KEPT_DAYS)));
      return allTrialsEnded && allCyclesClosed && allTold ? untilNext() : AFTER_A_FAILURE_MS;
    },
  };

  /** If the service was down for months, an account may have several cycles to close: each gets its own bill. */
  async function closeCycles(merchant_id: number): Promise<void> {
    while (await inTransaction(ctx, (ctx) => closeCycle(ctx, merchant_id)));
  }

  async function sendNotices(): Promise<boolean> {
    let done = await processDue(log, {
      failure: 'could not send the notice of an expiring card',
      list: () => listCardsToTell(ctx, BATCH),
      work: (id) => inTransaction(ctx, (ctx) => tellOfEndingCard(ctx, id)),
    });
    // The last step first, so that one run sends no bill two reminders.
    for (const reminders of REMINDER_STEPS.toReversed())
      done =
        (await processDue(log, {
          failure: 'could not send a reminder of a bill',
          list: () => listToRemind(ctx, reminders, BATCH),
          work: (id) => inTransaction(ctx, (ctx) => remind(ctx, { id, reminders })),
        })) && done;
    return done;
  }

  async function untilNext(): Promise<number> {
    const closing = await nextEnd(db, 'cycle_end');
    const notice = await nextNoticeDay(ctx);
    const days = [closing, notice].map((day) => day && `${day}T00:00:00.000Z`);
    const times = [...days, await nextEnd(db, 'trial_ends')];
    const next = Math.min(...times.map((time) => (time ? Date.parse(time) : Number.POSITIVE_INFINITY)));
    return Math.max(0, next - clock.now().getTime());
  }
}

interface DueWork {
  /** The log message when processing one of them fails. */
  failure: string;
  /** The ids of what is due, at most `BATCH`. */
  list: () => Promise<number[]>;
  work: (id: number) => Promise<unknown>;
  /** How many are processed at a time. After as many consecutive failures of the provider to respond, the rest waits. */
  at_once?: number;
  /** Once aborted, nothing new is started. */
  signal?: AbortSignal;
}

export const BATCH = 100;
export const AFTER_A_FAILURE_MS = 30_000;

/** Processes everything that is due. One failure does not hold up the others. @returns whether nothing failed. */
export async function processDue(log: Logger, { failure, list, work, at_once = 1, signal }: DueWork): Promise<boolean> {
  for (;;) {
    const due = await list();
    const remaining = due.values();
    let failed = false;
    let unanswered = 0;
    const processNext = async () => {
      for (const id of remaining) {
        if (signal?.aborted) return;
        try {
          await work(id);
          unanswered = 0;
        } catch (error) {
          failed = true;
          log.warn({ id, err: error }, failure);
          unanswered = error instanceof ServiceUnavailable ? unanswered + 1 : 0;
        }
        if (at_once > 1 && unanswered >= at_once) return;
      }
    };
    await Promise.all(Array.from({ length: at_once }, processNext));
    if (failed || due.length < BATCH || signal?.aborted) return !failed;
  }
}
