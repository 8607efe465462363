import type { Stripe } from 'stripe';
import { invalidRequest, missing } from './errors.ts';
import { newEvent } from './objects.ts';
import type { Filter, Store, StoredObject } from './store.ts';

export interface Context {
  store: Store;
  /** Seconds since 1970. */
  now: number;
  request: { id: string; idempotency_key: string | null };
  /** Whether the call uses the publishable key, as browsers do. It then cannot make some calls or see some fields. */
  publishable: boolean;
  public_url: string;
}

/** Stores an event about `object`, which is delivered to the application after the call. */
export function emit(context: Context, type: Stripe.Event['type'], object: object, previous?: object): void {
  const event = newEvent(context.now, type, object, previous, context.request);
  context.store.put(event);
  context.store.enqueue(event.id, context.now);
}

/** @throws ProviderError: 404 for an id in the path, 400 for one in the parameter `param`. */
export function get<T extends StoredObject>(context: Context, object: T['object'], id: string, param?: string): T {
  const found = context.store.find<T>(object, id);
  if (found) return found;
  throw missing(NOUNS[object] ?? object, id, param);
}

/** @throws ProviderError, also for a deleted customer. */
export function existingCustomer(context: Context, id: string, param?: string): Stripe.Customer {
  const customer = get<Stripe.Customer | Stripe.DeletedCustomer>(context, 'customer', id, param);
  if (customer.deleted) throw missing('customer', id, param);
  return customer;
}

const NOUNS: Record<string, string> = {
  payment_method: 'PaymentMethod',
  setup_intent: 'setupintent',
};

export interface Page {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

export function listPage(context: Context, url: string, filter: Filter, page: Page) {
  const limit = page.limit ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > MAX_LIMIT)
    throw invalidRequest(`Invalid limit: must be between 1 and ${MAX_LIMIT}`, {
      code: 'parameter_invalid_integer',
      param: 'limit',
    });
  if (page.starting_after && page.ending_before)
    throw invalidRequest('You cannot parameterize with both starting_after and ending_before', {
      code: 'parameters_exclusive',
    });
  const place = (id: string, param: string) => {
    const sequence = context.store.sequenceOf(filter.object, id);
    if (sequence === undefined) throw missing(NOUNS[filter.object] ?? filter.object, id, param);
    return sequence;
  };
  const rows = context.store.list(filter, limit, {
    ...(page.starting_after && { after: place(page.starting_after, 'starting_after') }),
    ...(page.ending_before && { before: place(page.ending_before, 'ending_before') }),
  });
  const data = rows.slice(0, limit);
  return { object: 'list', data: page.ending_before ? data.reverse() : data, has_more: rows.length > limit, url };
}
