/** Session search: by the beginning of the reference, failure code, document country, and whether they are specimens. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes, isPostgres } from './columns.ts';

export const sessionSearch: Migration = {
  async up(db: Kysely<never>) {
    const { text } = columnTypes(db);
    await db.schema.alterTable('sessions').addColumn('document_country', text).execute();
    // Sorted by bytes, as in SQLite, so that references with the same prefix are adjacent. This also rebuilds the index.
    if (isPostgres(db)) await sql`alter table sessions alter column reference type text collate "C"`.execute(db);
    // Partial indexes, so that rows they cannot match cost nothing.
    await sql`create index sessions_list_failure on sessions (merchant_id, failure_code, created, id) where failure_code is not null`.execute(
      db,
    );
    await sql`create index sessions_list_country on sessions (merchant_id, document_country, created, id) where document_country is not null`.execute(
      db,
    );
    await sql`create index sessions_list_specimen on sessions (merchant_id, created, id) where specimen = 1`.execute(
      db,
    );
  },
};
