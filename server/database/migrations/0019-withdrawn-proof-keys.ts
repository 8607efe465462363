/** Withdrawn proof keys: nothing they have signed may be trusted. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const withdrawnProofKeys: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('proof_keys').addColumn('withdrawn', columnTypes(db).text).execute();
  },
};
