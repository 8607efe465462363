import { closeSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type { AuditTables } from '../audit/audit.table.ts';
import type { AuthTables } from '../auth/auth.table.ts';
import type { BillingTables } from '../billing/ledger/billing.table.ts';
import type { CallbackTables } from '../callbacks/callback.table.ts';
import type { HashChainTables } from '../chains/hash-chain.table.ts';
import type { CodeTables } from '../codes/code.table.ts';
import type { DeliveryKeyTables } from '../delivery/delivery-key.table.ts';
import type { IdempotencyTables } from '../http/call/idempotency.table.ts';
import type { LocalTables } from '../local/local.table.ts';
import type { MailTables } from '../mail/mail.table.ts';
import type { MerchantTables } from '../merchants/merchant.table.ts';
import type { ProofKeyTables } from '../proofs/proof-key.table.ts';
import type { RequestTables } from '../requests/request.table.ts';
import type { ServerStateTables } from '../secrets/server-state.table.ts';
import type { LinkTables } from '../sessions/links/link.table.ts';
import type { PolicyTables } from '../sessions/policy/policy.table.ts';
import type { SeenTables } from '../sessions/seen/seen-document.table.ts';
import type { SessionTables } from '../sessions/session/session.table.ts';
import type { TeamTables } from '../sessions/team/team.table.ts';
import type { UsageTables } from '../sessions/usage/session-usage.table.ts';
import type { StatusTables } from '../status/status.table.ts';
import type { ThrottleTables } from '../throttling/throttle.table.ts';
import type { TrustTables } from '../trust/trust.table.ts';
import type { UserTables } from '../users/user.table.ts';
import type { BeginQuery, Connections, openPostgresPool, PoolOptions } from './postgres-pool.ts';
import { createPostgresReader, createSqliteReader, type Reader } from './reader.ts';
import { type SqliteHandles, sharedSqliteDialect } from './sqlite-dialect.ts';
import { createLogSync, useWriteAheadLog } from './write-ahead-log.ts';

const DEFAULT_POOL_SIZE = 10;
const MIGRATION_CONNECTIONS = 2;
const OPENING_TIMEOUT_MS = 5000;
const CHECKPOINT_TIMEOUT_MS = 5000;
const CHECKPOINT_PAUSE_MS = 10;

export interface Database
  extends AuditTables,
    AuthTables,
    BillingTables,
    CallbackTables,
    CodeTables,
    DeliveryKeyTables,
    HashChainTables,
    IdempotencyTables,
    LinkTables,
    LocalTables,
    MailTables,
    MerchantTables,
    PolicyTables,
    ProofKeyTables,
    RequestTables,
    SeenTables,
    ServerStateTables,
    SessionTables,
    StatusTables,
    TeamTables,
    ThrottleTables,
    TrustTables,
    UsageTables,
    UserTables {}

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

export interface OpenDatabase {
  db: Kysely<Database>;
  reader: Reader;
  /**
   * For migrations and operator commands that take long, such as copying a database. All other queries on PostgreSQL must finish
   * within seconds.
   */
  patiently<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /** Moves the write-ahead log into the database file and empties it, so that no deleted data remains on disk. */
  checkpoint(): Promise<void>;
  /**
   * From now on, calls `begin` when a query to PostgreSQL begins, and the function that it returned, if any, when the query
   * ends.
   */
  watch?(begin: BeginQuery): void;
  connections?(): Connections | undefined;
  close(): Promise<void>;
}

interface DatabasePlace {
  url?: string | undefined;
  file: string;
  pool_size?: number | undefined;
}

export function openDatabase({ url, file, pool_size = DEFAULT_POOL_SIZE }: DatabasePlace): OpenDatabase {
  return url ? openPostgres(url, pool_size) : openSqlite(file);
}

function openSqlite(file: string): OpenDatabase {
  createPrivately(file);
  const reader = createSqliteReader(file);
  const db = new Kysely<Database>({ dialect: sharedSqliteDialect(openHandles(file, reader)) });
  return {
    ...{ db, reader },
    patiently: (work) => work(db),
    // The log cannot be emptied while it is being read.
    checkpoint: () => reader.alone(() => emptyLog(db)),
    async close() {
      // The last connection to close removes the log, and a reading one cannot.
      await reader.close();
      await db.destroy();
    },
  };
}

function openHandles(file: string, reader: Reader): SqliteHandles {
  // Another process may be starting on the same file: while opening, SQLite itself waits for it.
  const writer = new Sqlite(file, { timeout: OPENING_TIMEOUT_MS });
  useWriteAheadLog(writer, OPENING_TIMEOUT_MS);
  // The log is on disk before a write is acknowledged, so that it survives a power loss: see `createLogSync`. With FULL, SQLite
  // itself would wait for the disk and block the thread.
  writer.pragma('synchronous = NORMAL');
  const log = createLogSync(file, writer, reader.alone);
  // If the thread that moves the log into the file fails, SQLite moves it at 64 MB, and calls wait.
  writer.pragma('wal_autocheckpoint = 16000');
  writer.pragma('foreign_keys = ON');
  // Deleted identity data must not stay readable in free pages.
  writer.pragma('secure_delete = ON');
  writer.pragma('temp_store = MEMORY');
  writer.pragma('busy_timeout = 0');
  let reads: Sqlite.Database | undefined;
  return {
    writer,
    log,
    reader: () => (reads ??= new Sqlite(file, { readonly: true, timeout: 0 })),
    close() {
      reads?.close();
      writer.close();
      log.close();
    },
  };
}

/** Only the service's user may read its data. SQLite gives the files beside the database the same mode. */
function createPrivately(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/** A reader in another process can prevent the log from being emptied, but only briefly. */
async function emptyLog(db: Kysely<Database>): Promise<void> {
  const deadline = performance.now() + CHECKPOINT_TIMEOUT_MS;
  for (;;) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return;
    if (performance.now() > deadline)
      throw new Error('The write-ahead log could not be emptied because another process is reading the database');
    await pause(CHECKPOINT_PAUSE_MS);
  }
}

function openPostgres(url: string, size: number): OpenDatabase {
  // The driver is loaded on first use, because an installation on SQLite does not need it.
  const open = async (options: Omit<PoolOptions, 'url'>) =>
    (await import('./postgres-pool.ts')).openPostgresPool({ url, ...options });
  const handleOf = (pool: () => ReturnType<typeof open>) =>
    new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  let pool: ReturnType<typeof openPostgresPool> | undefined;
  let watching: BeginQuery | undefined;
  const db = handleOf(async () => (pool = await open({ size, begin: (sql) => watching?.(sql) })));
  return {
    ...{ db, reader: createPostgresReader(db, size) },
    watch(begin) {
      watching = begin;
    },
    connections: () => pool?.connections(),
    patiently(work) {
      const patient = handleOf(() => open({ size: MIGRATION_CONNECTIONS, is_patient: true }));
      return work(patient).finally(() => patient.destroy());
    },
    checkpoint: async () => {},
    close: () => db.destroy(),
  };
}
