/** The balance that an account carries from one bill to the next: the sum of its entries. The customer owes a positive balance. */
import type { Insertable } from 'kysely';
import type { Db } from '../../database/database.ts';
import { run } from '../../database/rows.ts';
import type { Micros } from '../terms/money.ts';
import type { BalanceEntryTable } from './billing.table.ts';

/** Lock the account first, so that no two bills settle the same balance. */
export const insertBalanceEntry = (db: Db, entry: Insertable<BalanceEntryTable>): Promise<void> =>
  run(db.insertInto('balance_entries').values(entry));

export async function findBalance(db: Db, merchant_id: number): Promise<Micros> {
  const { balance } = await db
    .selectFrom('balance_entries')
    .select(({ fn }) => fn.sum('amount').as('balance'))
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirstOrThrow();
  return Number(balance ?? 0);
}
