import type { Stripe } from 'stripe';
import { type Context, emit, existingCustomer, get, listPage } from './context.ts';
import { cardError, invalidRequest } from './errors.ts';
import { newId } from './ids.ts';
import { idOf, mergeAddress, newPaymentMethod } from './objects.ts';
import { ADDRESS, mergeMetadata, type ParamsOf, type Shape, shapeOf, textOr } from './params.ts';
import {
  DECLINES,
  declineNamed,
  passesLuhn,
  type TestCard,
  testCard,
  testCardByAlias,
  testCardByNumber,
} from './test-cards.ts';

const BILLING_DETAILS = {
  address: ADDRESS,
  email: 'string',
  name: 'string',
  phone: 'string',
} as const satisfies Shape;

export const NEW_PAYMENT_METHOD = shapeOf<Stripe.PaymentMethodCreateParams>()({
  type: 'string!',
  card: { number: 'string!', exp_month: 'integer!', exp_year: 'integer!', cvc: 'string' },
  billing_details: BILLING_DETAILS,
  metadata: 'map',
  allow_redisplay: 'string',
});

export const PAYMENT_METHOD = shapeOf<Stripe.PaymentMethodUpdateParams>()({
  card: { exp_month: 'integer', exp_year: 'integer' },
  billing_details: BILLING_DETAILS,
  metadata: 'map',
  allow_redisplay: 'string',
});

export const ATTACH = shapeOf<Stripe.PaymentMethodAttachParams>()({ customer: 'string!' });
export const PAYMENT_METHODS = shapeOf<Stripe.PaymentMethodListParams>()({
  limit: 'integer',
  starting_after: 'string',
  ending_before: 'string',
  customer: 'string',
  type: 'string',
});

/** Only browsers send a card. Callers with the secret key name a test card, such as `pm_card_visa`. */
export function createPaymentMethod(
  context: Context,
  params: ParamsOf<typeof NEW_PAYMENT_METHOD>,
): Stripe.PaymentMethod {
  if (params.type !== 'card')
    throw invalidRequest(`Invalid type: ${params.type} is not supported here`, { param: 'type' });
  const { card } = params;
  if (!card) throw invalidRequest('Missing required param: card.', { code: 'parameter_missing', param: 'card' });
  if (!context.publishable)
    throw invalidRequest(
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.',
      {},
      402,
    );
  return keep(context, checkedCard(context.now, card), card, params);
}

/** @throws ProviderError for what a bank or the provider would refuse immediately. */
function checkedCard(
  now: number,
  card: { number: string; exp_month: number; exp_year: number; cvc?: string },
): TestCard {
  const number = card.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) throw cardError(DECLINES.incorrect_number);
  if (card.exp_month < 1 || card.exp_month > 12) throw cardError(DECLINES.invalid_expiry_month);
  const year = fullYear(card.exp_year);
  const thisYear = new Date(now * 1000).getUTCFullYear();
  if (year < thisYear || year > thisYear + 50) throw cardError(DECLINES.invalid_expiry_year);
  if (isPast(now, card.exp_month, year)) throw cardError(DECLINES.invalid_expiry_month);
  const known = testCardByNumber(number);
  if (!known) throw cardError(DECLINES.live_card);
  if (card.cvc && !(known.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(card.cvc))
    throw cardError(DECLINES.invalid_cvc);
  return known;
}

const fullYear = (year: number) => (year < 100 ? 2000 + year : year);

/** A card is valid until the end of its last month. */
function isPast(now: number, month: number, year: number): boolean {
  const date = new Date(now * 1000);
  return year * 12 + month < date.getUTCFullYear() * 12 + date.getUTCMonth() + 1;
}

function keep(
  context: Context,
  card: TestCard,
  details: { exp_month: number; exp_year: number; cvc?: string },
  params: Pick<ParamsOf<typeof NEW_PAYMENT_METHOD>, 'billing_details' | 'metadata' | 'allow_redisplay'>,
): Stripe.PaymentMethod {
  const salt = context.store.setting('fingerprint_salt', newId.fingerprint_salt);
  const exp_year = fullYear(details.exp_year);
  const blank = newPaymentMethod(context.now, card, { ...details, exp_year }, salt);
  const method = changed(blank, params);
  context.store.put(method);
  context.store.putCard(method.id, { card: card.name, set_up: false, spent: false });
  return method;
}

