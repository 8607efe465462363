import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';
import { StartError } from '../core/start-error.ts';
import { initial } from './migrations/0046-initial.ts';
import { callbackEndpoints } from './migrations/0047-callback-endpoints.ts';
import { money } from './migrations/0048-money.ts';
import { operations } from './migrations/0049-operations.ts';
import { boundRequests, requestPartitions } from './migrations/0050-request-partitions.ts';
import { links } from './migrations/0051-links.ts';
import { policies } from './migrations/0052-policies.ts';
import { deliveryKeys } from './migrations/0053-delivery-keys.ts';
import { auditOrigin } from './migrations/0058-audit-origin.ts';
import { team } from './migrations/0059-team.ts';
import { seenDocuments } from './migrations/0060-seen-documents.ts';
import { auditActions, buildAuditIndex } from './migrations/0061-audit-actions.ts';
import { linkNetworks } from './migrations/0062-link-networks.ts';
import { isPostgres } from './migrations/columns.ts';
import { setOldestSchema } from './migrations/oldest-schema.ts';

/** Forward only, never edited once released; Kysely runs them in order of name, in one transaction. */
export const migrations: Record<string, Migration> = {
  '0046-initial': initial,
  '0047-callback-endpoints': callbackEndpoints,
  '0048-money': money,
  '0049-operations': operations,
  '0050-request-partitions': requestPartitions,
  '0051-links': links,
  '0052-policies': policies,
  '0053-delivery-keys': deliveryKeys,
  '0058-audit-origin': auditOrigin,
  '0059-team': team,
  '0060-seen-documents': seenDocuments,
  '0061-audit-actions': auditActions,
  '0062-link-networks': linkNetworks,
};

/** What runs before a migration of a PostgreSQL database that is in use, outside of the transaction. It may run more than once. */
const preparations: Record<string, <T>(db: Kysely<T>) => Promise<void>> = {
  '0050-request-partitions': boundRequests,
  '0061-audit-actions': buildAuditIndex,
};

export const SCHEMA = Object.keys(migrations).at(-1)!;

/** The last of the migrations that `0046-initial` replaces. They left the same schema. */
const REPLACED = '0045-refuse-weak';

const LOCK_NOT_AVAILABLE = '55P03';
/** Raised when two processes prepare at the same moment. */
const DEADLOCK = '40P01';
const LOCK_TIMEOUT_MS = 300;
const LOCK_PAUSE_MS = 700;
const MOST_ATTEMPTS = 60;

export interface Schema {
  newest: string | undefined;
  missing: string[];
  unknown: string[];
}

/**
 * Migrates the database to the newest schema, or leaves it at the schema of a newer version that supports this one. Returns the
 * names of the applied migrations.
 * @throws StartError when this version could not use the database
 */
export async function migrate<T>(db: Kysely<T>): Promise<string[]> {
  const { newest, missing, unknown } = await readSchema(db);
  if (unknown.length > 0 || missing.length === 0) return [];
  if (newest === REPLACED) await recordInitial(db);
  const provided = isPostgres(db) ? patient(migrations) : migrations;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => provided } });
  const toPrepare = newest !== undefined && isPostgres(db) ? missing : [];
  for (let attempt = 1; ; attempt++) {
    const { error, results = [] } = await prepared(prepare(db, toPrepare), migrator);
    if (!error) return results.map((result) => result.migrationName);
    // A newer version may have migrated it first.
    if ((await readSchema(db)).unknown.length > 0) return [];
    if (!isLocked(error)) throw error;
    if (attempt === MOST_ATTEMPTS)
      throw new StartError(
        `The database could not be migrated, because other processes held locks on its tables for a minute (${LOCK_NOT_AVAILABLE}). Nothing was changed. Try again when there is less traffic.`,
      );
    await pause(LOCK_PAUSE_MS);
  }
}

async function prepare<T>(db: Kysely<T>, names: string[]): Promise<void> {
  for (const name of names) await preparations[name]?.(db);
}

const prepared = async (preparation: Promise<void>, migrator: Migrator): Promise<MigrationResultSet> => {
  try {
    await preparation;
  } catch (error) {
    return { error };
  }
  return migrator.migrateToLatest();
};

/**
 * Replaces the records of the earlier migrations, because Kysely refuses a database with records of migrations that it does not
 * know. Another process may do the same.
 */
const recordInitial = <T>(db: Kysely<T>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const records = sql.table(DEFAULT_MIGRATION_TABLE);
    await sql`insert into ${records} (name, timestamp)
      select '0046-initial', timestamp from ${records} where name = ${REPLACED} on conflict do nothing`.execute(trx);
    await sql`delete from ${records} where name <= ${REPLACED}`.execute(trx);
    await setOldestSchema(trx, '0046-initial');
  });

/**
 * PostgreSQL ends one of two deadlocked transactions after a second. A migration gives up before that and retries, so that the
 * older version's calls never fail.
 */
const patient = (all: Record<string, Migration>): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(all).map(([name, { up }]) => [
      name,
      {
        async up(db) {
          await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db);
          await up(db);
        },
      } satisfies Migration,
    ]),
  );

const isLocked = (error: unknown) =>
  error instanceof Error && 'code' in error && [LOCK_NOT_AVAILABLE, DEADLOCK].some((code) => code === error.code);

/** @throws StartError when this version cannot run on the database's schema */
export async function readSchema<T>(db: Kysely<T>): Promise<Schema> {
  const executed = await listExecuted(db);
  const newest = executed.at(-1);
  if (newest !== undefined && newest < REPLACED)
    throw new StartError(
      `The database is at ${newest}, which this version cannot upgrade. Start the last version with schema ${REPLACED} first, then this one. Nothing was changed.`,
    );
  const schema = {
    newest,
    missing: Object.keys(migrations).filter((name) => !executed.includes(name)),
    unknown: executed.filter((name) => name > REPLACED && !Object.hasOwn(migrations, name)),
  };
  if (schema.unknown.length > 0) await assertRuns(db, schema);
  return schema;
}

async function assertRuns<T>(db: Kysely<T>, { newest, missing }: Schema): Promise<void> {
  const { rows } = await sql<{ value: Buffer }>`select value from server_state where name = 'oldest_schema'`.execute(
    db,
  );
  const oldest = rows[0]?.value.toString();
  if (missing.length === 0 && oldest !== undefined && oldest <= SCHEMA) return;
  throw new StartError(
    `The database is at ${newest}, and this version only supports schemas up to ${SCHEMA}${oldest && oldest > SCHEMA ? `. The database requires a version that supports ${oldest}` : ''}. Start a newer version, or restore the backup from before the upgrade. Nothing was changed.`,
  );
}

async function listExecuted<T>(db: Kysely<T>): Promise<string[]> {
  // Kysely's list of all tables fails when another process drops a day of the request log meanwhile.
  const found = isPostgres(db)
    ? sql`select 1 where to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null`
    : sql`select 1 from sqlite_master where type = 'table' and name = ${DEFAULT_MIGRATION_TABLE}`;
  if ((await found.execute(db)).rows.length === 0) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}
