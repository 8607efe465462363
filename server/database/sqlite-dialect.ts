/** Kysely's SQLite dialect for a file that several processes share, on a disk that may be full. */
import { setTimeout as pause } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type { LogSync } from './write-ahead-log.ts';

const PATIENCE_MS = 5000;
const LONGEST_PAUSE_MS = 4;

/**
 * Waits for other processes outside of SQLite, because SQLite's own wait would block this process. So the handle must have no busy
 * timeout.
 */
export const sharedSqliteDialect = (handles: SqliteHandles): Dialect => ({
  createAdapter: () => new SharedSqliteAdapter(handles),
  createDriver: () => new SharedSqliteDriver(handles),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

export interface SqliteHandles {
  /** The only connection that writes. Kysely gives it to one transaction or query at a time. */
  writer: Sqlite.Database;
  /** Absent if nothing is written. */
  log?: LogSync;
  /** For reads that do not wait for a transaction. Opened on first use. */
  reader(): Sqlite.Database;
  close(): void;
}

export type Prepared = (parameters: unknown[], how: 'all' | 'first') => unknown[];

export class SharedSqliteAdapter extends SqliteAdapter {
  readonly #handles: SqliteHandles;

  constructor(handles: SqliteHandles) {
    super();
    this.#handles = handles;
  }

  get writer(): Sqlite.Database {
    return this.#handles.writer;
  }

  /** Migrations run in a transaction: an interrupted one leaves nothing behind, and a second migrator waits for the first. */
  override get supportsTransactionalDdl() {
    return true;
  }

  /** A statement on both connections, prepared when it first runs there. */
  prepare(sql: string): { reading: Prepared; writing: Prepared } | undefined {
    const { writer, reader } = this.#handles;
    const planned = plannedOnce(sql);
    return { reading: preparedOn(reader, planned), writing: preparedOn(() => writer, planned) };
  }
}

/**
 * SQLite inspects parameter values while planning a join and plans again when they change, which takes longer than the query. It
 * does not inspect the values of expressions (lang_expr: the unary plus is a no-op).
 */
const plannedOnce = (sql: string): string => sql.replaceAll('?', '+?');

function preparedOn(handle: () => Sqlite.Database, sql: string): Prepared {
  let statement: Sqlite.Statement | undefined;
  return (parameters, how) => {
    statement ??= handle().prepare(sql);
    if (!statement.reader) {
      statement.run(parameters);
      return [];
    }
    if (how === 'all') return statement.all(parameters);
    const row = statement.get(parameters);
    return row === undefined ? [] : [row];
  };
}

class SharedSqliteDriver extends SqliteDriver {
  readonly #sqlite: Sqlite.Database;
  readonly #log: LogSync | undefined;
  #connection: DatabaseConnection | undefined;

  constructor({ writer, log, close }: SqliteHandles) {
    super({ database: withPreparedStatements(writer, close) });
    this.#sqlite = writer;
    this.#log = log;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= patient(await super.acquireConnection(), this.#sqlite, this.#log);
    return this.#connection;
  }

  /**
   * Takes the write lock immediately. Otherwise SQLite would refuse the first write of a transaction that has read before, if
   * another process has written in between.
   */
  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  /** After a full disk or an I/O error, SQLite has already rolled back. Another ROLLBACK would fail and hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection);
  }
}

/**
 * Retries a statement while another process has locked the file. Inside a transaction we already hold the lock. A statement
 * that ends a transaction returns when the log is on disk, or immediately if nothing was written.
 */
function patient(
  connection: DatabaseConnection,
  sqlite: Sqlite.Database,
  log: LogSync | undefined,
): DatabaseConnection {
  const written = versionOf(sqlite);
  let synced: string | undefined;
  const sync = async () => {
    const version = written();
    if (version === synced) return;
    await log?.sync();
    synced = version;
  };
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const deadline = performance.now() + PATIENCE_MS;
      for (;;) {
        try {
          const result = await connection.executeQuery<R>(query);
          if (query.query.kind !== 'SelectQueryNode' && !sqlite.inTransaction && query.sql !== ROLLBACK) await sync();
          return result;
        } catch (error) {
          if (!isBusy(error) || sqlite.inTransaction || performance.now() > deadline) throw error;
          await pause(Math.random() * LONGEST_PAUSE_MS);
        }
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  };
}

const ROLLBACK = 'rollback';

/** Changes whenever this connection writes rows or the schema, or another process writes anything. */
function versionOf(sqlite: Sqlite.Database): () => string {
  const parts = ['select total_changes()', 'pragma schema_version', 'pragma data_version'].map((sql) =>
    sqlite.prepare(sql).pluck(),
  );
  return () => parts.map((part) => part.get()).join();
}

export const isBusy = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

/** Kysely would prepare every query again, although the texts of queries repeat. */
function withPreparedStatements(sqlite: Sqlite.Database, close: () => void): SqliteDatabase {
  const statements = new Map<string, Sqlite.Statement>();
  return {
    prepare(sql: string) {
      let statement = statements.get(sql);
      if (!statement) {
        statement = sqlite.prepare(sql);
        // Lists of different lengths produce different texts, so the cache is limited.
        if (statements.size >= 1000) statements.delete(statements.keys().next().value!);
        statements.set(sql, statement);
      }
      return statement;
    },
    close,
  };
}
