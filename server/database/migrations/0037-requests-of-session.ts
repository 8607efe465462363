/**
 * An index that finds the calls about a session by session alone. With the account in front, SQLite preferred the primary key and
 * read all of the account's calls.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const requestsOfSession: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.dropIndex('api_requests_session').execute();
    await sql`create index api_requests_session on api_requests (session_id, request_id) where session_id is not null`.execute(
      db,
    );
  },
};
