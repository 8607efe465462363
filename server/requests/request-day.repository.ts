/** The partitions of the request log on PostgreSQL: one for each day, one for all calls before the first day, and one for the rest. */
import { sql } from 'kysely';
import type { Db, Trx } from '../database/database.ts';

export interface Part {
  table: string;
  /** The first id after the partition. Absent for the partition that takes all other calls. */
  end: string | undefined;
  is_day: boolean;
}

export interface Day {
  table: string;
  start: string;
  end: string;
}

const LOCK_NOT_AVAILABLE = '55P03';

export async function listParts(db: Db): Promise<Part[]> {
  const { rows } = await sql<{ table: string; bound: string }>`
    select child.relname as "table", pg_get_expr(child.relpartbound, child.oid) as bound
    from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'api_requests'::regclass`.execute(db);
  return rows.map(({ table, bound }) => ({
    table,
    end: /TO \('(req_[0-9a-f]{12})'\)/.exec(bound)?.[1],
    is_day: /FROM \('/.test(bound),
  }));
}

/**
 * Locks the partition that takes all other calls, so that transactions that write to the log wait until the commit. Fails if the
 * lock is not free within 300 ms: see `isLocked`.
 */
export async function lockParts(db: Trx): Promise<void> {
  await sql`set local lock_timeout = 300`.execute(db);
  await sql`lock table api_requests_default in access exclusive mode`.execute(db);
}

export const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;

/** Creates a day's partition, and moves to it the calls of that day that were written before it existed. */
export async function insertDay(db: Trx, { table, start, end }: Day): Promise<void> {
  const day = sql.table(table);
  await sql`create table ${day} (like api_requests including all)`.execute(db);
  await sql`with moved as (
      delete from api_requests_default where request_id >= ${start} and request_id < ${end} returning *
    ) insert into ${day} select * from moved`.execute(db);
  await sql`alter table api_requests attach partition ${day} for values from (${sql.lit(start)}) to (${sql.lit(end)})`.execute(
    db,
  );
}

export const dropPart = async (db: Trx, { table }: Part): Promise<void> =>
  void (await sql`drop table ${sql.table(table)}`.execute(db));
