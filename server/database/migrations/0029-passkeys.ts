/** Passkeys and their challenges. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const passkeys: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text, bytes } = columnTypes(db);
    await db.schema
      .createTable('passkeys')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('credential_id', text, (column) => column.notNull().unique())
      .addColumn('public_key', bytes, (column) => column.notNull())
      .addColumn('counter', integer, (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('created', text, (column) => column.notNull())
      .addColumn('last_used', text)
      .execute();
    await db.schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute();
    await db.schema
      .createTable('passkey_challenges')
      .addColumn('hash', text, (column) => column.primaryKey())
      .addColumn('browser_hash', text, (column) => column.notNull())
      .addColumn('purpose', text, (column) => column.notNull())
      .addColumn('user_id', integer)
      .addColumn('expires', text, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('passkey_challenges_expires').on('passkey_challenges').column('expires').execute();
  },
};
