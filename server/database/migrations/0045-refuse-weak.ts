/** Whether documents with weak algorithms are rejected: for a session, and as an account's default. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const refuseWeak: Migration = {
  async up(db: Kysely<never>) {
    const { integer } = columnTypes(db);
    for (const table of ['sessions', 'merchants'])
      await db.schema
        .alterTable(table)
        .addColumn('refuse_weak', integer, (definition) => definition.notNull().defaultTo(0))
        .execute();
  },
};
