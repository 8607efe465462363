import type { SelectQueryBuilder } from 'kysely';
import type { Db } from './database.ts';
import { SharedSqliteAdapter } from './sqlite-dialect.ts';

/**
 * For a query of what is due: `.$call(unclaimed(db))` passes over rows that another process is working on, where it would otherwise
 * wait for that process and then find nothing to do. SQLite has one writer at a time.
 */
export const unclaimed =
  (db: Db) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    db.getExecutor().adapter instanceof SharedSqliteAdapter ? query : query.forUpdate().skipLocked();
