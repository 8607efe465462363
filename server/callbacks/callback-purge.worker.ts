import { terms } from '../../openapi/facts/terms.ts';
import { addDays } from '../core/clock.ts';
import type { OutsideContext } from '../core/context.ts';
import type { Worker } from '../core/workers.ts';
import { firstEventIdAt } from './callback-event.ts';
import { deleteHealthBefore } from './callback-health.repository.ts';
import { countedSince, failuresSince } from './callback-health.service.ts';
import { deleteEventsBefore } from './callback-listen.repository.ts';
import { keptSince } from './callback-listen.service.ts';
import { deleteAccountEvents } from './endpoint-delivery.repository.ts';

const EVERY_MS = 3_600_000;
/** A day longer than events can be replayed, so that the attempts of a replay still find them. */
const EVENTS_KEPT_DAYS = terms.event_days + 1;

export function createCallbackPurgeWorker({ db, deps }: OutsideContext): Worker {
  let purged = Number.NEGATIVE_INFINITY;
  return {
    async run() {
      const now = deps.clock.now();
      await deleteEventsBefore(db, keptSince(now));
      // Absolute, because the clock may be set back.
      if (Math.abs(now.getTime() - purged) > EVERY_MS) {
        await deleteAccountEvents(db, firstEventIdAt(addDays(now, -EVENTS_KEPT_DAYS).getTime()));
        await deleteHealthBefore(db, { day: countedSince(now), failure: failuresSince(now) });
        purged = now.getTime();
      }
      return Number.POSITIVE_INFINITY;
    },
  };
}
