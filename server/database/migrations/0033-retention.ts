/** How long an account keeps identity data, a setting that its sessions copy, and when each session's data is to be destroyed. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes, isPostgres } from './columns.ts';

export const retention: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text } = columnTypes(db);
    for (const table of ['merchants', 'sessions'])
      await db.schema
        .alterTable(table)
        .addColumn('retention_hours', integer, (column) => column.notNull().defaultTo(24))
        .execute();
    await db.schema.alterTable('sessions').addColumn('identity_data_until', text).execute();
    const aDayLater = isPostgres(db)
      ? sql`to_char((ended::timestamptz + interval '24 hours') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : sql`strftime('%Y-%m-%dT%H:%M:%fZ', ended, '+24 hours')`;
    await sql`update sessions set identity_data_until = ${aDayLater} where redacted is null and ended is not null`.execute(
      db,
    );
    await db.schema.dropIndex('sessions_to_redact').execute();
    await sql`create index sessions_to_redact on sessions (identity_data_until) where redacted is null and identity_data_until is not null`.execute(
      db,
    );
  },
};
