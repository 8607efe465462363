/**
 * Counts for an account's overview: every state, specimen sessions separately, and the breakdown of each day. Everything is
 * recounted from the sessions. Platforms and document countries were not stored, and count only from here on.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes, isPostgres } from './columns.ts';

const STATES = ['initiated', 'completed', 'approved', 'rejected', 'failed', 'aborted'];

export const usageOverview: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text } = columnTypes(db);
    await db.schema.dropTable('usage_days').execute();
    let days = db.schema
      .createTable('usage_days')
      .addColumn('merchant_id', integer, (column) => column.notNull())
      .addColumn('day', text, (column) => column.notNull())
      .addColumn('specimen', integer, (column) => column.notNull().defaultTo(0));
    for (const field of ['created', ...STATES])
      days = days.addColumn(field, integer, (column) => column.notNull().defaultTo(0));
    await days.addPrimaryKeyConstraint('usage_days_key', ['merchant_id', 'day', 'specimen']).execute();
    await db.schema
      .createTable('usage_parts')
      .addColumn('merchant_id', integer, (column) => column.notNull())
      .addColumn('day', text, (column) => column.notNull())
      .addColumn('specimen', integer, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('count', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('usage_parts_key', ['merchant_id', 'day', 'specimen', 'kind', 'name'])
      // A day is read as a whole, so its rows are stored next to each other.
      .$call((table) => (isPostgres(db) ? table : table.modifyEnd(sql`without rowid`)))
      .execute();
    await countDays(db);
    await countParts(db);
  },
};

/** Sessions of existing accounts. The counts of deleted accounts were deleted with them. */
const COUNTED = sql`sessions inner join merchants on merchants.id = sessions.merchant_id where merchants.deleted is null`;
const DAY = sql`substr(sessions.created, 1, 10)`;

async function countDays(db: Kysely<never>): Promise<void> {
  const how = (condition: string) => sql`sum(case when ${sql.raw(condition)} then 1 else 0 end)`;
  await sql`
    insert into usage_days (merchant_id, day, specimen, created, initiated, completed, approved, rejected, failed, aborted)
    select merchant_id, ${DAY}, specimen_only, count(*), ${how('initiated is not null')},
      ${how(`state in ('COMPLETED', 'APPROVED', 'REJECTED')`)}, ${how(`state = 'APPROVED'`)}, ${how(`state = 'REJECTED'`)},
      ${how(`state = 'FAILED'`)}, ${how(`state = 'ABORTED'`)}
    from ${COUNTED} group by merchant_id, ${DAY}, specimen_only`.execute(db);
}

async function countParts(db: Kysely<never>): Promise<void> {
  const count = (kind: string, name: RawBuilder<unknown>, which: string) =>
    sql`
      insert into usage_parts (merchant_id, day, specimen, kind, name, count)
      select merchant_id, ${DAY}, specimen_only, cast(${kind} as text), ${name}, count(*)
      from ${COUNTED} and ${sql.raw(which)}
      group by merchant_id, ${DAY}, specimen_only, ${name}`.execute(db);
  await count('failure', sql`failure_code`, `state = 'FAILED' and failure_code is not null`);
  await count('rejection', sql`failure_code`, `state = 'REJECTED' and failure_code is not null`);
  await count('result_time', spanIn(db), `state in ('APPROVED', 'REJECTED')`);
}

/** Eight buckets per doubling of the seconds, up to 17 doublings: what `sessions/usage/result-time.ts` counted when this was written. */
function spanIn(db: Kysely<never>): RawBuilder<unknown> {
  const ms = isPostgres(db)
    ? '(extract(epoch from ended::timestamptz - sessions.created::timestamptz) * 1000)'
    : 'cast(round((julianday(ended) - julianday(sessions.created)) * 86400000) as integer)';
  const spans = Array.from({ length: 17 * 8 }, (_, span) => Math.ceil(1000 * 2 ** ((span + 1) / 8)));
  return sql.raw(`case ${spans.map((end, span) => `when ${ms} < ${end} then '${span}'`).join(' ')} else '136' end`);
}
