import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import type Sqlite from 'better-sqlite3';
import { databaseFailed } from './unavailable.ts';

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

export type LogSync = ReturnType<typeof createLogSync>;

/**
 * Puts the log on disk from a thread of Node's pool, while the process answers calls. With `synchronous = FULL`, SQLite does the same
 * within a commit, and everything waits.
 */
export function createLogSync(file: string) {
  let log: number | undefined;
  let failure: unknown;
  return {
    /** Call it after a commit. @returns when what was committed is on disk. */
    async sync(): Promise<void> {
      // After a failure the system may report success for pages that it has given up on, so no later sync can be trusted.
      if (failure) throw failure;
      try {
        log ??= openSync(`${file}-wal`, 'r+');
        await promisify(fdatasync)(log);
      } catch (error) {
        failure = error;
        databaseFailed(error);
      }
    },
    close(): void {
      if (log !== undefined) closeSync(log);
      log = undefined;
    },
  };
}
