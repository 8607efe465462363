/** Sessions for specimen documents only, and how many of them an account has created per day. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const specimenSessions: Migration = {
  async up(db: Kysely<never>) {
    const { integer } = columnTypes(db);
    await db.schema
      .alterTable('sessions')
      .addColumn('specimen_only', integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('usage_days')
      .addColumn('specimens', integer, (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
