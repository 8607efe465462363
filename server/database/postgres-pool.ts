/**
 * The connections to PostgreSQL. A connection that breaks or times out fails the call that uses it and is discarded, because its
 * state is unknown. All waits are limited, so that a stalled database leads to a 503 within ten seconds, and new connections
 * succeed as soon as it is back.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { databaseFailed } from './unavailable.ts';

/** How long to wait for a free connection. In a burst, calls queue even when the database is healthy. */
const WAIT_TIMEOUT_MS = 8000;
const CONNECT_TIMEOUT_MS = 3000;
/** The server cancels a slow statement itself, before the client considers the connection dead. */
const STATEMENT_TIMEOUT_MS = 5000;
const QUERY_TIMEOUT_MS = 6000;
/** Locks held by a dead process are released after this time. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_AFTER_MS = 10_000;

const LIMITS = `set statement_timeout = ${STATEMENT_TIMEOUT_MS}; set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}`;

export interface PoolOptions {
  url: string;
  size: number;
  is_patient?: boolean;
  begin?: BeginQuery;
}

/** @returns what to call when the query ends. */
export type BeginQuery = (sql: string) => ((hasFailed: boolean) => void) | undefined;

export interface Connections {
  max: number;
  idle: number;
  used: number;
  waiting: number;
}

export function openPostgresPool({
  url,
  size,
  is_patient = false,
  begin,
}: PoolOptions): PostgresPool & { connections(): Connections } {
  const pool = new pg.Pool({
    connectionString: verifying(url),
    max: size,
    types,
    connectionTimeoutMillis: WAIT_TIMEOUT_MS,
    Client: QuickClient,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    ...(!is_patient && {
      query_timeout: QUERY_TIMEOUT_MS,
      // As a statement, because poolers such as PgBouncer refuse these settings as connection parameters.
      onConnect: (client: pg.ClientBase) => client.query(LIMITS),
    }),
  });
  const connections = new WeakMap<pg.PoolClient, Connection>();
  /** Once a connection has failed, earlier connections are not trusted either. */
  let trusted_from = 0;
  const onLost = () => {
    trusted_from = performance.now();
  };
  pool.on('connect', (client) => connections.set(client, createConnection(client, onLost, begin)));
  // The pool replaces an idle connection that breaks. Without a listener the error would end the process.
  pool.on('error', () => {});

  return {
    options: pool.options,
    async connect() {
      for (;;) {
        const client = await pool.connect().catch(databaseFailed);
        const connection = connections.get(client)!;
        if (connection.opened >= trusted_from) return connection;
        client.release(true);
      }
    },
    connections: () => ({
      max: size,
      idle: pool.idleCount,
      used: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    end: () => pool.end(),
  };
}

/** The pool passes its own timeout to its clients, but connecting must be faster. */
class QuickClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  }
}

/**
 * Replaces `prefer`, `require` and `verify-ca` with `verify-full`: the driver treats them like it, but prints three paragraphs of
 * warning.
 */
export const verifying = (url: string): string =>
  url.includes('uselibpqcompat=')
    ? url
    : url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');

interface Connection extends PostgresPoolClient {
  opened: number;
}

function createConnection(client: pg.PoolClient, onLost: () => void, begin?: BeginQuery): Connection {
  let is_broken = false;
  // While a transaction holds the client without a running query, nothing else detects that the connection ends.
  client.on('error', () => {
    is_broken = true;
  });
  const failed = (error: unknown): never => {
    // After an error reported by the server, the connection is usable. After any other its state is unknown.
    if (error instanceof pg.DatabaseError) throw error;
    if (!is_broken) onLost();
    is_broken = true;
    return databaseFailed(error);
  };
  const query = (sql: string, parameters: unknown[]) => {
    if (is_broken) return failed(new Error('The connection to the database is broken'));
    const end = begin?.(sql);
    const running = client.query(sql, parameters).catch(failed);
    if (end)
      running.then(
        () => end(false),
        () => end(true),
      );
    return running;
  };
  return {
    opened: performance.now(),
    // Kysely's type also allows cursors, which are not used here.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroys = false) => client.release(destroys || is_broken),
  };
}

// Ids are below 2^53, so bigint columns can be read as numbers.
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};
