import type { Stripe } from 'stripe';
import { type Context, get } from './context.ts';
import { missing } from './errors.ts';

/** @throws ProviderError, also for a deleted customer. */
export function existingCustomer(context: Context, id: string, param?: string): Stripe.Customer {
  const customer = get<Stripe.Customer | Stripe.DeletedCustomer>(context, 'customer', id, param);
  if (customer.deleted) throw missing('customer', id, param);
  return customer;
}
