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
import { listEnded, nextEnd, purgeEvents } from '../ledger/billing.repository.ts';
import { dayOf } from '../terms/cycle.ts';
import { endTrial } from './billing.service.ts';

/** How long the card provider's events are kept, to recognize repeated ones. The provider retries an event for three days. */
const EVENTS_KEPT_DAYS = 30;

export function createBillingWorker(ctx: OutsideContext) {
  const { db, deps } = ctx;
  const { clock, log } = deps;
  const jobs: DueWork[] = [
    {
      failure: 'could not end a trial',
      list: () => listEnded(db, 'trial_ends', { until: timestamp(clock.now()), limit: BATCH }),
      work: (merchant_id) => inTransaction(ctx, (ctx) => endTrial(ctx, merchant_id)),
    },
    {
      failure: 'could not close a billing cycle',
      list: () => listEnded(db, 'cycle_end', { until: dayOf(clock.now()), limit: BATCH }),
      work: closeCycles,
    },
    {
      failure: 'could not send the notice of an expiring card',
      list: () => listCardsToTell(ctx, BATCH),
      work: (id) => inTransaction(ctx, (ctx) => tellOfEndingCard(ctx, id)),
    },
    // The last reminder first, so that one run sends no bill two reminders.
    ...REMINDER_STEPS.toReversed().map((reminders) => ({
      failure: 'could not send a reminder of a bill',
      list: () => listToRemind(ctx, reminders, BATCH),
      work: (id: number) => inTransaction(ctx, (ctx) => remind(ctx, { id, reminders })),
    })),
  ];

  return {
    async run(): Promise<number> {
      let allDone = true;
      for (const job of jobs) allDone = (await processDue(log, job)) && allDone;
      await purgeEvents(db, timestamp(addDays(clock.now(), -EVENTS_KEPT_DAYS)));
      return allDone ? untilNext() : AFTER_A_FAILURE_MS;
    },
  };

  /** If the service was down for months, an account may have several cycles to close: each gets its own bill. */
  async function closeCycles(merchant_id: number): Promise<void> {
    while (await inTransaction(ctx, (ctx) => closeCycle(ctx, merchant_id)));
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
  failure: string;
  /** The ids of the items that are due, at most `BATCH`. */
  list: () => Promise<number[]>;
  work: (id: number) => Promise<unknown>;
  /**
   * How many items are processed at a time. If more than one, processing stops until the next run after this many calls in a row
   * got no response from the provider.
   */
  at_once?: number;
  signal?: AbortSignal;
}

export const BATCH = 100;
export const AFTER_A_FAILURE_MS = 30_000;

/**
 * Processes the items that are due, in batches. After a failure, the rest of its batch is still processed, unless the provider has
 * stopped responding, but no further batch is started.
 * @returns whether none failed.
 */
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
