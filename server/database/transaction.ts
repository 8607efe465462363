/** The one place where a transaction is opened. */
import type { InTransaction, OutsideContext } from '../core/context.ts';
import type { Db, Trx } from './database.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { SharedSqliteAdapter } from './sqlite-dialect.ts';

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
  const result = await runTransaction(ctx.db, (db) => {
    const inside = { ...ctx, db, afterCommit: (task: Work) => void registered.push(task) };
    // The compiler cannot follow a spread of a type parameter.
    return work(inside as unknown as InTransaction<C>);
  });
  if (registered.length > 0) setImmediate(() => void runAll(ctx, registered));
  return result;
}

/** One for each database that this process has opened. */
const groupCommits = new WeakMap<SharedSqliteAdapter, GroupCommit>();

/** PostgreSQL lets transactions share a commit by itself. */
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
