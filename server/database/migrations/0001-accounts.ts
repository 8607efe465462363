/** Accounts: merchants, users and their keys; sign-ins, codes and throttles; email, audit log and daily usage. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const accounts: Migration = {
  async up(db: Kysely<never>) {
    await createUsers(db);
    await createAuth(db);
    await createRecords(db);
  },
};

async function createUsers(db: Kysely<never>): Promise<void> {
  const { integer, text, bytes } = columnTypes(db);
  await db.schema
    .createTable('merchants')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('name', text)
    .addColumn('billing_state', text, (column) => column.notNull().defaultTo('TRIAL'))
    .addColumn('reference', text)
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('deleted', text)
    .addColumn('audit_sequence', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('audit_hash', text, (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createTable('users')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('merchant_id', integer, (column) => column.notNull().references('merchants.id'))
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('email', text)
    .addColumn('email_key', text, (column) => column.unique())
    .addColumn('email_verified', integer, (column) => column.notNull())
    .addColumn('alias', text, (column) => column.notNull())
    .addColumn('name', text)
    .addColumn('locale', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('last_used', text)
    .execute();
  await db.schema.createIndex('users_merchant').on('users').columns(['merchant_id', 'created']).execute();
  await db.schema
    .createTable('service_keys')
    .addColumn('user_id', integer, (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('public_key', text, (column) => column.notNull().unique())
    .addColumn('secret_hash', bytes, (column) => column.notNull())
    .addColumn('previous_secret_hash', bytes)
    .addColumn('previous_expires', text)
    .execute();
  await db.schema
    .createTable('invites')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('merchant_id', integer, (column) => column.notNull().references('merchants.id'))
    .addColumn('token_hash', text, (column) => column.notNull().unique())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('expires', text, (column) => column.notNull())
    .addColumn('used', text)
    .execute();
  await db.schema.createIndex('invites_merchant').on('invites').column('merchant_id').execute();
  await db.schema.createIndex('invites_expires').on('invites').column('expires').execute();
}

async function createAuth(db: Kysely<never>): Promise<void> {
  const { integer, text } = columnTypes(db);
  await db.schema
    .createTable('passwords')
    .addColumn('user_id', integer, (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('hash', text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('credentials')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('expires', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('credentials_user').on('credentials').column('user_id').execute();
  await db.schema.createIndex('credentials_expires').on('credentials').column('expires').execute();
  await db.schema
    .createTable('tokens')
    .addColumn('hash', text, (column) => column.primaryKey())
    .addColumn('credential_id', integer, (column) => column.notNull().references('credentials.id').onDelete('cascade'))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('expires', text, (column) => column.notNull())
    .addColumn('replaced', text)
    .execute();
  await db.schema.createIndex('tokens_credential').on('tokens').column('credential_id').execute();
  await db.schema
    .createTable('codes')
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('hash', text, (column) => column.notNull())
    .addColumn('attempts', integer, (column) => column.notNull())
    .addColumn('expires', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('codes_primary_key', ['purpose', 'subject'])
    .execute();
  await db.schema.createIndex('codes_expires').on('codes').column('expires').execute();
  await db.schema
    .createTable('throttles')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('attempts', integer, (column) => column.notNull())
    .addColumn('resets', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('throttles_resets').on('throttles').column('resets').execute();
}

async function createRecords(db: Kysely<never>): Promise<void> {
  const { integer, text, bytes } = columnTypes(db);
  await db.schema
    .createTable('mails')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('recipient', text, (column) => column.notNull())
    .addColumn('template', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('html', text, (column) => column.notNull())
    .addColumn('sealed', bytes)
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('attempts', integer, (column) => column.notNull())
    .addColumn('next_attempt', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('mails_due')
    .on('mails')
    .column('next_attempt')
    .where(sql.ref('state'), '=', sql.lit('PENDING'))
    .execute();
  await db.schema.createIndex('mails_created').on('mails').column('created').execute();
  await db.schema
    .createTable('audit_entries')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('merchant_id', integer, (column) => column.notNull())
    .addColumn('sequence', integer, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('actor', text, (column) => column.notNull())
    .addColumn('user_id', integer)
    .addColumn('target_id', integer)
    .addColumn('request_id', text)
    .addColumn('hash', text, (column) => column.notNull())
    .addUniqueConstraint('audit_entries_sequence', ['merchant_id', 'sequence'])
    .execute();
  await db.schema
    .createTable('usage_days')
    .addColumn('merchant_id', integer, (column) => column.notNull())
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('created', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('approved', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('rejected', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('failed', integer, (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('usage_days_primary_key', ['merchant_id', 'day'])
    .execute();
}
