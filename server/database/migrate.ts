import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../core/start-error.ts';
import { accounts } from './migrations/0001-accounts.ts';
import { sessions } from './migrations/0002-sessions.ts';
import { callbacks } from './migrations/0003-callbacks.ts';
import { requests } from './migrations/0004-requests.ts';
import { signInProviders } from './migrations/0005-sign-in-providers.ts';
import { billing } from './migrations/0006-billing.ts';
import { signInLimits } from './migrations/0007-sign-in-limits.ts';
import { serverState } from './migrations/0008-server-state.ts';
import { billVat } from './migrations/0009-bill-vat.ts';
import { failureCodes } from './migrations/0010-failure-codes.ts';
import { serviceKeys } from './migrations/0011-service-keys.ts';
import { callCounts } from './migrations/0012-call-counts.ts';
import { invitesOrder } from './migrations/0013-invites-order.ts';
import { specimenSessions } from './migrations/0014-specimen-sessions.ts';
import { callbackListeners } from './migrations/0015-callback-listeners.ts';
import { proofKeys } from './migrations/0016-proof-keys.ts';
import { cloneProtection } from './migrations/0017-clone-protection.ts';
import { trust } from './migrations/0018-trust.ts';
import { withdrawnProofKeys } from './migrations/0019-withdrawn-proof-keys.ts';
import { branding } from './migrations/0020-branding.ts';
import { usageOverview } from './migrations/0021-usage-overview.ts';
import { sessionSearch } from './migrations/0022-session-search.ts';
import { apiRequests } from './migrations/0023-api-requests.ts';
import { callbackHealth } from './migrations/0024-callback-health.ts';
import { signIns } from './migrations/0025-sign-ins.ts';
import { secondFactors } from './migrations/0026-second-factors.ts';
import { sessionEvents } from './migrations/0027-session-events.ts';
import { failureCauses } from './migrations/0028-failure-causes.ts';
import { passkeys } from './migrations/0029-passkeys.ts';
import { roles } from './migrations/0030-roles.ts';
import { spendingCap } from './migrations/0032-spending-cap.ts';
import { retention } from './migrations/0033-retention.ts';
import { status } from './migrations/0034-status.ts';
import { openedSessions } from './migrations/0035-opened-sessions.ts';
import { returnAddresses } from './migrations/0036-return-addresses.ts';
import { requestsOfSession } from './migrations/0037-requests-of-session.ts';
import { undatedSessions } from './migrations/0038-undated-sessions.ts';
import { erasureKeys } from './migrations/0039-erasure-keys.ts';
import { oldestSchema } from './migrations/0040-oldest-schema.ts';
import { emailChanges } from './migrations/0041-email-changes.ts';
import { hashChainHeads } from './migrations/0042-hash-chain-heads.ts';
import { auditTargets } from './migrations/0043-audit-targets.ts';
import { suspendedAccounts } from './migrations/0044-suspended-accounts.ts';
import { refuseWeak } from './migrations/0045-refuse-weak.ts';
import { isPostgres } from './migrations/columns.ts';

