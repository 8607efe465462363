/** Whether a document's chip must prove that it is the original: for a session, and as an account's default. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const cloneProtection: Migration = {
  async up(db: Kysely<never>) {
    const { integer } = columnTypes(db);
    for (const [table, column] of [
      ['sessions', 'require_clone_protection'],
      ['sessions', 'chip_authentications'],
      ['merchants', 'require_clone_protection'],
    ] as const) {
      await db.schema
        .alterTable(table)
        .addColumn(column, integer, (definition) => definition.notNull().defaultTo(0))
        .execute();
    }
  },
};
