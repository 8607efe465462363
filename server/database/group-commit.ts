/**
 * Transactions on SQLite that are waiting at the same time share one commit, and so one disk sync. Each after the first is a
 * savepoint: when it fails, only its own changes are undone. None reports success before all are on disk.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { Database, Trx } from './database.ts';

type Work<T> = (db: Trx) => Promise<T>;
export type GroupCommit = <T>(work: Work<T>) => Promise<T>;

interface Unit {
  work: Work<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** The maximum number of transactions that share a commit, and for how long others may begin once the first has done its work. */
const MOST_UNITS = 256;
const MOST_MS = 20;

export function createGroupCommit(db: Kysely<Database>, writer: Sqlite.Database): GroupCommit {
  const waiting: Unit[] = [];
  const savepoints = savepointsOf(writer);
  let running = false;

  function runTransaction<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as Unit['resolve'], reject });
      if (running) return;
      running = true;
      void runAll();
    });
  }

  async function runAll(): Promise<void> {
    do {
      await gather(waiting);
      await runBatch();
    } while (waiting.length > 0);
    running = false;
  }

  /** Never throws: each failure is reported to the unit it concerns. */
  async function runBatch(): Promise<void> {
    const first = waiting.shift()!;
    const begun: Unit[] = [first];
    const outcomes: (() => void)[] = [];
    try {
      await db.transaction().execute(async (trx) => {
        // Needs no savepoint: if it fails, nothing else is undone with it.
        const value = await first.work(trx);
        outcomes.push(() => first.resolve(value));
        const until = performance.now() + MOST_MS;
        while (waiting.length > 0 && begun.length < MOST_UNITS && performance.now() < until) {
          const unit = waiting.shift()!;
          begun.push(unit);
          outcomes.push(await runUnit(savepoints, unit, trx));
        }
      });
    } catch (error) {
      for (const unit of begun) unit.reject(error);
      return;
    }
    for (const tell of outcomes) tell();
  }

  return runTransaction;
}

/**
 * Waits for as long as each turn of the event loop adds transactions, because requests that arrived during the last disk sync may
 * join this commit.
 */
async function gather(waiting: Unit[]): Promise<void> {
  let before: number;
  do {
    before = waiting.length;
    await nextTurn();
  } while (waiting.length > before && waiting.length < MOST_UNITS);
}

type Savepoints = ReturnType<typeof savepointsOf>;

const savepointsOf = (writer: Sqlite.Database) => ({
  writer,
  savepoint: writer.prepare('savepoint unit'),
  release: writer.prepare('release unit'),
  rollback: writer.prepare('rollback to unit'),
});

async function runUnit(
  { writer, savepoint, release, rollback }: Savepoints,
  { work, resolve, reject }: Unit,
  trx: Trx,
): Promise<() => void> {
  savepoint.run();
  try {
    const value = await work(trx);
    release.run();
    return () => resolve(value);
  } catch (error) {
    // After a full disk or an I/O error, SQLite has already rolled back everything.
    if (!writer.inTransaction) throw error;
    rollback.run();
    release.run();
    return () => reject(error);
  }
}
