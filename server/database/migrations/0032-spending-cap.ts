/** A cap on the cost of a billing cycle's sessions, and a counter of that cost, so that creating a session need not read others. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const spendingCap: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text } = columnTypes(db);
    for (const column of ['cycle_cost', 'cap_told'])
      await db.schema
        .alterTable('billing_accounts')
        .addColumn(column, integer, (added) => added.notNull().defaultTo(0))
        .execute();
    await db.schema.alterTable('billing_accounts').addColumn('spending_cap', integer).execute();
    await db.schema.alterTable('billing_accounts').addColumn('cycle_cost_of', text).execute();
    await sql`
      update billing_accounts set cycle_cost_of = cycle_start, cycle_cost = coalesce((
        select sum(billed_sessions.unit_price - billed_sessions.credit) from billed_sessions
        where billed_sessions.merchant_id = billing_accounts.merchant_id
          and billed_sessions.cycle_start = billing_accounts.cycle_start
      ), 0)`.execute(db);
  },
};
