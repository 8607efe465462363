import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { isBusy, sharedSqliteDialect } from './sqlite-dialect.ts';

/** A command that has just ended may still be closing the file. */
const PATIENCE_MS = 500;

export interface SqliteAlone {
  db: Kysely<Database>;
  handle: Sqlite.Database;
  close(): Promise<void>;
}

/**
 * Opens a database for reading and keeps every other process out. With a write-ahead log, each process holds a shared lock for as
 * long as it has the file open, so an exclusive lock shows that no other process has.
 * @returns undefined when another process has the database open
 */
export function openSqliteAlone(file: string): SqliteAlone | undefined {
  const handle = new Sqlite(file, { fileMustExist: true, timeout: PATIENCE_MS });
  try {
    handle.pragma('locking_mode = exclusive');
    // The lock is taken by the first read.
    handle.prepare('select count(*) from sqlite_schema').get();
    handle.pragma('query_only = on');
  } catch (error) {
    handle.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  const close = () => void handle.close();
  const db = new Kysely<Database>({
    dialect: sharedSqliteDialect({ writer: handle, reader: () => handle, close }),
  });
  return { db, handle, close: () => db.destroy() };
}
