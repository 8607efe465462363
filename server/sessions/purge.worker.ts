/** Destroys the identity data of sessions a while after their end. */
import type { Deps } from '../core/deps.ts';
import { lastRedaction, listToRedact, nextRedaction } from './session.repository.ts';
import { redactSession } from './session.service.ts';

const BATCH = 100;

/** `checkpoint` empties the write-ahead log: before that, what was deleted can still be read there. */
export function createPurgeWorker(deps: Deps, checkpoint: () => Promise<void>) {
  let checkpointed: string | undefined;
  return {
    async run(): Promise<number> {
      for (let full = true; full; ) {
        const due = await listToRedact(deps.db, deps.clock.now(), BATCH);
        for (const session of due) await deps.db.transaction().execute((trx) => redactSession(trx, deps, session));
        full = due.length === BATCH;
      }
      // Also after session.redact, which deletes without waiting for this worker.
      const last = await lastRedaction(deps.db);
      if (last !== checkpointed) {
        await checkpoint();
        checkpointed = last;
      }
      const next = await nextRedaction(deps.db);
      return next === undefined ? Number.POSITIVE_INFINITY : untilDue(deps, next);
    },
  };
}

const untilDue = (deps: Deps, date: Date) => Math.max(0, date.getTime() - deps.clock.now().getTime());
