/** The daily status of each part of the service, and the public notes about incidents. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const status: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text } = columnTypes(db);
    await db.schema
      .createTable('status_days')
      .addColumn('component', text, (column) => column.notNull())
      .addColumn('day', text, (column) => column.notNull())
      .addColumn('samples', integer, (column) => column.notNull())
      .addColumn('degraded', integer, (column) => column.notNull())
      .addColumn('down', integer, (column) => column.notNull())
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('sampled', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('status_days_key', ['component', 'day'])
      .execute();
    await db.schema
      .createTable('status_notes')
      .addColumn('sequence', integer, (column) => column.primaryKey())
      .addColumn('incident', integer, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('component', text)
      .addColumn('created', text, (column) => column.notNull())
      .addColumn('text_en', text, (column) => column.notNull())
      .addColumn('text_es', text, (column) => column.notNull())
      .addColumn('actor', text, (column) => column.notNull())
      .addColumn('hash', text, (column) => column.notNull())
      .execute();
  },
};
