/** What setup intents and payment intents share: the parameters of a confirmation, its payment method, and the 3-D Secure challenge. */
import type { Stripe } from 'stripe';
import type { Context } from './context.ts';
import { invalidRequest } from './errors.ts';
import { newId } from './ids.ts';
import { idOf } from './objects.ts';
import { type ParamsOf, type Shape, shapeOf } from './params.ts';
import { createPaymentMethod, NEW_PAYMENT_METHOD, storedCard, usablePaymentMethod } from './payment-methods.ts';
import { type TestCard, testCard } from './test-cards.ts';

export type Intent = Stripe.SetupIntent | Stripe.PaymentIntent;

const AUTOMATIC = { enabled: 'boolean!', allow_redirects: 'string' } as const satisfies Shape;

/** Accepted by both kinds on creation. */
export const NEW_INTENT = shapeOf<Stripe.SetupIntentCreateParams & Stripe.PaymentIntentCreateParams>()({
  allowed_payment_method_types: 'strings',
  automatic_payment_methods: AUTOMATIC,
  confirm: 'boolean',
  customer: 'string',
  description: 'string',
  metadata: 'map',
  payment_method_options: { card: { request_three_d_secure: 'string' } },
});

/** Accepted by both kinds on confirmation. Browsers also send `client_secret`, which the API has already checked. */
export const CONFIRM = shapeOf<Stripe.SetupIntentConfirmParams & Stripe.SetupIntentRetrieveParams>()({
  client_secret: 'string',
  payment_method: 'string',
  payment_method_data: NEW_PAYMENT_METHOD,
  return_url: 'string',
  use_stripe_sdk: 'boolean',
});

export const CANCEL = shapeOf<Stripe.SetupIntentCancelParams>()({ cancellation_reason: 'string' });
export const RETRIEVE = shapeOf<Stripe.SetupIntentRetrieveParams>()({ client_secret: 'string' });

/** How a new intent selects payment methods; here there are only cards. */
export function methodChoice({ allowed_payment_method_types, automatic_payment_methods }: ParamsOf<typeof NEW_INTENT>) {
  const allowed = allowed_payment_method_types ?? [];
  if (allowed.length > 0 && !allowed.includes('card')) {
    throw invalidRequest(`None of the payment method types ${allowed.join(', ')} is supported here: allow card`, {
      param: 'allowed_payment_method_types',
    });
  }
  const automatic = automatic_payment_methods || undefined;
  return {
    allowed: allowed.length > 0 ? allowed : null,
    automatic: { enabled: automatic?.enabled ?? true, allow_redirects: automatic?.allow_redirects || 'always' },
  };
}

/** Without a `return_url` a method that redirects could not return, so the real API requires it. */
export function assertReturnUrl(context: Context, intent: Intent, params: ParamsOf<typeof CONFIRM>): void {
  const { allowed_payment_method_types: allowed, automatic_payment_methods: automatic } = intent;
  const mayRedirect = automatic?.allow_redirects !== 'never' && !allowed?.every((type) => type === 'card');
  if (context.publishable || !mayRedirect || params.return_url) return;
  throw invalidRequest(
    "This intent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
    { param: 'return_url' },
  );
}

/** The method to confirm `intent` with, and the behaviour of its card. */
export function methodOf(context: Context, intent: Intent, params: ParamsOf<typeof CONFIRM>, noun: string) {
  const data = params.payment_method_data;
  const method = data
    ? createPaymentMethod(context, data)
    : usableOf(context, params.payment_method || idOf(intent.payment_method), intent, noun);
  const owner = idOf(method.customer);
  if (owner && owner !== idOf(intent.customer)) {
    throw invalidRequest(
      `The PaymentMethod ${method.id} belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter on the ${noun}.`,
      { param: 'payment_method' },
    );
  }
  const stored = storedCard(context, method.id);
  return { method, stored, card: testCard(stored.card) };
}

function usableOf(context: Context, id: string | null, intent: Intent, noun: string): Stripe.PaymentMethod {
  if (id) return usablePaymentMethod(context, id, 'payment_method');
  throw invalidRequest(
    `You cannot confirm this ${noun} because it's missing a payment method. To confirm the ${noun}, specify a payment method attached to this customer along with the customer ID.`,
    { code: unexpectedState(intent) },
  );
}

export const unexpectedState = (intent: Intent) => `${intent.object}_unexpected_state`;

/** Whether the bank requires the cardholder's approval before `card` is saved or charged. */
export const needsAuthentication = (card: TestCard, setUp: boolean) =>
  card.authentication === 'always' || (card.authentication === 'until_set_up' && !setUp);

/** Opens a challenge for `intent`. The browser shows it in a frame, or opens it if the caller gave a `return_url`. */
export function challenge(context: Context, intent: Intent, params: ParamsOf<typeof CONFIRM>) {
  const source = newId.source();
  const return_url = params.use_stripe_sdk ? null : params.return_url || null;
  context.store.closeChallenges(intent.id);
  context.store.putChallenge({ source, intent: intent.id, return_url, open: true });
  const url = `${context.public_url}/_local/stripe/authenticate/${source}`;
  return return_url
    ? { type: 'redirect_to_url', redirect_to_url: { return_url, url } }
    : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', source, stripe_js: url } };
}
