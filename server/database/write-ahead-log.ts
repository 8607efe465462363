import type Sqlite from 'better-sqlite3';

const PAUSE_MS = 10;

/**
 * Switches a new file to its write-ahead log. If another process does so at the same moment, SQLite does not wait as usual but
 * fails immediately; a moment later the file has its log.
 * @throws SQLITE_BUSY when that has not happened within `patience_ms`.
 */
export function useWriteAheadLog(db: Sqlite.Database, patience_ms: number): void {
  const until = Date.now() + patience_ms;
  for (;;) {
    try {
      db.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'SQLITE_BUSY' || Date.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
