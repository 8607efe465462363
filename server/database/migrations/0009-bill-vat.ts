/** The VAT rule that a bill followed, and why its last charge failed. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const billVat: Migration = {
  async up(db: Kysely<never>) {
    const { text } = columnTypes(db);
    await db.schema.alterTable('bills').addColumn('vat_category', text).execute();
    await db.schema.alterTable('bills').addColumn('failure_code', text).execute();
    // Inferred from the rate: without a number, only customers outside the EU paid no VAT.
    await sql`
      update bills set vat_category = case
        when vat_rate > 0 then 'STANDARD'
        when vat_number is not null then 'REVERSE_CHARGE'
        else 'OUT_OF_SCOPE'
      end
      where country is not null`.execute(db);
  },
};
