/** What a sign-in shows about itself, and when its user last proved their presence. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const signIns: Migration = {
  async up(db: Kysely<never>) {
    const { text } = columnTypes(db);
    await db.schema.alterTable('credentials').addColumn('user_agent', text).execute();
    await db.schema.alterTable('credentials').addColumn('last_used', text).execute();
    await db.schema.alterTable('credentials').addColumn('proven', text).execute();
    await sql`update credentials set last_used = created, proven = created`.execute(db);
  },
};
