/**
 * Queries that may read much of an account, such as searches and counts. On SQLite they run in threads, because SQLite would hold up
 * everything else in this one; PostgreSQL runs them on its connections. On both, accounts take turns.
 */
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Acting, OutsideContext, Settling } from '../core/context.ts';
import { ServiceUnavailable } from '../core/errors.ts';
import { createFairQueue } from '../core/fair-queue.ts';
import { TimedOut, within } from '../core/promises.ts';
import { createThreadPool, ThreadFailed } from '../core/thread-pool.ts';
import type { Database, Db } from './database.ts';
import type { ReadReply, ReadRequest } from './reading-thread.ts';
import { databaseFailed } from './unavailable.ts';

interface Read {
  rows: Record<string, unknown>[];
  /** The processor time of the thread. PostgreSQL has its own processors. */
  used_ms: number;
}

export interface Reader {
  /**
   * For the queries of one call, which see everything that was committed before.
   * @param charge is told what each query used.
   * @throws TooManyRequests while too many of the account's queries are waiting.
   */
  of(merchant_id: number, charge?: (used_ms: number) => void): Db;
  /** Runs `work` while no query is reading. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** For one call, whose rate limit counts what is used. @throws TooManyRequests while too many of the account's queries are waiting. */
export const reading = ({ deps, principal, settle }: OutsideContext & Acting & Partial<Settling>): Db =>
  deps.reader.of(principal.merchant_id, settle);

/** So that one account's long query leaves a thread to the others. */
const THREADS = 2;
/** The portal sends three such calls for a page, and a backend seldom more than a few at once. */
const MOST_WAITING = 20;
const RETRY_SECONDS = 2;
/** Half of what a request may take. The threads yield to everything else, so on a busy machine a query may wait for a processor. */
const LONGEST_MS = 30_000;
/** SQLite cannot be interrupted, so a thread is given up only when it must have hung, for example with its file system. */
const HUNG_MS = 120_000;
/** An idle thread keeps 10 MB. */
const IDLE_MS = 10_000;
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };
const STATEMENT_TIMEOUT = '57014';

export function createSqliteReader(file: string, { longest_ms = LONGEST_MS } = {}): Reader {
  const threads = createThreadPool<ReadRequest, ReadReply>({
    start: () => new Worker(new URL('./reading-thread.ts', import.meta.url), { resourceLimits: MEMORY }),
    most: THREADS,
    timeout_ms: HUNG_MS,
    idle_ms: IDLE_MS,
  });
  const adapter = new SqliteAdapter();
  const compiler = new SqliteQueryCompiler();
  return createReader({
    ...{ at_once: THREADS, longest_ms },
    dialect: {
      createAdapter: () => adapter,
      createQueryCompiler: () => compiler,
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
    async read({ sql, parameters }) {
      const { reply, used_ms } = await threads.ask(() => ({ file, sql, parameters })).catch(threadFailed);
      if ('refused' in reply) throw new Sqlite.SqliteError(reply.refused, reply.code);
      reply.rows.forEach(restoreBuffers);
      return { ...reply, used_ms };
    },
    close: () => threads.close(),
  });
}

export function createPostgresReader(db: Kysely<Database>, connections: number): Reader {
  const adapter = new PostgresAdapter();
  const compiler = new PostgresQueryCompiler();
  return createReader({
    // The other half is for calls that read little.
    at_once: Math.max(1, Math.floor(connections / 2)),
    longest_ms: LONGEST_MS,
    dialect: {
      createAdapter: () => adapter,
      createQueryCompiler: () => compiler,
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
    async read(query) {
      try {
        const { rows } = await db.executeQuery<Record<string, unknown>>(query);
        return { rows, used_ms: 0 };
      } catch (error) {
        throw error instanceof Error && 'code' in error && error.code === STATEMENT_TIMEOUT
          ? tookTooLong(error)
          : error;
      }
    },
    close: async () => {},
  });
}

interface Parts {
  at_once: number;
  longest_ms: number;
  dialect: Omit<Dialect, 'createDriver'>;
  read(query: CompiledQuery): Promise<Read>;
  close(): Promise<void>;
}

function createReader({ at_once, longest_ms, dialect, read, close }: Parts): Reader {
  const queue = createFairQueue({ at_once, waiting: MOST_WAITING, retry_seconds: RETRY_SECONDS });
  async function inTurn(merchant_id: number, query: CompiledQuery): Promise<Read> {
    const leave = await queue.enter(merchant_id);
    // The turn ends with the query, even if nobody waits for its rows any longer.
    return inTime(longest_ms, read(query).finally(leave));
  }

  return {
    of(merchant_id, charge = () => {}) {
      queue.assertShort(merchant_id);
      const driver = new ReadingDriver(async (query) => {
        const { rows, used_ms } = await inTurn(merchant_id, query);
        charge(used_ms);
        return rows;
      });
      return new Kysely<Database>({ dialect: { ...dialect, createDriver: () => driver } });
    },
    alone: queue.alone,
    close,
  };
}

async function inTime(longest_ms: number, reading: Promise<Read>): Promise<Read> {
  try {
    return await within(longest_ms, reading);
  } catch (error) {
    throw error instanceof TimedOut ? tookTooLong(error) : error;
  }
}

const tookTooLong = (cause: Error) =>
  new ServiceUnavailable('The search took too long. Limit it, for example to a time', 'service_unavailable', {
    retryAfter: undefined,
    shouldRetry: false,
    cause,
  });

const threadFailed = (error: unknown): never => {
  if (error instanceof ThreadFailed) databaseFailed(error);
  throw error;
};

/** Queries stand alone: there are no transactions, and nothing is written. */
class ReadingDriver extends DummyDriver {
  readonly #read: (query: CompiledQuery) => Promise<unknown[]>;

  constructor(read: (query: CompiledQuery) => Promise<unknown[]>) {
    super();
    this.#read = read;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>(query: CompiledQuery) => ({ rows: (await this.#read(query)) as R[] }),
      streamQuery: () => {
        throw new Error('A reader does not stream');
      },
    };
  }
}

/** Bytes arrive from the thread as plain arrays of bytes. */
function restoreBuffers(row: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(row))
    if (value instanceof Uint8Array) row[name] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
