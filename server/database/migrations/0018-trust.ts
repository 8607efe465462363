/** The trust material that operators have imported, and who imported it when. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const trust: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text, bytes } = columnTypes(db);
    await db.schema
      .createTable('trust_sources')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('sha256', text, (column) => column.notNull())
      .addColumn('country', text)
      .addColumn('dated', text)
      .addColumn('signer', text)
      .addColumn('root', bytes)
      .addColumn('imported', text, (column) => column.notNull())
      .addColumn('imported_by', text, (column) => column.notNull())
      .addUniqueConstraint('trust_sources_name', ['name', 'kind'])
      .execute();
    await db.schema
      .createTable('trust_objects')
      .addColumn('source_id', integer, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('dn', text)
      .addColumn('serial_number', text)
      .addColumn('key_id', text)
      .addColumn('content', bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('trust_objects_key', ['source_id', 'position'])
      .execute();
    await db.schema.createIndex('trust_objects_serial').on('trust_objects').column('serial_number').execute();
    await db.schema.createIndex('trust_objects_key_id').on('trust_objects').column('key_id').execute();
    await db.schema.createIndex('trust_objects_dn').on('trust_objects').column('dn').execute();
    await db.schema
      .createTable('trust_log')
      .addColumn('sequence', integer, (column) => column.primaryKey())
      .addColumn('created', text, (column) => column.notNull())
      .addColumn('action', text, (column) => column.notNull())
      .addColumn('actor', text, (column) => column.notNull())
      .addColumn('kind', text)
      .addColumn('name', text)
      .addColumn('sha256', text)
      .addColumn('details', text, (column) => column.notNull())
      .addColumn('hash', text, (column) => column.notNull())
      .execute();
  },
};
