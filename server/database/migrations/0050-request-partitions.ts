/**
 * On PostgreSQL the request log has a partition for each day, so that a day is dropped at once and its rows need not be deleted one
 * by one. Earlier rows are in one partition, which ends within two days of the migration; the service creates and drops the later
 * ones.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { firstIdAt, timeOfRequest } from '../../core/request-id.ts';
import { isPostgres } from './columns.ts';

const DAY_MS = 86_400_000;

/**
 * Runs before the migration, outside of its transaction: verifies that all rows are before the first day with its own partition.
 * The log stays in use meanwhile. Without this, the log would be locked while all its rows are read to attach it as a partition.
 */
export async function boundRequests<T>(db: Kysely<T>): Promise<void> {
  const before = await verifiedBound(db);
  if (before && timeOfRequest(before) > Date.now() + DAY_MS) return;
  const { rows } = await sql<{ newest: string | null }>`select max(request_id) as newest from api_requests`.execute(db);
  // If the clock was ahead, the newest row may be later than now.
  const newest = rows[0]?.newest ? timeOfRequest(rows[0].newest) : 0;
  const bound = sql.lit(dayAfterTomorrow(Math.max(Date.now(), newest)));
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = 300`.execute(trx);
    await sql`alter table api_requests drop constraint if exists api_requests_bound`.execute(trx);
    await sql`alter table api_requests add constraint api_requests_bound check (request_id < ${bound}) not valid`.execute(
      trx,
    );
  });
  await sql`alter table api_requests validate constraint api_requests_bound`.execute(db);
}

export const requestPartitions: Migration = {
  async up(db: Kysely<never>) {
    if (!isPostgres(db)) return;
    const bound = sql.lit((await verifiedBound(db)) ?? dayAfterTomorrow(Date.now()));
    for (const statement of [
      sql`lock table api_requests in access exclusive mode`,
      sql`alter table api_requests rename constraint api_requests_key to api_requests_before_key`,
      sql`alter index api_requests_refused rename to api_requests_before_refused`,
      sql`alter index api_requests_session rename to api_requests_before_session`,
      sql`alter table api_requests rename to api_requests_before`,
      sql`create table api_requests (like api_requests_before) partition by range (request_id)`,
      sql`alter table api_requests add constraint api_requests_key primary key (merchant_id, request_id)`,
      sql`create index api_requests_refused on api_requests (merchant_id, request_id) where status >= 400`,
      sql`create index api_requests_session on api_requests (session_id, request_id) where session_id is not null`,
      sql`alter table api_requests attach partition api_requests_before for values from (minvalue) to (${bound})`,
      // No call may be lost because a day has no partition yet.
      sql`create table api_requests_default partition of api_requests default`,
    ])
      await statement.execute(db);
  },
};

const dayAfterTomorrow = (ms: number): string => firstIdAt((Math.floor(ms / DAY_MS) + 2) * DAY_MS);

async function verifiedBound<T>(db: Kysely<T>): Promise<string | undefined> {
  const { rows } = await sql<{ definition: string }>`select pg_get_constraintdef(oid) as definition
    from pg_constraint where conname = 'api_requests_bound' and convalidated and conrelid = 'api_requests'::regclass`.execute(
    db,
  );
  return /'(req_[0-9a-f]{12})'/.exec(rows[0]?.definition ?? '')?.[1];
}
