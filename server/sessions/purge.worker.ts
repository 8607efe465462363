/** What happens to sessions by itself: open ones expire, ended ones lose their identity data. */
import type { Deps } from '../core/deps.ts';
import { lastRedaction, listExpired, listToRedact, nextExpiry, nextRedaction } from './session.repository.ts';
import { expireSession, redactSession } from './session.service.ts';

const BATCH = 100;

/** Expires one batch of what is due. @returns whether more may be due. */
export async function expireDueSessions(deps: Deps): Promise<boolean> {
  const ids = await listExpired(deps.db, deps.clock.now(), BATCH);
  for (const id of ids) await expireSession(deps, id);
  return ids.length === BATCH;
}

export const createExpiryWorker = (deps: Deps) => ({
  async run(): Promise<number> {
    while (await expireDueSessions(deps));
    const next = await nextExpiry(deps.db);
    return next === undefined ? Number.POSITIVE_INFINITY : untilDue(deps, new Date(next));
  },
});

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
