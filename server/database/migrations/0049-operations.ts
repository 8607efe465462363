/** The trace of the call that caused an event. The event's callbacks continue this trace. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const operations: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table callbacks add column traceparent text`.execute(db);
    await sql`alter table account_events add column traceparent text`.execute(db);
  },
};
