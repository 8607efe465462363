/** What each person may do in the account. Existing users keep all permissions. API keys have no role. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const roles: Migration = {
  async up(db: Kysely<never>) {
    const { text } = columnTypes(db);
    await db.schema.alterTable('users').addColumn('role', text).execute();
    await sql`update users set role = 'owner' where type <> 'SERVICE'`.execute(db);
    await db.schema
      .alterTable('invites')
      .addColumn('role', text, (column) => column.notNull().defaultTo('developer'))
      .execute();
  },
};
