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
import { idOf, lastError, newSetupIntent } from './objects.ts';
import { PAGE, type ParamsOf, shapeOf } from './params.ts';
import { attach, isExpired, storedCard, usablePaymentMethod } from './payment-methods.ts';
import { DECLINES } from './test-cards.ts';

const { client_secret: _, payment_method_data: __, ...CONFIRM_AT_ONCE } = CONFIRM;
export const NEW_SETUP_INTENT = shapeOf<Stripe.SetupIntentCreateParams>()({
  ...NEW_INTENT,
  ...CONFIRM_AT_ONCE,
  usage: 'string',
});
export const CONFIRM_SETUP_INTENT = CONFIRM;
export const SETUP_INTENTS = shapeOf<Stripe.SetupIntentListParams>()({ ...PAGE, customer: 'string' });

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

const AUTHENTICATION_FAILED = {
  type: 'invalid_request_error',
  code: 'setup_intent_authentication_failure',
  doc_url: docUrl('setup_intent_authentication_failure'),
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
} as const;

export function createSetupIntent(context: Context, params: ParamsOf<typeof NEW_SETUP_INTENT>): Stripe.SetupIntent {
  const { customer, payment_method, confirm, usage = 'off_session' } = params;
  if (customer) existingCustomer(context, customer, 'customer');
  if (!['on_session', 'off_session'].includes(usage)) {
    throw invalidRequest('Invalid usage: must be one of on_session or off_session', { param: 'usage' });
  }
  const method = payment_method ? usablePaymentMethod(context, payment_method, 'payment_method') : undefined;
  const intent: Stripe.SetupIntent = {
    ...newSetupIntent(context.now, {
      customer: customer || null,
      description: params.description || null,
      metadata: params.metadata ?? {},
      usage,
      ...methodChoice(params),
    }),
    payment_method: method?.id ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
  };
  context.store.put(intent);
  emit(context, 'setup_intent.created', intent);
  if (!confirm) return intent;
  return confirmSetupIntent(context, intent.id, { ...params, ...(method && { payment_method: method.id }) });
}

export function confirmSetupIntent(context: Context, id: string, params: ParamsOf<typeof CONFIRM>): Stripe.SetupIntent {
  const intent = get<Stripe.SetupIntent>(context, 'setup_intent', id);
  if (!OPEN.includes(intent.status)) {
    throw invalidRequest(
      `You cannot confirm this SetupIntent because it has already ${intent.status === 'canceled' ? 'been canceled' : 'succeeded'}.`,
      { code: unexpectedState(intent), setup_intent: intent },
    );
  }
  assertReturnUrl(context, intent, params);
  const { method, card } = methodOf(context, intent, params, 'SetupIntent');
  const decline = card.refuses
    ? DECLINES[card.refuses]
    : isExpired(context, method)
      ? DECLINES.expired_card
      : undefined;
  if (decline) {
    const failed = fail(context, intent, lastError(declineBody(decline), method));
    throw cardError(decline, { payment_method: method, payment_method_type: method.type, setup_intent: failed });
  }
  if (!needsAuthentication(card, false)) return succeed(context, { ...intent, payment_method: method.id });
  const waiting: Stripe.SetupIntent = {
    ...intent,
    last_setup_error: null,
    next_action: challenge(context, intent, params),
    payment_method: method.id,
    status: 'requires_action',
  };
  context.store.put(waiting);
  emit(context, 'setup_intent.requires_action', waiting);
  return waiting;
}

/** Applies the cardholder's decision about the challenge of `intent`. */
export function authenticateSetupIntent(context: Context, intent: Stripe.SetupIntent, passed: boolean): void {
  if (passed) {
    succeed(context, intent);
    return;
  }
  const method = get<Stripe.PaymentMethod>(context, 'payment_method', idOf(intent.payment_method) ?? '');
  fail(context, intent, lastError(AUTHENTICATION_FAILED, method));
}

export function cancelSetupIntent(context: Context, id: string, params: ParamsOf<typeof CANCEL>): Stripe.SetupIntent {
  const intent = get<Stripe.SetupIntent>(context, 'setup_intent', id);
  if (!OPEN.includes(intent.status)) {
    throw invalidRequest(
      `You cannot cancel this SetupIntent because it has a status of ${intent.status}. Only a SetupIntent with one of the following statuses may be canceled: ${OPEN.join(', ')}.`,
      { code: unexpectedState(intent), setup_intent: intent },
    );
  }
  const canceled: Stripe.SetupIntent = {
    ...intent,
    cancellation_reason: params.cancellation_reason || null,
    next_action: null,
    status: 'canceled',
  };
  context.store.closeChallenges(id);
  context.store.put(canceled);
  emit(context, 'setup_intent.canceled', canceled);
  return canceled;
}

export const retrieveSetupIntent = (context: Context, id: string) =>
  get<Stripe.SetupIntent>(context, 'setup_intent', id);

export const listSetupIntents = (context: Context, { customer, created, ...page }: ParamsOf<typeof SETUP_INTENTS>) =>
  listPage(context, '/v1/setup_intents', { object: 'setup_intent', customer, created }, page);

function succeed(context: Context, intent: Stripe.SetupIntent): Stripe.SetupIntent {
  const method = get<Stripe.PaymentMethod>(context, 'payment_method', idOf(intent.payment_method) ?? '');
  const customer = idOf(intent.customer);
  const done: Stripe.SetupIntent = { ...intent, last_setup_error: null, next_action: null, status: 'succeeded' };
  context.store.put(done);
  if (intent.usage === 'off_session') {
    context.store.putCard(method.id, { ...storedCard(context, method.id), set_up: true });
  }
  if (customer && !method.customer) attach(context, method, customer);
  emit(context, 'setup_intent.succeeded', done);
  return done;
}

function fail(
  context: Context,
  intent: Stripe.SetupIntent,
  error: Stripe.SetupIntent.LastSetupError,
): Stripe.SetupIntent {
  const failed: Stripe.SetupIntent = {
    ...intent,
    last_setup_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  };
  context.store.closeChallenges(intent.id);
  context.store.put(failed);
  emit(context, 'setup_intent.setup_failed', failed);
  return failed;
}
