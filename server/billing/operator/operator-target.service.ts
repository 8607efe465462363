import { actingAs, type Context, type TransactionContext } from '../../core/context.ts';
import { CommandRefused } from '../../core/planned-change.ts';
import { type Bill, findBillById } from '../ledger/bill.repository.ts';
import { findBillByNumber } from '../ledger/bill-correction.repository.ts';
import { type Account, findAccount } from '../ledger/billing.repository.ts';

export async function accountOf({ db }: Context, merchant_id: number): Promise<Account> {
  const account = await findAccount(db, merchant_id);
  if (!account) throw new CommandRefused(`Account ${merchant_id} not found.`);
  return account;
}

export async function livingAccount(ctx: Context, merchant_id: number): Promise<Account & { cycle_end: string }> {
  const account = await accountOf(ctx, merchant_id);
  const { cycle_end } = account;
  if (cycle_end === null) throw new CommandRefused(`Account ${merchant_id} was deleted.`);
  return { ...account, cycle_end };
}

export async function billOf({ db }: Context, named: string): Promise<Bill> {
  const bill = /^\d+$/.test(named)
    ? await findBillById(db, Number(named))
    : await findBillByNumber(db, named.toUpperCase());
  if (!bill) throw new CommandRefused(`Bill ${named} not found.`);
  return bill;
}

export const nameOf = ({ merchant_id, company }: Pick<Account, 'merchant_id' | 'company'>): string =>
  company === null ? `${merchant_id}` : `${merchant_id} (${company})`;

export const titleOf = ({ id, number }: Pick<Bill, 'id' | 'number'>): string => number ?? String(id);

export const byOperator = (ctx: TransactionContext, merchant_id: number) =>
  actingAs(ctx, { merchant_id, is_operator: true });
