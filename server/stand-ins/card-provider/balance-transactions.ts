/** How each movement of money changes the balance (https://docs.stripe.com/api/balance_transactions). */
import type { Stripe } from 'stripe';
import type { Context } from './context.ts';
import { newId } from './ids.ts';

const STRIPE_FEE = { application: null, description: 'Stripe processing fees', type: 'stripe_fee' };
const SETTLED_AFTER_SECONDS = 2 * 86_400;

interface Movement {
  /** In cents; negative when money leaves. */
  amount: number;
  currency: string;
  fee?: number;
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
  /** Differs from `type` only for adjustments. */
  reporting_category?: 'dispute' | 'dispute_reversal';
  source: string;
  description?: string | null;
}

/** The fee for cards in the United States: 2.9% and 30 cents. */
export const chargeFee = (amount: number): number => Math.round(amount * 0.029) + 30;

export function recordMovement({ store, now }: Context, movement: Movement): Stripe.BalanceTransaction {
  const { amount, currency, type, fee = 0 } = movement;
  const transaction: Stripe.BalanceTransaction = {
    id: newId.balance_transaction(),
    object: 'balance_transaction',
    description: null,
    fee,
    reporting_category: type,
    ...movement,
    available_on: now + SETTLED_AFTER_SECONDS,
    balance_type: 'payments',
    created: now,
    exchange_rate: null,
    fee_details: fee === 0 ? [] : [{ amount: fee, currency, ...STRIPE_FEE }],
    net: amount - fee,
    status: 'pending',
  };
  store.put(transaction);
  return transaction;
}
