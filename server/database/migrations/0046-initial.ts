/** The whole schema, as the migrations up to `0045-refuse-weak` left it. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';
import { accountTables } from './initial/accounts.ts';
import { billingTables } from './initial/billing.ts';
import { callbackTables } from './initial/callbacks.ts';
import { recordTables } from './initial/records.ts';
import { sessionTables } from './initial/sessions.ts';
import { setOldestSchema } from './oldest-schema.ts';

export const initial: Migration = {
  async up(db: Kysely<never>) {
    for (const tables of [accountTables, sessionTables, callbackTables, billingTables, recordTables])
      for (const statement of tables(columnTypes(db))) await statement.execute(db);
    await sql`insert into hash_chain_heads (chain, sequence, hash, found)
      values ('trust', 0, '', 0), ('incidents', 0, '', 0)`.execute(db);
    await setOldestSchema(db, '0046-initial');
  },
};
