/** Opens SQLite or PostgreSQL behind one Kysely handle. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, SqliteDialect } from 'kysely';
import pg from 'pg';
import type { AuditTables } from '../audit/audit.table.ts';
import type { AuthTables } from '../auth/auth.table.ts';
import type { SsoTables } from '../auth/sso.table.ts';
import type { BillingTables } from '../billing/billing.table.ts';
import type { CallbackTables } from '../callbacks/callback.table.ts';
import type { DashboardTables } from '../dashboard/dashboard.table.ts';
import type { IdempotencyTables } from '../http/idempotency.table.ts';
import type { LocalTables } from '../local/local.table.ts';
import type { MailTables } from '../mail/mail.table.ts';
import type { PaymentTables } from '../payments/payment.table.ts';
import type { SessionTables } from '../sessions/session.table.ts';
import type { UserTables } from '../users/user.table.ts';
import { databaseFailed } from './unavailable.ts';

export interface Database
  extends AuditTables,
    AuthTables,
    BillingTables,
    CallbackTables,
    DashboardTables,
    IdempotencyTables,
    LocalTables,
    MailTables,
    PaymentTables,
    SessionTables,
    SsoTables,
    UserTables {}

export interface OpenDatabase {
  db: Kysely<Database>;
  /** Moves the write-ahead log into the database file and empties it, so that deleted data is nowhere on disk. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

/** PostgreSQL when `url` is given, SQLite at `file` otherwise. */
export function openDatabase({ url, file }: { url?: string | undefined; file: string }): OpenDatabase {
  return url ? openPostgres(url) : openSqlite(file);
}

function openSqlite(file: string): OpenDatabase {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const sqlite = new Sqlite(file);
  sqlite.pragma('journal_mode = WAL');
  // FULL, not NORMAL: the log is synced before a commit returns, so that an acknowledged write survives a power loss.
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  // Identity data that was deleted must not stay readable in free pages.
  sqlite.pragma('secure_delete = ON');
  sqlite.pragma('busy_timeout = 5000');
  sqlite.pragma('temp_store = MEMORY');
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: withPreparedStatements(sqlite) }) });
  return {
    db,
    async checkpoint() {
      sqlite.pragma('wal_checkpoint(TRUNCATE)');
    },
    async close() {
      await db.destroy();
    },
  };
}

/** Kysely prepares every query anew; the texts repeat, so each is prepared once and kept. */
function withPreparedStatements(sqlite: Sqlite.Database) {
  const statements = new Map<string, Sqlite.Statement>();
  return {
    prepare(sql: string) {
      let statement = statements.get(sql);
      if (!statement) {
        statement = sqlite.prepare(sql);
        // Lists of varying length make new texts; the bound keeps those from growing without end.
        if (statements.size < 1000) statements.set(sql, statement);
      }
      return statement;
    },
    close: () => sqlite.close(),
  };
}

function openPostgres(url: string): OpenDatabase {
  // Ids stay below 2^53, so that a bigint column is exact as a number.
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === pg.types.builtins.INT8
        ? Number
        : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
  };
  const pool = new pg.Pool({ connectionString: url, max: 10, types });
  // An idle connection that the server closes is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: watched(pool) }) });
  return { db, checkpoint: async () => {}, close: () => db.destroy() };
}

/** What Kysely asks of a pool; an error that comes out of it is the database's. */
function watched(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch(databaseFailed);
      const query = (sql: string, parameters: unknown[]) => client.query(sql, parameters).catch(databaseFailed);
      return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
    },
    end: () => pool.end(),
  };
}
