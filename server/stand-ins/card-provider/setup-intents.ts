import type { Stripe } from 'stripe';
import { type Context, emit, existingCustomer } from './context.ts';
import { cardError, declineBody, invalidRequest } from './errors.ts';
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
import { idOf, newSetupIntent } from './objects.ts';
import { type ParamsOf, shapeOf } from './params.ts';
import { attach, isExpired, storedCard, usablePaymentMethod } from './payment-methods.ts';
import { declineNamed } from './test-cards.ts';

const { client_secret: _, payment_method_data: __, ...CONFIRM_AT_ONCE } = CONFIRM;
export const NEW_SETUP_INTENT = shapeOf<Stripe.SetupIntentCreateParams>()({
  ...NEW_INTENT,
  ...CONFIRM_AT_ONCE,
  usage: 'string',
});

export function createSetupIntent(context: Context, params: ParamsOf<typeof NEW_SETUP_INTENT>): Intent {
  const { customer, payment_method, confirm, usage = 'off_session' } = params;
  if (customer) existingCustomer(context, customer, 'customer');
  if (!['on_session', 'off_session'].includes(usage))
    throw invalidRequest('Invalid usage: must be one of on_session or off_session', { param: 'usage' });
  const method = payment_method ? usablePaymentMethod(context, payment_method, 'payment_method') : undefined;
  const intent = newSetupIntent(context.now, {
    customer: customer || null,
    description: params.description || null,
    metadata: params.metadata ?? {},
    payment_method: method?.id ?? null,
    usage,
    ...methodChoice(params),
  });
  record(context, 'setup_intent.created', intent);
  if (!confirm) return intent;
  return confirmSetupIntent(context, intent.id, { ...params, ...(method && { payment_method: method.id }) });
}

export function confirmSetupIntent(context: Context, id: string, params: ParamsOf<typeof CONFIRM>): Intent {
  const intent = openIntent<Stripe.SetupIntent>(
    context,
    'setup_intent',
    id,
    ({ status }) =>
      `You cannot confirm this SetupIntent because it has already ${status === 'canceled' ? 'been canceled' : 'succeeded'}.`,
  );
  assertReturnUrl(context, intent, params);
  const { method, card } = methodToConfirm(context, intent, params);
  const refusal = card.refuses ?? (isExpired(context, method) ? 'expired_card' : undefined);
  if (refusal) {
    const decline = declineNamed(refusal);
    const failed = failIntent(context, intent, method, declineBody(decline));
    throw cardError(decline, {
      payment_method: method,
      payment_method_type: method.type,
      setup_intent: failed,
    });
  }
  const chosen = { ...intent, payment_method: method.id };
  return needsAuthentication(card, false)
    ? awaitCardholder(context, chosen, params)
    : succeedSetupIntent(context, chosen);
}

export function succeedSetupIntent(context: Context, intent: Stripe.SetupIntent): Intent {
  const method = methodOf(context, intent);
  const customer = idOf(intent.customer);
  const done: Stripe.SetupIntent = { ...intent, last_setup_error: null, next_action: null, status: 'succeeded' };
  context.store.put(done);
  if (intent.usage === 'off_session')
    context.store.putCard(method.id, { ...storedCard(context, method.id), set_up: true });
  if (customer && !method.customer) attach(context, method, customer);
  emit(context, 'setup_intent.succeeded', done);
  return done;
}