/** Forward only, never edited once released; Kysely runs them in order of name, in one transaction. */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-sessions': sessions,
  '0003-callbacks': callbacks,
  '0004-requests': requests,
  '0005-sign-in-providers': signInProviders,
  '0006-billing': billing,
  '0007-sign-in-limits': signInLimits,
  '0008-server-state': serverState,
  '0009-bill-vat': billVat,
  '0010-failure-codes': failureCodes,
  '0011-service-keys': serviceKeys,
  '0012-call-counts': callCounts,
  '0013-invites-order': invitesOrder,
  '0014-specimen-sessions': specimenSessions,
  '0015-callback-listeners': callbackListeners,
  '0016-proof-keys': proofKeys,
  '0017-clone-protection': cloneProtection,
  '0018-trust': trust,
  '0019-withdrawn-proof-keys': withdrawnProofKeys,
  '0020-branding': branding,
  '0021-usage-overview': usageOverview,
  '0022-session-search': sessionSearch,
  '0023-api-requests': apiRequests,
  '0024-callback-health': callbackHealth,
  '0025-sign-ins': signIns,
  '0026-second-factors': secondFactors,
  '0027-session-events': sessionEvents,
  '0028-failure-causes': failureCauses,
  '0029-passkeys': passkeys,
  '0030-roles': roles,
  '0032-spending-cap': spendingCap,
  '0033-retention': retention,
  '0034-status': status,
  '0035-opened-sessions': openedSessions,
  '0036-return-addresses': returnAddresses,
  '0037-requests-of-session': requestsOfSession,
  '0038-undated-sessions': undatedSessions,
  '0039-erasure-keys': erasureKeys,
  '0040-oldest-schema': oldestSchema,
  '0041-email-changes': emailChanges,
  '0042-hash-chain-heads': hashChainHeads,
  '0043-audit-targets': auditTargets,
  '0044-suspended-accounts': suspendedAccounts,
  '0045-refuse-weak': refuseWeak,
};

/** The name of the newest schema. */
export const SCHEMA = Object.keys(migrations).at(-1)!;

/** The oldest version that keeps working when this one migrates its database to the newest schema. */
const RUNS_BESIDE = '0026-second-factors';

const LOCK_NOT_AVAILABLE = '55P03';
const LOCK_TIMEOUT_MS = 300;
const LOCK_PAUSE_MS = 700;
const MOST_ATTEMPTS = 60;

export interface Schema {
  /** The newest migration of the database. Undefined when there is none. */
  newest: string | undefined;
  /** Migrations that this version would apply. */
  missing: string[];
  /** Migrations applied by newer versions. */
  unknown: string[];
}

/**
 * Migrates the database to the newest schema, or leaves it at the schema of a newer version that supports this one. Returns the
 * names of the applied migrations.
 * @param beside whether processes of an earlier version may be running
 * @throws StartError when this version, or one that may be running, could not use the database
 */
export async function migrate<T>(db: Kysely<T>, beside = true): Promise<string[]> {
  const { newest, unknown } = await readSchema(db);
  if (unknown.length > 0) return [];
  if (beside && newest !== undefined && newest < RUNS_BESIDE)
    throw new StartError(
      `The database is at ${newest}, and a version that old cannot run beside this one. Stop every process of it, run the migrate command, and start again. Nothing was changed.`,
    );
  const provided = isPostgres(db) ? patient(migrations) : migrations;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => provided } });
  for (let attempt = 1; ; attempt++) {
    const { error, results = [] } = await migrator.migrateToLatest();
    if (!error) return results.map((result) => result.migrationName);
    // A newer version may have migrated it first.
    if ((await readSchema(db)).unknown.length > 0) return [];
    if (!isLocked(error)) throw error;
    if (attempt === MOST_ATTEMPTS)
      throw new StartError(
        `The database could not be migrated: for a minute other processes have not let go of its tables (${LOCK_NOT_AVAILABLE}). Nothing was changed. Try again when less is going on.`,
      );
    await pause(LOCK_PAUSE_MS);
  }
}

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

const isLocked = (error: unknown) => error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;

/** @throws StartError when this version cannot run on the database's schema */
export async function readSchema<T>(db: Kysely<T>): Promise<Schema> {
  const executed = await listExecuted(db);
  const names = Object.keys(migrations);
  const schema = {
    newest: executed.at(-1),
    missing: names.filter((name) => !executed.includes(name)),
    unknown: executed.filter((name) => !Object.hasOwn(migrations, name)),
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
    `The database is at ${newest}, and this version knows it up to ${SCHEMA} only${oldest && oldest > SCHEMA ? `: it takes one that knows ${oldest}` : ''}. Start a newer version, or restore the backup from before the upgrade. Nothing was changed.`,
  );
}

async function listExecuted<T>(db: Kysely<T>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}
