/** Where an audited call came from: a coarse network and the kind of device, never an address. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const auditOrigin: Migration = {
  async up(db: Kysely<never>) {
    for (const column of ['network', 'browser', 'system'])
      await sql`alter table audit_entries add column ${sql.ref(column)} text`.execute(db);
  },
};
