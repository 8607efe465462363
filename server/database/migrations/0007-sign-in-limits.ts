/** Leaky-bucket counters instead of windows, and invitations bound to an address and to the user who created them. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const signInLimits: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text } = columnTypes(db);
    await db.schema.dropTable('throttles').execute();
    await db.schema
      .createTable('throttles')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('empty_at', integer, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('throttles_empty_at').on('throttles').column('empty_at').execute();
    await db.schema.alterTable('codes').dropColumn('attempts').execute();

    for (const [name, type] of [
      ['email', text],
      ['email_key', text],
      ['user_id', integer],
      ['revoked', text],
    ] as const) {
      await db.schema.alterTable('invites').addColumn(name, type).execute();
    }
    // The recipients of existing open invitations are unknown, so these can no longer be accepted and appear as expired.
    await sql`update invites set expires = created where used is null`.execute(db);
    await normalizeEmailKeys(db);
  },
};

/** Normalizes full-width and other look-alike letters, unless the resulting address is registered too. */
async function normalizeEmailKeys(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ id: number; email_key: string }>`
    select id, email_key from users where email_key is not null`.execute(db);
  for (const { id, email_key } of rows) {
    const normal = email_key.normalize('NFKC').toLowerCase();
    if (normal === email_key) continue;
    await sql`update users set email_key = ${normal} where id = ${id}
      and not exists (select 1 from users where email_key = ${normal})`.execute(db);
  }
}
