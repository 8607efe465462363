/** The one place where a transaction is opened. */
import type { InTransaction, OutsideContext } from '../core/context.ts';

type Work = () => void | Promise<void>;

/**
 * Runs `work` in a transaction of its own. What it registers with `afterCommit` runs when the answer is on its way: nobody waits
 * for it, its time tells a caller nothing, and its failure is no failure of what was committed.
 */
export async function inTransaction<C extends OutsideContext, T>(
  ctx: C,
  work: (ctx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  const registered: Work[] = [];
  const result = await ctx.db.transaction().execute((db) => {
    const inside = { ...ctx, db, afterCommit: (task: Work) => void registered.push(task) };
    // The compiler cannot follow a spread of a type parameter.
    return work(inside as unknown as InTransaction<C>);
  });
  if (registered.length > 0) setImmediate(() => void runAll(ctx, registered));
  return result;
}

async function runAll({ deps }: OutsideContext, registered: Work[]): Promise<void> {
  for (const task of registered) {
    try {
      await task();
    } catch (error) {
      deps.log.error({ err: error }, 'work after a commit failed');
    }
  }
}
