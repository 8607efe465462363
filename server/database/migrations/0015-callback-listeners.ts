/** The accounts that listen for callbacks with `callback.listen`, and the events kept for them. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const callbackListeners: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text } = columnTypes(db);
    await db.schema
      .createTable('callback_listeners')
      .addColumn('merchant_id', integer, (column) => column.primaryKey())
      .addColumn('position', integer, (column) => column.notNull())
      .addColumn('until', text, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('listened_events')
      .addColumn('merchant_id', integer, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addColumn('id', text, (column) => column.notNull())
      .addColumn('created', text, (column) => column.notNull())
      .addColumn('payload', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('listened_events_key', ['merchant_id', 'position'])
      .execute();
    await db.schema.createIndex('listened_events_created').on('listened_events').column('created').execute();
  },
};
