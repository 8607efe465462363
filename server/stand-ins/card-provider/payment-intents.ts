import type { Stripe } from 'stripe';
import { type Context, emit, get, listPage } from './context.ts';
import { cardError, declineBody, docUrl, invalidRequest } from './errors.ts';
import { existingCustomer } from './existing-customer.ts';
import {
  assertReturnUrl,
  type CANCEL,
  CONFIRM,
  challenge,
  methodChoice,
  methodOf,
  NEW_INTENT,
  needsAuthentication,
  unexpectedState,
} from './intents.ts';
import { idOf, lastError, newCharge, newPaymentIntent } from './objects.ts';
import { PAGE, type ParamsOf, shapeOf } from './params.ts';
import { attach, isExpired, storedCard, usablePaymentMethod } from './payment-methods.ts';
import { DECLINES, type Decline, type TestCard, testCard } from './test-cards.ts';

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

export const PAYMENT_INTENTS = shapeOf<Stripe.PaymentIntentListParams>()({ ...PAGE, customer: 'string' });

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;

const AUTHENTICATION_FAILED = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  doc_url: docUrl('payment_intent_authentication_failure'),
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
} as const;

export function createPaymentIntent(
  context: Context,
  params: ParamsOf<typeof NEW_PAYMENT_INTENT>,
): Stripe.PaymentIntent {
  const { amount, customer, payment_method, confirm } = params;
  const currency = params.currency.toLowerCase();
  assertAmount(amount, currency);
  if (customer) existingCustomer(context, customer, 'customer');
  if (params.capture_method && !['automatic', 'automatic_async'].includes(params.capture_method)) {
    throw invalidRequest(`Invalid capture_method: ${params.capture_method} is not supported here`, {
      param: 'capture_method',
    });
  }
  if (params.off_session !== undefined && !confirm) {
    throw invalidRequest('You cannot provide `off_session` when `confirm` is not `true`.', { param: 'off_session' });
  }
  const method = payment_method ? usablePaymentMethod(context, payment_method, 'payment_method') : undefined;
  const intent: Stripe.PaymentIntent = {
    ...newPaymentIntent(context.now, {
      amount,
      currency,
      customer: customer || null,
      description: params.description || null,
      metadata: params.metadata ?? {},
      receipt_email: params.receipt_email || null,
      setup_future_usage: params.setup_future_usage || null,
      statement_descriptor: params.statement_descriptor || null,
      statement_descriptor_suffix: params.statement_descriptor_suffix || null,
      ...methodChoice(params),
    }),
    capture_method: params.capture_method || 'automatic_async',
    payment_method: method?.id ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
  };
  context.store.put(intent);
  emit(context, 'payment_intent.created', intent);
  if (!confirm) return intent;
  return confirmPaymentIntent(context, intent.id, { ...params, ...(method && { payment_method: method.id }) });
}

function assertAmount(amount: number, currency: string): void {
  if (!/^[a-z]{3}$/.test(currency)) throw invalidRequest(`Invalid currency: ${currency}`, { param: 'currency' });
  if (amount > MAX_AMOUNT) {
    throw invalidRequest(`Amount must be no more than $999,999.99`, { code: 'amount_too_large', param: 'amount' });
  }
  if (amount < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  if (amount < MIN_AMOUNT) {
    throw invalidRequest(`Amount must be at least $0.50 ${currency}`, { code: 'amount_too_small', param: 'amount' });
  }
}

export function confirmPaymentIntent(
  context: Context,
  id: string,
  params: ParamsOf<typeof CONFIRM_PAYMENT_INTENT>,
): Stripe.PaymentIntent {
  const found = get<Stripe.PaymentIntent>(context, 'payment_intent', id);
  if (!OPEN.includes(found.status)) {
    throw invalidRequest(
      `You cannot confirm this PaymentIntent because it has already ${found.status === 'canceled' ? 'been canceled' : 'succeeded after being previously confirmed'}.`,
      { code: unexpectedState(found), payment_intent: found },
    );
  }
  if (!params.off_session) assertReturnUrl(context, found, params);
  const { method, card, stored } = methodOf(context, found, params, 'PaymentIntent');
  const intent: Stripe.PaymentIntent = {
    ...found,
    payment_method: method.id,
    receipt_email: params.receipt_email || found.receipt_email,
    setup_future_usage: params.setup_future_usage || found.setup_future_usage,
  };
  if (!needsAuthentication(card, stored.set_up)) return charge(context, intent, method, card, false);
  if (params.off_session || params.error_on_requires_action) {
    return refuse(context, intent, method, DECLINES.authentication_required, false);
  }
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: null,
    next_action: challenge(context, intent, params),
    status: 'requires_action',
  };
  context.store.put(waiting);
  emit(context, 'payment_intent.requires_action', waiting);
  return waiting;
}

