import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import type Sqlite from 'better-sqlite3';
import { createThreadPool } from '../core/thread-pool.ts';
import { databaseFailed } from './unavailable.ts';

const PAUSE_MS = 10;

/** From this length on, 16 MB, the log is moved into the file. SQLite's 4 MB would move frequently written pages more often. */
const LONG_PAGES = 4000;
/** While queries read the log, it cannot be moved completely and grows. From 32 MB on, the move waits until none reads it. */
const TOO_LONG_PAGES = 2 * LONG_PAGES;
/** A move takes long on a busy disk. */
const MOVE_TIMEOUT_MS = 60_000;
/** Short, because an idle thread keeps 10 MB of memory and the next move is at least a second away. */
const MOVE_IDLE_MS = 100;
const MOVE_MEMORY = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 };

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

/** Runs work while no query of this process reads the log. */
type Alone = <T>(work: () => Promise<T>) => Promise<T>;

export type LogSync = ReturnType<typeof createLogSync>;

/**
 * Syncs the log to disk from a thread of Node's pool, and moves it into the file from another thread, while the process responds
 * to calls. SQLite alone would do both within a commit, and everything would wait.
 */
export function createLogSync(file: string, writer: Sqlite.Database, alone: Alone = (work) => work()) {
  const mover = createLogMover(file, writer, alone);
  let log: number | undefined;
  let failure: unknown;
  return {
    /** Call it after a commit. Resolves when what was committed is on disk. */
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
      // After a failure everything is still in the log. The move is retried when the log has grown by as much again.
      await mover.moveIfLong().catch(() => undefined);
    },
    close(): void {
      void mover.close();
      if (log !== undefined) closeSync(log);
      log = undefined;
    },
  };
}

function createLogMover(file: string, writer: Sqlite.Database, alone: Alone) {
  const start = () => new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { resourceLimits: MOVE_MEMORY });
  const threads = createThreadPool<string, object>({
    start,
    most: 1,
    timeout_ms: MOVE_TIMEOUT_MS,
    idle_ms: MOVE_IDLE_MS,
  });
  const length = writer.prepare('pragma wal_checkpoint(NOOP)');
  let last = 0;
  /**
   * How many pages the log had when the last move began. After a complete move, the next write starts the log again, unless another
   * process still reads it.
   */
  let moved = 0;
  return {
    /** The caller holds the connection for writing, so the log does not grow in the meantime. */
    async moveIfLong(): Promise<void> {
      const { log: pages } = length.get() as { log: number };
      if (pages < last) moved = 0;
      last = pages;
      if (pages - moved < LONG_PAGES) return;
      moved = pages;
      const move = () => threads.ask(() => file);
      await (pages < TOO_LONG_PAGES ? move() : alone(move));
    },
    close: () => threads.close(),
  };
}
