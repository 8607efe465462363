/**
 * Tells the other processes how many calls this one let through, and learns what they did: once a second, and only for subjects
 * that have used a good part of their limit. So limits hold for all processes and over restarts, and no call asks the database.
 */
import type { OutsideContext } from '../core/context.ts';
import { inTransaction } from '../database/transaction.ts';
import { addCalls, deleteCalls, findCalls } from './call-count.repository.ts';
import type { CallCounters } from './call-counters.ts';

const EVERY_MS = 1000;
/** In one pass. What is left over waits for the next one. */
const MOST_TOLD = 200;
const MOST_LEARNT = 5000;
/** By how much the clocks of two machines may differ. */
const CLOCK_SKEW_MS = 5000;
const PURGE_MS = 60_000;

export function createCallCountWorker(ctx: OutsideContext, counters: CallCounters) {
  let since = 0;
  let purged = 0;

  async function tell(now: number): Promise<void> {
    // In one order in every process, so that no two wait for each other.
    const counts = counters.unsent(MOST_TOLD, now).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    if (counts.length === 0) return;
    await inTransaction(ctx, async ({ db }) => {
      for (const count of counts) await addCalls(db, count, now);
    });
    for (const { confirm } of counts) confirm();
  }

  async function learn(now: number): Promise<void> {
    const counts = await findCalls(ctx.db, { now, since: since - CLOCK_SKEW_MS, limit: MOST_LEARNT });
    // The oldest first, since the first are forgotten first.
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
    /** What was counted since the last pass is told before the end. */
    stop: () =>
      tell(ctx.deps.clock.now().getTime()).catch((error: unknown) => {
        ctx.deps.log.warn({ err: error }, 'the last calls were not counted for other processes');
      }),
  };
}
