/**
 * Tells the other processes how many calls this one admitted, and reads their counts: once a second, and only for subjects that
 * have used a good part of their limit. As a result, limits apply across processes and restarts, and no call queries the database.
 */
import type { OutsideContext } from '../core/context.ts';
import { inTransaction } from '../database/transaction.ts';
import type { CallCounters } from './call-counters.ts';
import { addCalls, deleteCalls, findCalls } from './throttle.repository.ts';

const EVERY_MS = 1000;
/**
 * How many counts one run shares and reads. Further counts of this process wait for the next run. Of the other processes' counts,
 * only the latest are read.
 */
const MOST_TOLD = 200;
const MOST_LEARNT = 5000;
const CLOCK_SKEW_MS = 5000;
const PURGE_MS = 60_000;

export function createCallCountWorker(ctx: OutsideContext, counters: CallCounters) {
  let since = 0;
  let purged = 0;

  async function tell(now: number): Promise<void> {
    // All processes use the same order, so that they cannot deadlock.
    const counts = counters.unsent(MOST_TOLD, now).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    if (counts.length === 0) return;
    await inTransaction(ctx, async ({ db }) => {
      for (const count of counts) await addCalls(db, count, now);
    });
    for (const { confirm } of counts) confirm();
  }

  async function learn(now: number): Promise<void> {
    const counts = await findCalls(ctx.db, { now, since: since - CLOCK_SKEW_MS, limit: MOST_LEARNT });
    // Learns the oldest counts first, because those learned first are evicted first.
    counters.learn(counts.toReversed(), now);
    since = counts[0]?.changed ?? since;
  }

  async function run(): Promise<number> {
    const now = ctx.deps.clock.now().getTime();
    if (counters.hasCounted()) {
      await tell(now);
      await learn(now);
    }
    if (Math.abs(now - purged) > PURGE_MS) {
      await deleteCalls(ctx.db, now);
      purged = now;
    }
    return EVERY_MS;
  }

  return {
    run,
    stop: () =>
      tell(ctx.deps.clock.now().getTime()).catch((error: unknown) => {
        ctx.deps.log.warn({ err: error }, 'could not share the last call counts with other processes');
      }),
  };
}
