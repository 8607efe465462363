/** Dumps the database, for tests of what a call may change, and intercepts its queries, to delay them or make them fail. */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultQueryExecutor, type Kysely, type QueryResult, sql } from 'kysely';
import { timestamp } from '../../../server/core/clock.ts';
import type { Context } from '../../../server/core/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { SharedSqliteAdapter } from '../../../server/database/sqlite-dialect.ts';
import type { TestServer } from './test-server.ts';

export type Dump = Record<string, string[]>;

/** Columns that any call may change: when a user was last seen, to the minute. */
const SEEN = new Set(['last_used']);

/**
 * Tables that change on their own: counters of attempts and calls, which expire, the request log, status samples, and events of the
 * card provider, which come whenever it sends them.
 */
const BY_ITSELF = /^(throttles|call_counts|provider_events|api_requests(_before|_default|_\d+)?|status_days)$/;

async function dump(db: Kysely<Database>, look: (db: Kysely<Database>) => Promise<Rows>): Promise<Dump> {
  const rows = Object.entries(await look(db));
  return Object.fromEntries(
    rows.map(([name, all]) => [
      name,
      all
        .filter((row) => !isProbe(row))
        .map(textOf)
        .sort(),
    ]),
  );
}

type Rows = Record<string, object[]>;

async function rowsOfSqlite(db: Kysely<Database>): Promise<Rows> {
  const rows: Rows = {};
  for (const name of await tablesOf(db))
    rows[name] = await db
      .selectFrom(name as 'sessions')
      .selectAll()
      .execute();
  return rows;
}

/** In one query, because the round trips would take longer than reading the rows. */
async function rowsOfPostgres(db: Kysely<Database>): Promise<Rows> {
  const tables = await tablesOf(db);
  const all = tables.map((name) => sql`select ${sql.lit(name)} as name, to_jsonb(t) as row from ${sql.table(name)} t`);
  const { rows } = await sql<{ name: string; row: object }>`${sql.join(all, sql` union all `)}`.execute(db);
  const found = Map.groupBy(rows, ({ name }) => name);
  return Object.fromEntries(tables.map((name) => [name, (found.get(name) ?? []).map(({ row }) => row)]));
}

/** The row that the service writes to check whether the database accepts writes. */
const isProbe = (row: object) => 'name' in row && row.name === 'readiness';

const namesOfTables = new WeakMap<Kysely<Database>, string[]>();

async function tablesOf(db: Kysely<Database>): Promise<string[]> {
  const names = namesOfTables.get(db) ?? (await db.introspection.getTables()).map(({ name }) => name);
  namesOfTables.set(db, names);
  return names.filter((name) => !name.startsWith('kysely_') && !BY_ITSELF.test(name));
}

const textOf = (row: object): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(row)
        .filter(([column]) => !SEEN.has(column))
        .map(([column, value]) => [column, Buffer.isBuffer(value) ? hash('sha256', value) : value]),
    ),
  );

/**
 * The dump after all background work has finished: the data no longer changes, no email waits, and no callback is due or being
 * delivered.
 */
export async function settledDump({ db, deps }: Context): Promise<Dump> {
  const [look, rows] = deps.config.database_url
    ? ([fingerprintOf, rowsOfPostgres] as const)
    : ([changesOf, rowsOfSqlite] as const);
  let before = await look(db);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const after = await look(db);
    if (after === before && !(await isAtWork(db, timestamp(deps.clock.now())))) return dump(db, rows);
    before = after;
  }
}

/** SQLite counts the rows changed by its single write connection, which is cheaper to query than the rows' content. */
async function changesOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db);
  return String(rows[0]!.changes);
}

/** PostgreSQL changes a row's version whenever the row is written. */
async function fingerprintOf(db: Kysely<Database>): Promise<string> {
  const tables = await tablesOf(db);
  const counts = tables.map(
    (name) =>
      sql`select count(*) as rows, coalesce(sum(hashtextextended(ctid::text || xmin::text, 0)), 0) as versions from ${sql.table(name)}`,
  );
  const { rows } = await sql`${sql.join(counts, sql` union all `)}`.execute(db);
  return JSON.stringify(rows);
}

async function isAtWork(db: Kysely<Database>, now: string): Promise<boolean> {
  const mail = await db.selectFrom('mails').select('id').where('state', '=', 'PENDING').limit(1).executeTakeFirst();
  const callback = await db
    .selectFrom('callbacks')
    .select('id')
    .where('state', '=', 'PENDING')
    .where((eb) =>
      eb.or([
        eb('next_attempt', '<=', now),
        // An attempt is counted when it begins and recorded when it ends, so a callback with more counted than recorded attempts is
        // being sent.
        eb(
          'attempts',
          '>',
          eb
            .selectFrom('callback_attempts')
            .select(({ fn }) => fn.countAll<number>().as('recorded'))
            .whereRef('callback_id', '=', 'callbacks.id'),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  // Deliveries that wait for a retry are left out, because they may wait for hours. All other pending ones are sent soon or on
  // their way.
  const delivery = await db
    .selectFrom('endpoint_deliveries')
    .select('event_id')
    .where('state', '=', 'PENDING')
    .where((eb) => eb.or([eb('last_created', 'is', null), eb('last_status', '<', 300)]))
    .limit(1)
    .executeTakeFirst();
  return mail !== undefined || callback !== undefined || delivery !== undefined;
}

export function rowChanges(before: Dump, after: Dump): Record<string, number> {
  const changes = Object.entries(after).map(([name, rows]): [string, number] => [
    name,
    rows.length - (before[name]?.length ?? 0),
  ]);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

/**
 * Every byte the service stores: the files of its data folder, except for the key and the stand-in for the card provider, and the
 * rows of PostgreSQL.
 */
export async function bytesAtRest({ folder, ctx: { db, deps } }: TestServer): Promise<Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'server.key' && !entry.name.startsWith('card-provider'),
  );
  const contents: Uint8Array[] = files.map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  if (!deps.config.database_url) return Buffer.concat(contents);
  const tables = await db.introspection.getTables();
  for (const { name } of tables) {
    for (const row of await db
      .selectFrom(name as 'sessions')
      .selectAll()
      .execute()) {
      contents.push(...Object.values(row).map((value) => (Buffer.isBuffer(value) ? value : Buffer.from(`${value}\n`))));
    }
  }
  return Buffer.concat(contents);
}

type Hook = (sql: string) => void | Promise<void>;

/** Runs a hook before each query of this process, in and out of transactions; the hook may wait or throw. */
export function interceptQueries() {
  let hook: Hook | undefined;
  const { prototype } = DefaultQueryExecutor;
  const original = prototype.executeQuery;
  // Prepared statements would bypass Kysely. Without them, every query goes through it, if this is called before a database is
  // opened.
  const prepare = SharedSqliteAdapter.prototype.prepare;
  SharedSqliteAdapter.prototype.prepare = () => undefined;
  prototype.executeQuery = async function <R>(...call: Parameters<typeof original>): Promise<QueryResult<R>> {
    await hook?.(call[0].sql);
    return Reflect.apply(original, this, call) as Promise<QueryResult<R>>;
  };
  return {
    async during<T>(next: Hook, work: () => Promise<T>): Promise<T> {
      hook = next;
      try {
        return await work();
      } finally {
        hook = undefined;
      }
    },
    restore() {
      prototype.executeQuery = original;
      SharedSqliteAdapter.prototype.prepare = prepare;
    },
  };
}
