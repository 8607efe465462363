import type { SelectQueryBuilder } from 'kysely';
import type { Db } from './database.ts';
import { SharedSqliteAdapter } from './sqlite-dialect.ts';

/**
 * For queries of due work: `.$call(unclaimed(db))` skips rows that another process is working on, instead of waiting for that
 * process only to find nothing to do. On SQLite nothing is skipped, because only one process writes at a time.
 */
export const unclaimed =
  (db: Db) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    db.getExecutor().adapter instanceof SharedSqliteAdapter ? query : query.forUpdate().skipLocked();
