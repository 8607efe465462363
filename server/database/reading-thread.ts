/** Runs in its own thread: queries that read much, on a connection of the thread's own. */
import Sqlite from 'better-sqlite3';
import { replyToRequests } from '../core/thread-pool.ts';

export interface ReadRequest {
  file: string;
  sql: string;
  parameters: readonly unknown[];
}

/** An error would lose its code on the way to the other thread. */
export type ReadReply = { rows: Record<string, unknown>[] } | { refused: string; code: string };

/** Another process that closes the file may lock it for a moment. */
const PATIENCE_MS = 5000;
/** Queries without a limit to their number of texts are kept for a while only. */
const MOST_STATEMENTS = 100;

const statements = new Map<string, Sqlite.Statement<unknown[], Record<string, unknown>>>();
let connection: Sqlite.Database | undefined;

replyToRequests(({ file, sql, parameters }: ReadRequest): ReadReply => {
  try {
    connection ??= open(file);
    return { rows: prepared(connection, sql).all(...parameters) };
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return { refused: error.message, code: error.code };
    throw error;
  }
});

function open(file: string): Sqlite.Database {
  const opened = new Sqlite(file, { readonly: true, timeout: PATIENCE_MS });
  // What a query sorts must not be written to files.
  opened.pragma('temp_store = MEMORY');
  return opened;
}

function prepared(connection: Sqlite.Database, sql: string) {
  let statement = statements.get(sql);
  if (!statement) {
    statement = connection.prepare<unknown[], Record<string, unknown>>(sql);
    if (statements.size >= MOST_STATEMENTS) statements.delete(statements.keys().next().value!);
    statements.set(sql, statement);
  }
  return statement;
}
