/** The delivery health of callbacks for each host: daily counts, response times, and the start of a series of failures. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const callbackHealth: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text } = columnTypes(db);
    await db.schema
      .alterTable('callbacks')
      .addColumn('resent', integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('callback_days')
      .addColumn('merchant_id', integer, (column) => column.notNull())
      .addColumn('host', text, (column) => column.notNull())
      .addColumn('day', text, (column) => column.notNull())
      .addColumn('delivered', integer, (column) => column.notNull())
      .addColumn('delivered_at_first', integer, (column) => column.notNull())
      .addColumn('failed', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('callback_days_key', ['merchant_id', 'host', 'day'])
      .execute();
    await db.schema
      .createTable('callback_answer_times')
      .addColumn('merchant_id', integer, (column) => column.notNull())
      .addColumn('host', text, (column) => column.notNull())
      .addColumn('day', text, (column) => column.notNull())
      .addColumn('ms', integer, (column) => column.notNull())
      .addColumn('answers', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('callback_answer_times_key', ['merchant_id', 'host', 'day', 'ms'])
      .execute();
    await db.schema
      .createTable('callback_endpoints')
      .addColumn('merchant_id', integer, (column) => column.notNull())
      .addColumn('host', text, (column) => column.notNull())
      .addColumn('failures', integer, (column) => column.notNull())
      .addColumn('failing_since', text)
      .addColumn('last_failure', text)
      .addColumn('last_status', integer)
      .addColumn('last_error', text)
      .addColumn('alerted', text)
      .addPrimaryKeyConstraint('callback_endpoints_key', ['merchant_id', 'host'])
      .execute();
  },
};
