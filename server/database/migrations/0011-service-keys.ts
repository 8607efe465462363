/**
 * Looking up an API key, the first step of most calls, reads a single row: it includes the account, and SQLite stores the table
 * in order of public keys.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes, isPostgres } from './columns.ts';

const COLUMNS = sql`public_key, user_id, merchant_id, secret_hash, previous_secret_hash, previous_expires`;

export const serviceKeys: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text, bytes } = columnTypes(db);
    let table = db.schema
      .createTable('service_keys_by_public_key')
      .addColumn('public_key', text, (column) => column.primaryKey().notNull())
      .addColumn('user_id', integer, (column) => column.notNull().unique().references('users.id').onDelete('cascade'))
      .addColumn('merchant_id', integer, (column) => column.notNull().references('merchants.id'))
      .addColumn('secret_hash', bytes, (column) => column.notNull())
      .addColumn('previous_secret_hash', bytes)
      .addColumn('previous_expires', text);
    if (!isPostgres(db)) table = table.modifyEnd(sql`without rowid`);
    await table.execute();
    await sql`insert into service_keys_by_public_key (${COLUMNS})
      select ${COLUMNS} from service_keys join users on users.id = service_keys.user_id`.execute(db);
    await db.schema.dropTable('service_keys').execute();
    await db.schema.alterTable('service_keys_by_public_key').renameTo('service_keys').execute();
  },
};
