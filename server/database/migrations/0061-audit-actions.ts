/** An index by action, in the order of the audit log, so that a rare action's entries are found without reading the others. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const INDEX = sql`audit_entries_action on audit_entries (merchant_id, action, sequence)`;

/**
 * Runs before the migration, outside of its transaction: the log stays writable while the index is built. Otherwise every audited
 * action would wait for it.
 * @throws LOCK_NOT_AVAILABLE while another process builds it
 */
export async function buildAuditIndex<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ state: 'building' | 'valid' | 'invalid' }>`select case
      when exists (select 1 from pg_stat_progress_create_index where relid = 'audit_entries'::regclass) then 'building'
      when indisvalid then 'valid' else 'invalid' end as state
    from pg_index where indexrelid = to_regclass('audit_entries_action')`.execute(db);
  const state = rows[0]?.state;
  if (state === 'building') throw Object.assign(new Error('Another process builds the index'), { code: '55P03' });
  if (state === 'valid') return;
  // A build that was interrupted leaves an index that is kept up to date but never used.
  if (state === 'invalid') await sql`drop index concurrently if exists audit_entries_action`.execute(db);
  await sql`create index concurrently if not exists ${INDEX}`.execute(db);
}

export const auditActions: Migration = {
  async up(db: Kysely<never>) {
    await sql`create index if not exists ${INDEX}`.execute(db);
  },
};
