/** Expires sessions that were not completed in time, and destroys the identity data of ended sessions when it is due. */
import { msUntil } from '../core/clock.ts';
import type { OutsideContext } from '../core/context.ts';
import type { Worker } from '../core/workers.ts';
import { inTransaction } from '../database/transaction.ts';
import { destroyErasureKeys } from './evidence/session-vault.ts';
import { forgetOldSeen } from './seen/seen-document.service.ts';
import { keptUntil } from './session/retention.ts';
import { listToRedact, listUndated, nextExpiry, nextRedaction, setDate } from './session/session.repository.ts';
import { expireDueSessions, redactSession } from './session/session.service.ts';

const BATCH = 100;

/** `checkpoint` empties the write-ahead log, which keeps deleted data until then. */
export function createPurgeWorker(ctx: OutsideContext, checkpoint: () => Promise<void>): Worker {
  return {
    async run() {
      await dateSessions(ctx);
      for (let full = true; full; ) {
        const due = await listToRedact(ctx.db, ctx.deps.clock.now(), BATCH);
        for (const session of due) await inTransaction(ctx, (ctx) => redactSession(ctx, session, 'RETENTION'));
        full = due.length === BATCH;
      }
      // Also in runs that redacted nothing: session.redact and sealed verdicts delete data outside this worker.
      await checkpoint();
      await destroyErasureKeys(ctx);
      await forgetOldSeen(ctx);
      return msUntil(ctx.deps.clock, await nextRedaction(ctx.db));
    },
  };
}

/**
 * During an upgrade, an older version that sets no deletion dates may run beside this one. Sets the dates of the sessions that it
 * ended.
 */
async function dateSessions(ctx: OutsideContext): Promise<void> {
  for (let full = true; full; ) {
    const undated = await listUndated(ctx.db, BATCH);
    if (undated.length === 0) return;
    await inTransaction(ctx, async ({ db }) => {
      for (const { id, ended, retention_hours } of undated)
        if (ended !== null) await setDate(db, id, keptUntil(new Date(ended), retention_hours));
    });
    full = undated.length === BATCH;
  }
}

export const createExpiryWorker = (ctx: OutsideContext): Worker => ({
  async run() {
    while (await expireDueSessions(ctx));
    return msUntil(ctx.deps.clock, await nextExpiry(ctx.db));
  },
});