export function updatePaymentMethod(
  context: Context,
  id: string,
  params: ParamsOf<typeof PAYMENT_METHOD>,
): Stripe.PaymentMethod {
  const before = get<Stripe.PaymentMethod>(context, 'payment_method', id);
  if (!before.customer)
    throw invalidRequest('You must save this PaymentMethod to a customer before you can update it.', {
      code: 'payment_method_unexpected_state',
    });
  const after = changed(before, params);
  const { card } = params;
  const { exp_month = after.card!.exp_month, exp_year: year = after.card!.exp_year } = card || {};
  const exp_year = fullYear(year);
  if (exp_month < 1 || exp_month > 12) throw cardError(DECLINES.invalid_expiry_month);
  if (card && isPast(context.now, exp_month, exp_year)) throw cardError(DECLINES.invalid_expiry_year);
  const method = { ...after, card: { ...after.card!, exp_month, exp_year } };
  context.store.put(method);
  emit(context, 'payment_method.updated', method);
  return method;
}

function changed(
  from: Stripe.PaymentMethod,
  { billing_details, metadata, allow_redisplay }: Omit<ParamsOf<typeof PAYMENT_METHOD>, 'card'>,
): Stripe.PaymentMethod {
  const details = from.billing_details;
  return {
    ...from,
    allow_redisplay: allow_redisplay || from.allow_redisplay || 'unspecified',
    metadata: mergeMetadata(from.metadata ?? {}, metadata),
    billing_details: billing_details
      ? {
          address: mergeAddress(details.address, billing_details.address),
          email: textOr(billing_details.email, details.email),
          name: textOr(billing_details.name, details.name),
          phone: textOr(billing_details.phone, details.phone),
          tax_id: details.tax_id,
        }
      : details,
  };
}

export function attachPaymentMethod(
  context: Context,
  id: string,
  params: ParamsOf<typeof ATTACH>,
): Stripe.PaymentMethod {
  const customer = existingCustomer(context, params.customer, 'customer');
  const method = usablePaymentMethod(context, id);
  if (idOf(method.customer) === customer.id) return method;
  if (method.customer)
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'resource_already_exists',
    });
  const { refuses } = testCard(storedCard(context, method.id).card);
  if (refuses) throw cardError(declineNamed(refuses));
  return attach(context, method, customer.id);
}

export function detachPaymentMethod(context: Context, id: string): Stripe.PaymentMethod {
  const method = get<Stripe.PaymentMethod>(context, 'payment_method', id);
  if (!method.customer)
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.', {
      code: 'payment_method_unexpected_state',
    });
  return detach(context, method);
}

export function listPaymentMethods(
  context: Context,
  { customer, type, ...page }: ParamsOf<typeof PAYMENT_METHODS>,
  url = '/v1/payment_methods',
) {
  if (customer) existingCustomer(context, customer, 'customer');
  // The real API lists a customer's methods only if the customer is given. Methods without a customer are not listed here.
  return listPage(
    context,
    url,
    { object: 'payment_method', customer: customer ?? 'none', types: [type || 'card'] },
    page,
  );
}

/** Saves the method for the customer. Saving makes the bank check the card, so the results of its checks are filled in. */
export function attach(context: Context, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  const attached = { ...checked(method), customer };
  context.store.put(attached);
  emit(context, 'payment_method.attached', attached);
  return attached;
}

export function detach(context: Context, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  const detached = { ...method, customer: null };
  context.store.put(detached);
  context.store.putCard(method.id, { ...storedCard(context, method.id), spent: true });
  emit(context, 'payment_method.detached', detached, { customer: method.customer });
  return detached;
}

function checked(method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  const { card, billing_details } = method;
  return {
    ...method,
    card: {
      ...card!,
      checks: {
        address_line1_check: billing_details.address?.line1 ? 'pass' : null,
        address_postal_code_check: billing_details.address?.postal_code ? 'pass' : null,
        cvc_check: card!.checks?.cvc_check ? 'pass' : null,
      },
    },
  };
}

/**
 * The method with that id, or a new one when `id` names a test card.
 * @throws ProviderError when the method was detached, or was used for a payment without being saved.
 */
export function usablePaymentMethod(context: Context, id: string, param?: string): Stripe.PaymentMethod {
  const alias = context.publishable ? undefined : testCardByAlias(id);
  if (alias) {
    const year = new Date(context.now * 1000).getUTCFullYear();
    return keep(context, alias, { exp_month: 12, exp_year: year + 3, cvc: '123' }, {});
  }
  const method = get<Stripe.PaymentMethod>(context, 'payment_method', id, param);
  if (!storedCard(context, id).spent) return method;
  throw invalidRequest(
    'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
    { code: 'payment_method_unexpected_state', ...(param && { param }) },
  );
}

export const isExpired = (context: Context, { card }: Stripe.PaymentMethod) =>
  isPast(context.now, card!.exp_month, card!.exp_year);

export function storedCard(context: Context, paymentMethod: string) {
  const card = context.store.card(paymentMethod);
  if (!card) throw new Error(`No card is stored for ${paymentMethod}`);
  return card;
}
