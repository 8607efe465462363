/** Finds the ended sessions that have no date for the destruction of their identity data: a version without dates has ended them. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const undatedSessions: Migration = {
  async up(db: Kysely<never>) {
    await sql`create index sessions_undated on sessions (ended) where redacted is null and ended is not null and identity_data_until is null`.execute(
      db,
    );
  },
};
