/** How many calls were made under each limit, so that processes share their counts. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const callCounts: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text } = columnTypes(db);
    await db.schema
      .createTable('call_counts')
      .addColumn('id', text, (column) => column.notNull())
      .addColumn('window_start', integer, (column) => column.notNull())
      .addColumn('calls', integer, (column) => column.notNull())
      .addColumn('expires', integer, (column) => column.notNull())
      .addColumn('changed', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('call_counts_key', ['id', 'window_start'])
      .execute();
    await db.schema.createIndex('call_counts_changed').on('call_counts').column('changed').execute();
    await db.schema.createIndex('call_counts_expires').on('call_counts').column('expires').execute();
  },
};
