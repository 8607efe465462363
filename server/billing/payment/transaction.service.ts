import type { Caller, Context } from '../../core/context.ts';
import { BY_CREATION, type PageInput, readPage } from '../../database/page-cursor.ts';
import type { BillTransaction } from '../../generated/operations.gen.ts';
import { getBill } from '../bill/bill.service.ts';
import { findTransactions, type Transaction } from '../ledger/transaction.repository.ts';
import { formatMoney } from '../terms/money.ts';

/** The payments for a bill: one page, newest first. @throws NotFound, also for a bill of another account. */
export async function listTransactions(
  ctx: Context & Caller,
  { bill_id, ...input }: PageInput & { bill_id: number },
): Promise<{ transactions: BillTransaction[]; next_cursor?: string }> {
  const { id, merchant_id } = await getBill(ctx, { id: bill_id });
  const { rows, ...next } = await readPage(BY_CREATION, input, (page) =>
    findTransactions(ctx.db, merchant_id, id, page),
  );
  return { transactions: rows.map(toTransaction), ...next };
}

const toTransaction = ({ type, amount, payment_method_id, created }: Transaction): BillTransaction => ({
  type,
  amount: formatMoney(amount),
  payment_method_id,
  created,
});
