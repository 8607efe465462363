/**
 * The calls about a session are found by the session alone. SQLite preferred the primary key to an index that begins with the same
 * account, and read all calls of the account.
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
