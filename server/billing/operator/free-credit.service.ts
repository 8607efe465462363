/** An operator gives an account more free credit. */
import { audit } from '../../audit/audit.service.ts';
import type { Context } from '../../core/context.ts';
import type { PlannedChange } from '../../core/planned-change.ts';
import { addCredit } from '../ledger/bill-correction.repository.ts';
import { formatMoney, type Micros } from '../terms/money.ts';
import { byOperator, livingAccount, nameOf } from './operator-target.service.ts';

export async function planFreeCredit(
  ctx: Context,
  { merchant_id, amount, reason }: { merchant_id: number; amount: Micros; reason: string },
): Promise<PlannedChange> {
  const account = await livingAccount(ctx, merchant_id);
  return {
    summary: [
      `Account ${nameOf(account)} gets USD ${formatMoney(amount)} of free credit, and then has USD ${formatMoney(account.credit + amount)}: ${reason}`,
    ],
    async run(ctx) {
      await addCredit(ctx.db, merchant_id, amount);
      await audit(byOperator(ctx, merchant_id), 'billing.add_credit', undefined, reason);
    },
  };
}
