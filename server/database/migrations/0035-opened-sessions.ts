/**
 * When a session's link was opened, stored with the session so that each counts once as opened. Existing events are moved there.
 * Sessions from before the events count if they were started; whether others were opened is unknown.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const openedSessions: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text } = columnTypes(db);
    await db.schema.alterTable('sessions').addColumn('opened', text).execute();
    await sql`
      update sessions set opened = (
        select at from session_events where session_events.session_id = sessions.id and kind = 'OPENED'
      ) where id in (select session_id from session_events where kind = 'OPENED')`.execute(db);
    await sql`delete from session_events where kind = 'OPENED'`.execute(db);
    await db.schema
      .alterTable('usage_days')
      .addColumn('opened', integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`
      insert into usage_days (merchant_id, day, specimen, opened)
      select sessions.merchant_id, substr(sessions.created, 1, 10), specimen_only, count(*)
      from sessions inner join merchants on merchants.id = sessions.merchant_id
      where merchants.deleted is null and (sessions.opened is not null or sessions.initiated is not null)
      group by sessions.merchant_id, substr(sessions.created, 1, 10), specimen_only
      on conflict (merchant_id, day, specimen) do update set opened = excluded.opened`.execute(db);
  },
};