/** Applies the cardholder's decision about the challenge of `intent`. @throws ProviderError when the bank then refuses. */
export function authenticatePaymentIntent(context: Context, intent: Stripe.PaymentIntent, passed: boolean): void {
  const method = get<Stripe.PaymentMethod>(context, 'payment_method', idOf(intent.payment_method) ?? '');
  if (passed) charge(context, intent, method, testCard(storedCard(context, method.id).card), true);
  else fail(context, intent, lastError(AUTHENTICATION_FAILED, method));
}

export function cancelPaymentIntent(
  context: Context,
  id: string,
  params: ParamsOf<typeof CANCEL>,
): Stripe.PaymentIntent {
  const intent = get<Stripe.PaymentIntent>(context, 'payment_intent', id);
  if (!OPEN.includes(intent.status)) {
    throw invalidRequest(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${OPEN.join(', ')}.`,
      { code: unexpectedState(intent), payment_intent: intent },
    );
  }
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    canceled_at: context.now,
    cancellation_reason: params.cancellation_reason || null,
    next_action: null,
    status: 'canceled',
  };
  context.store.closeChallenges(id);
  context.store.put(canceled);
  emit(context, 'payment_intent.canceled', canceled);
  return canceled;
}

export const retrievePaymentIntent = (context: Context, id: string) =>
  get<Stripe.PaymentIntent>(context, 'payment_intent', id);

export const listPaymentIntents = (
  context: Context,
  { customer, created, ...page }: ParamsOf<typeof PAYMENT_INTENTS>,
) => listPage(context, '/v1/payment_intents', { object: 'payment_intent', customer, created }, page);

function charge(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  card: TestCard,
  authenticated: boolean,
): Stripe.PaymentIntent {
  const refusal = card.refuses ?? card.refuses_charge ?? (isExpired(context, method) ? 'expired_card' : undefined);
  if (refusal) return refuse(context, intent, method, DECLINES[refusal], authenticated);
  const customer = idOf(intent.customer);
  const keeps = customer && !method.customer && intent.setup_future_usage;
  const used = keeps ? attach(context, method, customer) : method;
  const stored = storedCard(context, method.id);
  // A method without a customer can be used for only one payment.
  const spent = !keeps && !method.customer;
  const set_up = stored.set_up || (Boolean(keeps) && intent.setup_future_usage === 'off_session');
  context.store.putCard(method.id, { ...stored, spent, set_up });
  const paid = newCharge(context.now, intent, used, undefined, authenticated);
  context.store.put(paid);
  emit(context, 'charge.succeeded', paid);
  const done: Stripe.PaymentIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: paid.id,
    next_action: null,
    status: 'succeeded',
  };
  context.store.put(done);
  emit(context, 'payment_intent.succeeded', done);
  return done;
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
  const failed = fail(
    context,
    { ...intent, latest_charge: attempt.id },
    lastError(declineBody(decline), method, attempt.id),
  );
  throw cardError(decline, {
    charge: attempt.id,
    payment_intent: failed,
    payment_method: method,
    payment_method_type: method.type,
  });
}

function fail(
  context: Context,
  intent: Stripe.PaymentIntent,
  error: Stripe.PaymentIntent.LastPaymentError,
): Stripe.PaymentIntent {
  const failed: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  };
  context.store.closeChallenges(intent.id);
  context.store.put(failed);
  emit(context, 'payment_intent.payment_failed', failed);
  return failed;
}
