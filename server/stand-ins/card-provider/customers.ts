import type { Stripe } from 'stripe';
import { type Context, emit, existingCustomer, get } from './context.ts';
import { invalidRequest } from './errors.ts';
import { idOf, mergeAddress, newCustomer } from './objects.ts';
import { ADDRESS, mergeMetadata, type ParamsOf, shapeOf, textOr } from './params.ts';
import { attach, detach, usablePaymentMethod } from './payment-methods.ts';

export const CUSTOMER = shapeOf<Stripe.CustomerUpdateParams>()({
  address: ADDRESS,
  description: 'string',
  email: 'string',
  invoice_settings: { default_payment_method: 'string', footer: 'string' },
  metadata: 'map',
  name: 'string',
  phone: 'string',
  preferred_locales: 'strings',
  tax_exempt: 'string',
});

export const NEW_CUSTOMER = shapeOf<Stripe.CustomerCreateParams>()({ ...CUSTOMER, payment_method: 'string' });

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const TAX_EXEMPT = ['none', 'exempt', 'reverse'];

export function createCustomer(context: Context, params: ParamsOf<typeof NEW_CUSTOMER>): Stripe.Customer {
  const { payment_method, ...rest } = params;
  const blank = newCustomer(context.now);
  let method: Stripe.PaymentMethod | undefined;
  if (payment_method) method = usablePaymentMethod(context, payment_method, 'payment_method');
  // The default method must belong to the customer, so it is attached first.
  if (method) attach(context, method, blank.id);
  const customer = changed(context, blank, rest);
  context.store.put(customer);
  emit(context, 'customer.created', customer);
  return customer;
}

export function updateCustomer(context: Context, id: string, params: ParamsOf<typeof CUSTOMER>): Stripe.Customer {
  const before = existingCustomer(context, id);
  const customer = changed(context, before, params);
  const previous = Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(customer[name as keyof Stripe.Customer]),
    ),
  );
  context.store.put(customer);
  if (Object.keys(previous).length > 0) emit(context, 'customer.updated', customer, previous);
  return customer;
}

export function deleteCustomer(context: Context, id: string): Stripe.DeletedCustomer {
  const customer = existingCustomer(context, id);
  for (const method of context.store.list({ object: 'payment_method', customer: id }, MANY, {}))
    detach(context, method as Stripe.PaymentMethod);
  const deleted: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true };
  context.store.put(deleted);
  emit(context, 'customer.deleted', customer);
  return deleted;
}

const MANY = 10_000;

function changed(context: Context, from: Stripe.Customer, params: ParamsOf<typeof CUSTOMER>): Stripe.Customer {
  if (params.email && !EMAIL.test(params.email))
    throw invalidRequest(`Invalid email address: ${params.email}`, { code: 'email_invalid', param: 'email' });
  if (params.tax_exempt && !TAX_EXEMPT.includes(params.tax_exempt))
    throw invalidRequest(`Invalid tax_exempt: must be one of ${TAX_EXEMPT.join(', ')}`, { param: 'tax_exempt' });
  return {
    ...from,
    address: mergeAddress(from.address, params.address),
    description: textOr(params.description, from.description),
    email: textOr(params.email, from.email),
    invoice_settings: changedSettings(context, from, params.invoice_settings),
    metadata: mergeMetadata(from.metadata, params.metadata),
    name: textOr(params.name, from.name ?? null),
    phone: textOr(params.phone, from.phone ?? null),
    preferred_locales: params.preferred_locales ?? from.preferred_locales ?? [],
    tax_exempt: params.tax_exempt || from.tax_exempt || 'none',
  };
}

function changedSettings(
  context: Context,
  { id, invoice_settings: from }: Stripe.Customer,
  changes: ParamsOf<typeof CUSTOMER.invoice_settings> | '' | undefined,
): Stripe.Customer.InvoiceSettings {
  if (!changes) return from;
  const param = 'invoice_settings[default_payment_method]';
  const method = textOr(changes.default_payment_method, idOf(from.default_payment_method));
  if (changes.default_payment_method) {
    const { customer } = get<Stripe.PaymentMethod>(context, 'payment_method', changes.default_payment_method, param);
    if (idOf(customer) !== id)
      throw invalidRequest(
        `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
        { code: 'resource_missing', param },
      );
  }
  return { ...from, default_payment_method: method, footer: textOr(changes.footer, from.footer) };
}
