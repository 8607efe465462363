/** Says which versions may run on the schema of a database: those that know the migration of this name. */
import { type Kysely, sql } from 'kysely';

/**
 * Called by the migration that contracts: it drops, renames or alters what the versions before this one read or write. Such a version
 * stops at its next start instead of failing in the middle of a call.
 */
export async function setOldestSchema(db: Kysely<never>, name: string): Promise<void> {
  await sql`insert into server_state (name, value) values ('oldest_schema', ${Buffer.from(name)})
    on conflict (name) do update set value = excluded.value`.execute(db);
}
