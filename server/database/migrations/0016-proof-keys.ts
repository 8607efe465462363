/** The keys that sign proofs. Public keys are kept, so that existing proofs can still be verified. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const proofKeys: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text, bytes } = columnTypes(db);
    await db.schema
      .createTable('proof_keys')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('public_key', text, (column) => column.notNull())
      .addColumn('private_key', bytes)
      .addColumn('is_current', integer, (column) => column.unique())
      .addColumn('created', text, (column) => column.notNull())
      .addColumn('retired', text)
      .execute();
  },
};
