import type { Deps } from '../core/deps.ts';
import { invariant } from '../core/errors.ts';
import { findAccount, keepCustomer } from './billing.repository.ts';
import { deactivateCards } from './payment-method.repository.ts';

/**
 * Makes the account's customer at the provider. It replaces `gone`, which was deleted there together with its cards.
 * @returns the customer of the account, which is another one when somebody else was first.
 */
export async function newCustomer(deps: Deps, merchant_id: number, gone: string | null): Promise<string> {
  const customer = await deps.payments.createCustomer({ merchant_id, replaces: gone });
  return deps.db.transaction().execute(async (trx) => {
    const kept = await keepCustomer(trx, merchant_id, { customer, replaces: gone });
    if (kept && gone !== null) {
      await deactivateCards(trx, merchant_id);
      deps.log.warn({ merchant_id }, 'a customer was deleted at the card provider: its cards are gone');
    }
    const account = await findAccount(trx, merchant_id);
    invariant(account?.customer, 'a customer was kept');
    return account.customer;
  });
}
