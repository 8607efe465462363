/**
 * The calls made with API keys. Ids sort by time, so the primary key serves for listing, lookup and deletion by age. A successful
 * call costs one entry in it, and another one if it concerns a session.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes, isPostgres } from './columns.ts';

export const apiRequests: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text } = columnTypes(db);
    const table = db.schema
      .createTable('api_requests')
      .addColumn('merchant_id', integer, (column) => column.notNull())
      .addColumn('request_id', text, (column) => column.notNull())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('operation', text, (column) => column.notNull())
      .addColumn('status', integer, (column) => column.notNull())
      .addColumn('code', text)
      .addColumn('duration_ms', integer, (column) => column.notNull())
      .addColumn('session_id', integer)
      .addPrimaryKeyConstraint('api_requests_key', ['merchant_id', 'request_id']);
    await (isPostgres(db) ? table : table.modifyEnd(sql`without rowid`)).execute();
    await sql`create index api_requests_session on api_requests (merchant_id, session_id, request_id) where session_id is not null`.execute(
      db,
    );
    await sql`create index api_requests_refused on api_requests (merchant_id, request_id) where status >= 400`.execute(
      db,
    );
  },
};
