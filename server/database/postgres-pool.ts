/**
 * The connections to PostgreSQL. A connection that broke, or did not answer in time, fails the call that has it and is thrown away:
 * nobody knows what is still under way on it. Waiting has an end, so that a database that stalls is answered for with 503 within ten
 * seconds, and a new connection finds out by itself when it is back.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { databaseFailed } from './unavailable.ts';

/** For a free connection: in a burst, calls wait in line at a database that is well. */
const WAIT_TIMEOUT_MS = 8000;
const CONNECT_TIMEOUT_MS = 3000;
/** The server ends a slow statement itself, before the client takes the connection for dead. */
const STATEMENT_TIMEOUT_MS = 5000;
const QUERY_TIMEOUT_MS = 6000;
/** What a process that is gone has locked is free again after this time. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_AFTER_MS = 10_000;

const LIMITS = `set statement_timeout = ${STATEMENT_TIMEOUT_MS}; set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}`;

export interface PoolOptions {
  url: string;
  /** How many connections there are at most. */
  size: number;
  /** A migration takes the time it takes. */
  is_patient?: boolean;
}

export function openPostgresPool({ url, size, is_patient = false }: PoolOptions): PostgresPool {
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
      // In a statement, because poolers such as PgBouncer refuse these settings as parameters of a connection.
      onConnect: (client: pg.ClientBase) => client.query(LIMITS),
    }),
  });
  const connections = new WeakMap<pg.PoolClient, Connection>();
  /** Once one connection has lost its way, those that were open before are not trusted either. */
  let trusted_from = 0;
  const onLost = () => {
    trusted_from = performance.now();
  };
  pool.on('connect', (client) => connections.set(client, createConnection(client, onLost)));
  // The pool replaces an idle connection that breaks. Without a listener it would end the process.
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
    end: () => pool.end(),
  };
}

/** The pool gives its own timeout to its clients, and a connection has to be there sooner. */
class QuickClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  }
}

/** `require` means to the driver what `verify-full` says, and it warns of that in three paragraphs. */
const verifying = (url: string): string =>
  url.includes('uselibpqcompat=')
    ? url
    : url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');

interface Connection extends PostgresPoolClient {
  opened: number;
}

function createConnection(client: pg.PoolClient, onLost: () => void): Connection {
  let is_broken = false;
  // While a transaction has the client and asks nothing, nobody else hears that the connection ends.
  client.on('error', () => {
    is_broken = true;
  });
  const failed = (error: unknown): never => {
    // After an error that the server reports, the connection can be used. After any other nobody knows what it is doing.
    if (error instanceof pg.DatabaseError) throw error;
    if (!is_broken) onLost();
    is_broken = true;
    return databaseFailed(error);
  };
  const query = (sql: string, parameters: unknown[]) =>
    is_broken
      ? failed(new Error('The connection to the database is broken'))
      : client.query(sql, parameters).catch(failed);
  return {
    opened: performance.now(),
    // Kysely asks for cursors too, which nothing here uses.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroys = false) => client.release(destroys || is_broken),
  };
}

// Ids are below 2^53, so a bigint column can be read as a number.
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};
