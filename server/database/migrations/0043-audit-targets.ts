/** Makes audit entries searchable by target, and lets them state an operator's reason. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const auditTargets: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('audit_entries').addColumn('reason', columnTypes(db).text).execute();
    await sql`create index audit_entries_target on audit_entries (target_id) where target_id is not null`.execute(db);
  },
};
