/** A new address takes effect when its code is entered, and the previous one can undo the change. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const emailChanges: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text } = columnTypes(db);
    await db.schema.alterTable('users').addColumn('pending_email', text).execute();
    await db.schema
      .createTable('email_changes')
      .addColumn('code_hash', text, (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('email', text, (column) => column.notNull())
      .addColumn('email_key', text, (column) => column.notNull())
      .addColumn('created', text, (column) => column.notNull())
      .addColumn('expires', text, (column) => column.notNull())
      .execute();
    for (const name of ['user_id', 'email_key', 'expires'])
      await db.schema.createIndex(`email_changes_${name}`).on('email_changes').column(name).execute();
  },
};
