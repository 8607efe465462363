/** Whether a document must prove that its chip is no copy: of a session, and as the default of an account. */
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
