/** Finds ended sessions without a date for destroying their identity data, which an older version has ended. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const undatedSessions: Migration = {
  async up(db: Kysely<never>) {
    await sql`create index sessions_undated on sessions (ended) where redacted is null and ended is not null and identity_data_until is null`.execute(
      db,
    );
  },
};
