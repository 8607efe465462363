/** The outbox of callbacks, their attempts and the accounts' signing secrets. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const callbacks: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text, bytes } = columnTypes(db);
    await db.schema
      .createTable('callbacks')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('merchant_id', integer, (column) => column.notNull())
      .addColumn('session_id', integer, (column) => column.notNull())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('url', text, (column) => column.notNull())
      .addColumn('session_state', text, (column) => column.notNull())
      .addColumn('payload', text, (column) => column.notNull())
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('created', text, (column) => column.notNull())
      .addColumn('next_attempt', text)
      .addColumn('attempts', integer, (column) => column.notNull().defaultTo(0))
      .addColumn('attempts_left', integer, (column) => column.notNull())
      .execute();
    // The outbox: by account first, so that finding an account's next event skips the backlog of the others.
    await sql`create index callbacks_due on callbacks (merchant_id, next_attempt) where state = 'PENDING'`.execute(db);
    await db.schema.createIndex('callbacks_list').on('callbacks').columns(['merchant_id', 'created', 'id']).execute();
    await db.schema
      .createIndex('callbacks_list_state')
      .on('callbacks')
      .columns(['merchant_id', 'state', 'created', 'id'])
      .execute();
    await db.schema
      .createIndex('callbacks_list_session')
      .on('callbacks')
      .columns(['merchant_id', 'session_id', 'created', 'id'])
      .execute();

    await db.schema
      .createTable('callback_attempts')
      .addColumn('callback_id', text, (column) => column.notNull())
      .addColumn('number', integer, (column) => column.notNull())
      .addColumn('created', text, (column) => column.notNull())
      .addColumn('duration_ms', integer, (column) => column.notNull())
      .addColumn('status_code', integer)
      .addColumn('error', text)
      .addPrimaryKeyConstraint('callback_attempts_key', ['callback_id', 'number'])
      .execute();
    await db.schema
      .createTable('callback_secrets')
      .addColumn('merchant_id', integer, (column) => column.primaryKey())
      .addColumn('secret', bytes, (column) => column.notNull())
      .addColumn('created', text, (column) => column.notNull())
      .addColumn('previous_secret', bytes)
      .addColumn('previous_expires', text)
      .execute();
  },
};
