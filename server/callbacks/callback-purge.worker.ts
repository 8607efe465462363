/** Deletes old callback data: events for listeners, and delivery counters. */
import type { OutsideContext } from '../core/context.ts';
import type { Worker } from '../core/workers.ts';
import { deleteHealthBefore } from './callback-health.repository.ts';
import { countedSince, failuresSince } from './callback-health.service.ts';
import { keptSince } from './listen.service.ts';
import { deleteEventsBefore } from './listener.repository.ts';

const HEALTH_EVERY_MS = 3_600_000;

export function createCallbackPurgeWorker({ db, deps }: OutsideContext): Worker {
  let purged = Number.NEGATIVE_INFINITY;
  return {
    async run() {
      const now = deps.clock.now();
      await deleteEventsBefore(db, keptSince(now));
      // The clock of local mode may be set back.
      if (Math.abs(now.getTime() - purged) > HEALTH_EVERY_MS) {
        await deleteHealthBefore(db, { day: countedSince(now), failure: failuresSince(now) });
        purged = now.getTime();
      }
      return Number.POSITIVE_INFINITY;
    },
  };
}
