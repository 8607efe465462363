/** Opens the transactions of calls, workers and commands. */
import type { InTransaction, OutsideContext } from '../core/context.ts';
import type { Db, Trx } from './database.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { SharedSqliteAdapter } from './sqlite-dialect.ts';

type Work = () => void | Promise<void>;

/**
 * Runs `work` in its own transaction. Callbacks registered with `afterCommit` run when the response is on its way: nothing waits
 * for them, their duration is not visible to callers, and their failure does not affect what was committed.
 */
export async function inTransaction<C extends OutsideContext, T>(
  ctx: C,
  work: (ctx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  const registered: Work[] = [];
  const result = await runTransaction(ctx.db, (db) => {
    const inside = { ...ctx, db, afterCommit: (task: Work) => void registered.push(task) };
    // The compiler cannot follow a spread of a type parameter.
    return work(inside as unknown as InTransaction<C>);
  });
  if (registered.length > 0) setImmediate(() => void runAll(ctx, registered));
  return result;
}

const groupCommits = new WeakMap<SharedSqliteAdapter, GroupCommit>();

/** PostgreSQL groups commits itself. */
function runTransaction<T>(db: Db, work: (db: Trx) => Promise<T>): Promise<T> {
  const { adapter } = db.getExecutor();
  if (!(adapter instanceof SharedSqliteAdapter)) return db.transaction().execute(work);
  let groupCommit = groupCommits.get(adapter);
  if (!groupCommit) {
    groupCommit = createGroupCommit(db, adapter.writer);
    groupCommits.set(adapter, groupCommit);
  }
  return groupCommit(work);
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
