/** The service's own state: proof of its key, and the row used to check whether the database accepts writes. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const serverState: Migration = {
  async up(db: Kysely<never>) {
    const { text, bytes } = columnTypes(db);
    await db.schema
      .createTable('server_state')
      .addColumn('name', text, (column) => column.primaryKey())
      .addColumn('value', bytes, (column) => column.notNull())
      .execute();
  },
};
