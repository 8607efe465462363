/** Deletes the events that were kept for listeners long enough. */
import type { OutsideContext } from '../core/context.ts';
import type { Worker } from '../core/workers.ts';
import { keptSince } from './listen.service.ts';
import { deleteEventsBefore } from './listener.repository.ts';

export const createListeningWorker = ({ db, deps }: OutsideContext): Worker => ({
  async run() {
    await deleteEventsBefore(db, keptSince(deps.clock.now()));
    return Number.POSITIVE_INFINITY;
  },
});
