import type { Stripe } from 'stripe';
import { chargeFee, recordMovement } from './balance-transactions.ts';
import { type Context, emit, existingCustomer } from './context.ts';
import { dispute } from './disputes.ts';
import { belowOne, cardError, declineBody, invalidRequest } from './errors.ts';
import {
  assertReturnUrl,
  awaitCardholder,
  CONFIRM,
  failIntent,
  type Intent,
  methodChoice,
  methodOf,
  methodToConfirm,
  NEW_INTENT,
  needsAuthentication,
  openIntent,
  record,
} from './intents.ts';
import { idOf, newCharge, newPaymentIntent } from './objects.ts';
import { type ParamsOf, shapeOf } from './params.ts';
import { attach, isExpired, storedCard, usablePaymentMethod } from './payment-methods.ts';
import { DECLINES, type Decline, declineNamed, type TestCard, testCard } from './test-cards.ts';

export const CONFIRM_PAYMENT_INTENT = shapeOf<Stripe.PaymentIntentConfirmParams & Stripe.PaymentIntentRetrieveParams>()(
  {
    ...CONFIRM,
    error_on_requires_action: 'boolean',
    off_session: 'boolean',
    receipt_email: 'string',
    setup_future_usage: 'string',
  },
);

const { client_secret: _, payment_method_data: __, ...CONFIRM_AT_ONCE } = CONFIRM_PAYMENT_INTENT;
export const NEW_PAYMENT_INTENT = shapeOf<Stripe.PaymentIntentCreateParams>()({
  ...NEW_INTENT,
  ...CONFIRM_AT_ONCE,
  amount: 'integer!',
  currency: 'string!',
  capture_method: 'string',
  statement_descriptor: 'string',
  statement_descriptor_suffix: 'string',
});

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;

export function createPaymentIntent(context: Context, params: ParamsOf<typeof NEW_PAYMENT_INTENT>): Intent {
  const { amount, customer, payment_method, confirm } = params;
  const currency = params.currency.toLowerCase();
  assertAmount(amount, currency);
  if (customer) existingCustomer(context, customer, 'customer');
  if (params.capture_method && !['automatic', 'automatic_async'].includes(params.capture_method))
    throw invalidRequest(`Invalid capture_method: ${params.capture_method} is not supported here`, {
      param: 'capture_method',
    });
  if (params.off_session !== undefined && !confirm)
    throw invalidRequest('You cannot provide `off_session` when `confirm` is not `true`.', { param: 'off_session' });
  const method = payment_method ? usablePaymentMethod(context, payment_method, 'payment_method') : undefined;
  const intent = newPaymentIntent(context.now, {
    amount,
    currency,
    capture_method: params.capture_method || 'automatic_async',
    customer: customer || null,
    description: params.description || null,
    metadata: params.metadata ?? {},
    payment_method: method?.id ?? null,
    receipt_email: params.receipt_email || null,
    setup_future_usage: params.setup_future_usage || null,
    statement_descriptor: params.statement_descriptor || null,
    statement_descriptor_suffix: params.statement_descriptor_suffix || null,
    ...methodChoice(params),
  });
  record(context, 'payment_intent.created', intent);
  if (!confirm) return intent;
  return confirmPaymentIntent(context, intent.id, { ...params, ...(method && { payment_method: method.id }) });
}

function assertAmount(amount: number, currency: string): void {
  if (!CURRENCIES.has(currency))
    throw invalidRequest(`Invalid currency: ${currency}. Stripe currently supports these currencies: usd, eur, …`, {
      param: 'currency',
    });
  if (amount > MAX_AMOUNT)
    throw invalidRequest(`Amount must be no more than $999,999.99`, { code: 'amount_too_large', param: 'amount' });
  if (amount < 1) throw belowOne('amount');
  if (amount < MIN_AMOUNT)
    throw invalidRequest(`Amount must be at least $0.50 ${currency}`, { code: 'amount_too_small', param: 'amount' });
}

export function confirmPaymentIntent(
  context: Context,
  id: string,
  params: ParamsOf<typeof CONFIRM_PAYMENT_INTENT>,
): Intent {
  const found = openIntent<Stripe.PaymentIntent>(
    context,
    'payment_intent',
    id,
    ({ status }) =>
      `You cannot confirm this PaymentIntent because it has already ${status === 'canceled' ? 'been canceled' : 'succeeded after being previously confirmed'}.`,
  );
  if (!params.off_session) assertReturnUrl(context, found, params);
  const { method, card, stored } = methodToConfirm(context, found, params);
  const intent: Stripe.PaymentIntent = {
    ...found,
    payment_method: method.id,
    receipt_email: params.receipt_email || found.receipt_email,
    setup_future_usage: params.setup_future_usage || found.setup_future_usage,
  };
  if (!needsAuthentication(card, stored.set_up)) return charge(context, intent, method, card, false);
  if (params.off_session || params.error_on_requires_action)
    return refuse(context, intent, method, DECLINES.authentication_required, false);
  return awaitCardholder(context, intent, params);
}

/** @throws ProviderError when the bank refuses although the cardholder has approved. */
export function chargeAuthenticated(context: Context, intent: Stripe.PaymentIntent): Intent {
  const method = methodOf(context, intent);
  return charge(context, intent, method, testCard(storedCard(context, method.id).card), true);
}

function charge(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  card: TestCard,
  authenticated: boolean,
): Stripe.PaymentIntent {
  const refusal = card.refuses ?? card.refuses_charge ?? (isExpired(context, method) ? 'expired_card' : undefined);
  if (refusal) return refuse(context, intent, method, declineNamed(refusal), authenticated);
  const customer = idOf(intent.customer);
  const keeps = customer && !method.customer && intent.setup_future_usage;
  const used = keeps ? attach(context, method, customer) : method;
  const stored = storedCard(context, method.id);
  // A method without a customer can be used for only one payment.
  const spent = !keeps && !method.customer;
  const set_up = stored.set_up || (Boolean(keeps) && intent.setup_future_usage === 'off_session');
  context.store.putCard(method.id, { ...stored, spent, set_up });
  const paid = takeMoney(context, newCharge(context.now, intent, used, undefined, authenticated));
  const succeeded = record<Stripe.PaymentIntent>(context, 'payment_intent.succeeded', {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: paid.id,
    next_action: null,
    status: 'succeeded',
  });
  if (card.disputes) dispute(context, paid, card.disputes);
  return succeeded;
}

function takeMoney(context: Context, made: Stripe.Charge): Stripe.Charge {
  const { id: source, amount, currency, description } = made;
  const { id } = recordMovement(context, {
    ...{ type: 'charge', source, amount, currency, description },
    fee: chargeFee(amount),
  });
  const charge: Stripe.Charge = { ...made, balance_transaction: id };
  context.store.put(charge);
  emit(context, 'charge.succeeded', charge);
  return charge;
}

function refuse(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
  authenticated: boolean,
): never {
  const attempt = newCharge(context.now, intent, method, decline, authenticated);
  context.store.put(attempt);
  emit(context, 'charge.failed', attempt);
  const failed = failIntent(context, { ...intent, latest_charge: attempt.id }, method, {
    ...declineBody(decline),
    charge: attempt.id,
  });
  throw cardError(decline, {
    charge: attempt.id,
    payment_intent: failed,
    payment_method: method,
    payment_method_type: method.type,
  });
}
