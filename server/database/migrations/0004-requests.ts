/** Responses stored for idempotency keys, and the settings of local mode. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const requests: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text, bytes } = columnTypes(db);
    await db.schema
      .createTable('idempotency_keys')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('fingerprint', text, (column) => column.notNull())
      .addColumn('status', integer, (column) => column.notNull())
      .addColumn('answer', bytes, (column) => column.notNull())
      .addColumn('expires', text, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('idempotency_keys_expires').on('idempotency_keys').column('expires').execute();
    await db.schema
      .createTable('local_settings')
      .addColumn('name', text, (column) => column.primaryKey())
      .addColumn('value', text, (column) => column.notNull())
      .execute();
  },
};
