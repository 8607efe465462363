/** Refunds of charges, in whole or in part (https://docs.stripe.com/api/refunds). */
import type { Stripe } from 'stripe';
import { recordMovement } from './balance-transactions.ts';
import { type Context, emit, get } from './context.ts';
import { belowOne, invalidRequest } from './errors.ts';
import { newRefund } from './objects.ts';
import { type ParamsOf, shapeOf } from './params.ts';
import { storedCard } from './payment-methods.ts';
import { testCard } from './test-cards.ts';

export const NEW_REFUND = shapeOf<Stripe.RefundCreateParams>()({
  amount: 'integer',
  charge: 'string',
  payment_intent: 'string',
  metadata: 'map',
  reason: 'string',
});

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'];

export function createRefund(context: Context, params: ParamsOf<typeof NEW_REFUND>): Stripe.Refund {
  const { reason, metadata = {} } = params;
  if (reason && !REASONS.includes(reason))
    throw invalidRequest(`Invalid reason: must be one of ${REASONS.join(', ')}`, { param: 'reason' });
  const charge = chargeToRefund(context, params);
  const left = charge.amount - charge.amount_refunded;
  const amount = params.amount ?? left;
  assertRefundable(charge, amount, left);
  const made = newRefund(context.now, charge, { amount, metadata, reason: reason || null });
  const { id: balance_transaction } = recordMovement(context, {
    amount: 0 - amount,
    currency: charge.currency,
    type: 'refund',
    source: made.id,
  });
  const { refunds: outcome } = testCard(storedCard(context, charge.payment_method!).card);
  const refund: Stripe.Refund = { ...made, balance_transaction, status: outcome === 'late' ? 'pending' : made.status };
  const amount_refunded = charge.amount_refunded + amount;
  const refunded: Stripe.Charge = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount };
  context.store.put(refund);
  context.store.put(refunded);
  emit(context, 'refund.created', refund);
  const { amount_refunded: before, refunded: was } = charge;
  emit(context, 'charge.refunded', refunded, { amount_refunded: before, ...(refunded.refunded && { refunded: was }) });
  if (outcome === 'late') finish(context, refund);
  if (outcome === 'fail') fail(context, refund, refunded);
  // The response shows the refund as it was created. Events tell the application how it ends.
  return refund;
}

function finish(context: Context, refund: Stripe.Refund): void {
  const finished: Stripe.Refund = { ...refund, status: 'succeeded' };
  context.store.put(finished);
  emit(context, 'refund.updated', finished, { status: refund.status });
}

/** The bank sends the money back, for example because the card no longer exists. */
function fail(context: Context, refund: Stripe.Refund, charge: Stripe.Charge): void {
  const { id: failure_balance_transaction } = recordMovement(context, {
    amount: refund.amount,
    currency: refund.currency,
    type: 'refund_failure',
    source: refund.id,
  });
  const failure = { failure_balance_transaction, failure_reason: 'expired_or_canceled_card', status: 'failed' };
  const failed: Stripe.Refund = { ...refund, ...failure };
  context.store.put(failed);
  context.store.put<Stripe.Charge>({
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  });
  emit(context, 'refund.updated', failed, { status: refund.status });
  emit(context, 'refund.failed', failed);
}

function chargeToRefund(context: Context, { charge, payment_intent }: ParamsOf<typeof NEW_REFUND>): Stripe.Charge {
  if (charge) return get<Stripe.Charge>(context, 'charge', charge, 'charge');
  if (!payment_intent)
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.', {
      code: 'parameter_missing',
    });
  const { id, status, latest_charge } = get<Stripe.PaymentIntent>(
    context,
    'payment_intent',
    payment_intent,
    'payment_intent',
  );
  if (status === 'succeeded') return get<Stripe.Charge>(context, 'charge', String(latest_charge));
  throw invalidRequest(`This PaymentIntent (${id}) does not have a successful charge to refund.`, {
    param: 'payment_intent',
  });
}

function assertRefundable({ id, disputed, status }: Stripe.Charge, amount: number, left: number): void {
  if (status !== 'succeeded') throw invalidRequest(`Charge ${id} is not refundable: it has not succeeded.`);
  if (disputed)
    throw invalidRequest(`Charge ${id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
  if (left === 0) throw invalidRequest(`Charge ${id} has already been refunded.`, { code: 'charge_already_refunded' });
  if (amount < 1) throw belowOne('amount');
  if (amount > left)
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: 'amount' },
    );
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
