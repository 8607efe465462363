import type { Selectable } from 'kysely';
import type { Db } from '../../database/database.ts';
import { newestFirst, type Page } from '../../database/page-cursor.ts';
import type { TransactionTable } from './billing.table.ts';

export type Transaction = Selectable<TransactionTable>;

export async function insertTransaction(db: Db, transaction: TransactionTable): Promise<void> {
  await db.insertInto('transactions').values(transaction).execute();
}

export function findTransactions(db: Db, merchant_id: number, bill_id: number, page: Page): Promise<Transaction[]> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('bill_id', '=', bill_id)
    .$call(newestFirst(page))
    .execute();
}
