/** Session events that are not in the session's row: the link was opened, the chip was asked to authenticate, files were read. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const sessionEvents: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text } = columnTypes(db);
    await db.schema
      .createTable('session_events')
      .addColumn('session_id', integer, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('at', text, (column) => column.notNull())
      .addColumn('files', text)
      .addPrimaryKeyConstraint('session_events_key', ['session_id', 'kind'])
      .execute();
  },
};
