import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const linkNetworks: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table sessions add column link_network text`.execute(db);
  },
};
