/** What end users see of an account: its colour, its logo, and the language of its sessions. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const branding: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text, bytes } = columnTypes(db);
    for (const [table, column] of [
      ['merchants', 'brand_color'],
      ['merchants', 'default_locale'],
      ['sessions', 'locale'],
    ] as const) {
      await db.schema.alterTable(table).addColumn(column, text).execute();
    }
    await db.schema
      .createTable('merchant_logos')
      .addColumn('merchant_id', integer, (column) => column.primaryKey())
      .addColumn('sha256', text, (column) => column.notNull())
      .addColumn('png', bytes, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('merchant_logos_sha256').on('merchant_logos').column('sha256').execute();
  },
};
