import type { Stripe } from 'stripe';
import { type Context, emit, get } from './context.ts';
import { docUrl, invalidRequest, type LastError } from './errors.ts';
import { newId } from './ids.ts';
import { idOf } from './objects.ts';
import { type ParamsOf, type Shape, shapeOf } from './params.ts';
import { createPaymentMethod, NEW_PAYMENT_METHOD, storedCard, usablePaymentMethod } from './payment-methods.ts';
import { type TestCard, testCard } from './test-cards.ts';

export type Intent = Stripe.SetupIntent | Stripe.PaymentIntent;

const NOUNS = { setup_intent: 'SetupIntent', payment_intent: 'PaymentIntent' } as const;
const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

const AUTOMATIC = { enabled: 'boolean!', allow_redirects: 'string' } as const satisfies Shape;

export const NEW_INTENT = shapeOf<Stripe.SetupIntentCreateParams & Stripe.PaymentIntentCreateParams>()({
  allowed_payment_method_types: 'strings',
  automatic_payment_methods: AUTOMATIC,
  confirm: 'boolean',
  customer: 'string',
  description: 'string',
  metadata: 'map',
  payment_method_options: { card: { request_three_d_secure: 'string' } },
});

/** Browsers also send `client_secret`, which the API has already checked. */
export const CONFIRM = shapeOf<Stripe.SetupIntentConfirmParams & Stripe.SetupIntentRetrieveParams>()({
  client_secret: 'string',
  payment_method: 'string',
  payment_method_data: NEW_PAYMENT_METHOD,
  return_url: 'string',
  use_stripe_sdk: 'boolean',
});

export const CANCEL = shapeOf<Stripe.SetupIntentCancelParams>()({ cancellation_reason: 'string' });
export const RETRIEVE = shapeOf<Stripe.SetupIntentRetrieveParams>()({ client_secret: 'string' });

export function methodChoice({ allowed_payment_method_types, automatic_payment_methods }: ParamsOf<typeof NEW_INTENT>) {
  const allowed = allowed_payment_method_types ?? [];
  if (allowed.length > 0 && !allowed.includes('card'))
    throw invalidRequest(`None of the payment method types ${allowed.join(', ')} is supported here: allow card`, {
      param: 'allowed_payment_method_types',
    });
  const automatic = automatic_payment_methods || undefined;
  return {
    allowed: allowed.length > 0 ? allowed : null,
    automatic: { enabled: automatic?.enabled ?? true, allow_redirects: automatic?.allow_redirects || 'always' },
  };
}

/** The real API requires a `return_url` if the intent accepts methods that redirect the customer. */
export function assertReturnUrl(context: Context, intent: Intent, params: ParamsOf<typeof CONFIRM>): void {
  const { allowed_payment_method_types: allowed, automatic_payment_methods: automatic } = intent;
  const mayRedirect = automatic?.allow_redirects !== 'never' && !allowed?.every((type) => type === 'card');
  if (context.publishable || !mayRedirect || params.return_url) return;
  throw invalidRequest(
    "This intent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
    { param: 'return_url' },
  );
}

export function methodToConfirm(context: Context, intent: Intent, params: ParamsOf<typeof CONFIRM>) {
  const data = params.payment_method_data;
  const method = data
    ? createPaymentMethod(context, data)
    : usableOf(context, params.payment_method || idOf(intent.payment_method), intent);
  const owner = idOf(method.customer);
  if (owner && owner !== idOf(intent.customer))
    throw invalidRequest(
      `The PaymentMethod ${method.id} belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter on the ${NOUNS[intent.object]}.`,
      { param: 'payment_method' },
    );
  const stored = storedCard(context, method.id);
  return { method, stored, card: testCard(stored.card) };
}

