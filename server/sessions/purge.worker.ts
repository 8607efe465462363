/** Destroys the identity data of sessions a while after their end. */
import type { OutsideContext } from '../core/context.ts';
import type { Worker } from '../core/workers.ts';
import { inTransaction } from '../database/transaction.ts';
import { lastRedaction, listToRedact, nextRedaction } from './session.repository.ts';
import { redactSession } from './session.service.ts';

const BATCH = 100;

/** `checkpoint` empties the write-ahead log, in which deleted data can be read until then. */
export function createPurgeWorker(ctx: OutsideContext, checkpoint: () => Promise<void>): Worker {
  let checkpointed: string | undefined;
  return {
    async run() {
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
      const next = await nextRedaction(ctx.db);
      return next === undefined ? Number.POSITIVE_INFINITY : untilDue(ctx, next);
    },
  };
}

const untilDue = ({ deps }: OutsideContext, date: Date) => Math.max(0, date.getTime() - deps.clock.now().getTime());
