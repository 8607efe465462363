/** Destroys the identity data of sessions a while after their end. */
import type { OutsideContext } from '../core/context.ts';
import type { Worker } from '../core/workers.ts';
import { inTransaction } from '../database/transaction.ts';
import { destroyErasureKeys } from './evidence/session-vault.ts';
import { keptUntil } from './session/retention.ts';
import { lastRedaction, listToRedact, listUndated, nextRedaction, setDate } from './session/session.repository.ts';
import { redactSession } from './session/session.service.ts';

const BATCH = 100;

/** `checkpoint` empties the write-ahead log, in which deleted data can be read until then. */
export function createPurgeWorker(ctx: OutsideContext, checkpoint: () => Promise<void>): Worker {
  let checkpointed: string | undefined;
  return {
    async run() {
      await dateSessions(ctx);
      for (let full = true; full; ) {
        const due = await listToRedact(ctx.db, ctx.deps.clock.now(), BATCH);
        for (const session of due) await inTransaction(ctx, (ctx) => redactSession(ctx, session));
        full = due.length === BATCH;
      }
      // Also needed after session.redact, which deletes by itself.
      const last = await lastRedaction(ctx.db);
      if (last !== checkpointed) {
        await checkpoint();
        checkpointed = last;
      }
      await destroyErasureKeys(ctx);
      const next = await nextRedaction(ctx.db);
      return next === undefined ? Number.POSITIVE_INFINITY : untilDue(ctx, next);
    },
  };
}

/** A version without dates may run beside this one. What it has ended is destroyed as everything else is. */
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

const untilDue = ({ deps }: OutsideContext, date: Date) => Math.max(0, date.getTime() - deps.clock.now().getTime());
