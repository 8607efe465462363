/** Authenticator apps, recovery codes, and accounts that require a second factor of everyone. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const secondFactors: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text, bytes } = columnTypes(db);
    await db.schema
      .createTable('totps')
      .addColumn('user_id', integer, (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('secret', bytes)
      .addColumn('pending_secret', bytes)
      .addColumn('created', text, (column) => column.notNull())
      .addColumn('last_step', integer, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('recovery_codes')
      .addColumn('hash', text, (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .execute();
    await db.schema.createIndex('recovery_codes_user').on('recovery_codes').column('user_id').execute();
    for (const [table, name] of [
      ['credentials', 'second_factor'],
      ['merchants', 'require_second_factor'],
    ] as const)
      await db.schema
        .alterTable(table)
        .addColumn(name, integer, (column) => column.notNull().defaultTo(0))
        .execute();
    // Sign-ins with a provider count as two factors.
    await sql`update credentials set second_factor = 1
      where user_id in (select id from users where type in ('GOOGLE', 'MICROSOFT'))`.execute(db);
  },
};
