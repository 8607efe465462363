/** The addresses that an account allows its end users to be redirected to. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const returnAddresses: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('merchants').addColumn('return_addresses', columnTypes(db).text).execute();
  },
};
