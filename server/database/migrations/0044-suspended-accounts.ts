/** When an operator suspended an account. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const suspendedAccounts: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('merchants').addColumn('suspended', columnTypes(db).text).execute();
  },
};
