/** What exactly went wrong between reader and chip, in addition to the session's failure code. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const failureCauses: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('sessions').addColumn('failure_cause', columnTypes(db).text).execute();
  },
};
