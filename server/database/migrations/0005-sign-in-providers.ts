/** Single sign-on: the user of each provider's subject, and the sign-ins in progress. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const signInProviders: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text } = columnTypes(db);
    await db.schema
      .createTable('sign_in_subjects')
      .addColumn('issuer', text, (column) => column.notNull())
      .addColumn('subject', text, (column) => column.notNull())
      .addColumn('user_id', integer, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('sign_in_subjects_primary_key', ['issuer', 'subject'])
      .execute();
    await db.schema.createIndex('sign_in_subjects_user').on('sign_in_subjects').column('user_id').execute();
    await db.schema
      .createTable('sign_in_attempts')
      .addColumn('state_hash', text, (column) => column.primaryKey())
      .addColumn('provider', text, (column) => column.notNull())
      .addColumn('browser_hash', text, (column) => column.notNull())
      .addColumn('expires', text, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('sign_in_attempts_browser')
      .on('sign_in_attempts')
      .columns(['browser_hash', 'provider', 'expires'])
      .execute();
    await db.schema.createIndex('sign_in_attempts_expires').on('sign_in_attempts').column('expires').execute();
  },
};
