/**
 * Names the erasure key that encrypts a session's key. A version without erasure keys may run beside this one for a day and
 * cannot read what they encrypt, so in an existing database they are used from the following day.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

const OVERLAP_MS = 24 * 3_600_000;

export const erasureKeys: Migration = {
  async up(db: Kysely<never>) {
    const { text } = columnTypes(db);
    await db.schema.alterTable('session_keys').addColumn('erasure_key', text).execute();
    await sql`create index session_keys_erasure on session_keys (erasure_key) where erasure_key is not null`.execute(
      db,
    );
    const from = Buffer.from(new Date(Date.now() + OVERLAP_MS).toISOString());
    await sql`insert into server_state (name, value) select 'erasure_from', ${from} where exists (select 1 from sessions)`.execute(
      db,
    );
  },
};