function usableOf(context: Context, id: string | null, intent: Intent): Stripe.PaymentMethod {
  if (id) return usablePaymentMethod(context, id, 'payment_method');
  const noun = NOUNS[intent.object];
  throw invalidRequest(
    `You cannot confirm this ${noun} because it's missing a payment method. To confirm the ${noun}, specify a payment method attached to this customer along with the customer ID.`,
    { code: unexpectedState(intent) },
  );
}

const unexpectedState = (intent: Intent) => `${intent.object}_unexpected_state`;

/** @throws ProviderError with the text of `refusal` when the intent is no longer open. */
export function openIntent<T extends Intent>(
  context: Context,
  object: T['object'],
  id: string,
  refusal: (intent: T) => string,
): T {
  const intent = get<T>(context, object, id);
  if (OPEN.includes(intent.status)) return intent;
  throw invalidRequest(refusal(intent), { code: unexpectedState(intent), [intent.object]: intent });
}

export function cancelIntent(
  context: Context,
  object: Intent['object'],
  id: string,
  { cancellation_reason }: ParamsOf<typeof CANCEL>,
): Intent {
  const intent = openIntent<Intent>(
    context,
    object,
    id,
    ({ status }) =>
      `You cannot cancel this ${NOUNS[object]} because it has a status of ${status}. Only a ${NOUNS[object]} with one of the following statuses may be canceled: ${OPEN.join(', ')}.`,
  );
  context.store.closeChallenges(id);
  return record(context, `${object}.canceled`, {
    ...intent,
    ...(object === 'payment_intent' && { canceled_at: context.now }),
    cancellation_reason: cancellation_reason || null,
    next_action: null,
    status: 'canceled',
  });
}

export const awaitCardholder = (context: Context, intent: Intent, params: ParamsOf<typeof CONFIRM>): Intent =>
  record(context, `${intent.object}.requires_action`, {
    ...intent,
    ...withError(intent, null),
    next_action: challenge(context, intent, params),
    status: 'requires_action',
  });

export const methodOf = (context: Context, { payment_method }: Intent): Stripe.PaymentMethod =>
  get<Stripe.PaymentMethod>(context, 'payment_method', idOf(payment_method) ?? '');

/** Records why `intent` could not be confirmed with `method`. The intent then needs another method. */
export function failIntent(context: Context, intent: Intent, method: Stripe.PaymentMethod, error: LastError): Intent {
  context.store.closeChallenges(intent.id);
  const type = intent.object === 'setup_intent' ? 'setup_intent.setup_failed' : 'payment_intent.payment_failed';
  return record(context, type, {
    ...intent,
    ...withError(intent, { ...error, payment_method: method, payment_method_type: method.type }),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
}

export function failAuthentication(context: Context, intent: Intent): void {
  const code = `${intent.object}_authentication_failure`;
  failIntent(context, intent, methodOf(context, intent), {
    type: 'invalid_request_error',
    code,
    doc_url: docUrl(code),
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
}

const withError = <E>({ object }: Intent, error: E) =>
  object === 'setup_intent' ? { last_setup_error: error } : { last_payment_error: error };

export function record<T extends Intent>(context: Context, type: Stripe.Event['type'], intent: T): T {
  context.store.put(intent);
  emit(context, type, intent);
  return intent;
}

export const needsAuthentication = (card: TestCard, setUp: boolean) =>
  card.authentication === 'always' || (card.authentication === 'until_set_up' && !setUp);

/** The browser shows the challenge in a frame, or opens it if the caller gave a `return_url`. */
function challenge(context: Context, intent: Intent, params: ParamsOf<typeof CONFIRM>) {
  const source = newId.source();
  const return_url = params.use_stripe_sdk ? null : params.return_url || null;
  context.store.closeChallenges(intent.id);
  context.store.putChallenge({ source, intent: intent.id, return_url, open: true });
  const url = `${context.public_url}/_local/stripe/authenticate/${source}`;
  return return_url
    ? { type: 'redirect_to_url', redirect_to_url: { return_url, url } }
    : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', source, stripe_js: url } };
}
