/** Records which versions can use the database's schema: those that know a certain migration. */
import { type Kysely, sql } from 'kysely';

/**
 * Called by a migration that drops, renames or alters something that earlier versions read or write. Such a version then stops at
 * its next start instead of failing during a call.
 */
export async function setOldestSchema<T>(db: Kysely<T>, name: string): Promise<void> {
  await sql`insert into server_state (name, value) values ('oldest_schema', ${Buffer.from(name)})
    on conflict (name) do update set value = excluded.value`.execute(db);
}
