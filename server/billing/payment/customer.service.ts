import type { OutsideContext } from '../../core/context.ts';
import { invariant } from '../../core/errors.ts';
import { inTransaction } from '../../database/transaction.ts';
import { findAccount, keepCustomer } from '../ledger/billing.repository.ts';
import { deactivateCards } from '../ledger/payment-method.repository.ts';

/**
 * Creates the account's customer at the provider, replacing one that was deleted there with its cards.
 * @returns the account's customer, which may have been created by another process.
 */
export async function newCustomer(
  ctx: OutsideContext,
  { merchant_id, replaces }: { merchant_id: number; replaces: string | null },
): Promise<string> {
  const customer = await ctx.deps.payments.createCustomer({ merchant_id, replaces });
  return inTransaction(ctx, async ({ db, deps }) => {
    const kept = await keepCustomer(db, merchant_id, { customer, replaces });
    if (kept && replaces !== null) {
      await deactivateCards(db, merchant_id);
      deps.log.warn({ merchant_id }, 'a customer was deleted at the card provider, with its cards');
    }
    const account = await findAccount(db, merchant_id);
    invariant(account?.customer, 'a customer was kept');
    return account.customer;
  });
}
