import type { Stripe } from 'stripe';
import { type Context, get, listPage, type Page } from './context.ts';
import { CUSTOMER, createCustomer, deleteCustomer, NEW_CUSTOMER, updateCustomer } from './customers.ts';
import { closeDispute, DISPUTE, updateDispute } from './disputes.ts';
import { invalidRequest } from './errors.ts';
import { CANCEL, CONFIRM, cancelIntent, RETRIEVE } from './intents.ts';
import { idOf } from './objects.ts';
import { PAGE, type ParamsOf, type Shape, shapeOf } from './params.ts';
import {
  CONFIRM_PAYMENT_INTENT,
  confirmPaymentIntent,
  createPaymentIntent,
  NEW_PAYMENT_INTENT,
} from './payment-intents.ts';
import {
  ATTACH,
  attachPaymentMethod,
  createPaymentMethod,
  detachPaymentMethod,
  listPaymentMethods,
  NEW_PAYMENT_METHOD,
  PAYMENT_METHOD,
  PAYMENT_METHODS,
  updatePaymentMethod,
} from './payment-methods.ts';
import { createRefund, NEW_REFUND } from './refunds.ts';
import { confirmSetupIntent, createSetupIntent, NEW_SETUP_INTENT } from './setup-intents.ts';
import type { Filter } from './store.ts';

interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string[];
  params: Shape;
  publishable: boolean;
  run: (context: Context, id: string, params: never) => object;
}

const NONE = {} as const satisfies Shape;
const INTENTS = shapeOf<Stripe.SetupIntentListParams & Stripe.PaymentIntentListParams>()({
  ...PAGE,
  customer: 'string',
});
const CHARGES = shapeOf<Stripe.ChargeListParams>()({ ...PAGE, customer: 'string', payment_intent: 'string' });
const BY_PAYMENT = shapeOf<Stripe.RefundListParams & Stripe.DisputeListParams>()({
  ...PAGE,
  charge: 'string',
  payment_intent: 'string',
});
const MOVEMENTS = shapeOf<Stripe.BalanceTransactionListParams>()({ ...PAGE, type: 'string' });
const EVENTS = shapeOf<Stripe.EventListParams>()({ ...PAGE, type: 'string', types: 'strings' });

function route<S extends Shape>(
  line: `${Route['method']} /v1/${string}`,
  params: S,
  run: (context: Context, id: string, params: ParamsOf<S>) => object,
  browsers?: 'browsers',
): Route {
  const [method, path] = line.split(' ') as [Route['method'], string];
  return { method, path: path.split('/'), params, publishable: browsers === 'browsers', run };
}

const withoutId =
  <P>(run: (context: Context, params: P) => object) =>
  (context: Context, _id: string, params: P) =>
    run(context, params);

/** A deleted customer can still be retrieved. */
const retrieve = (object: string) => (context: Context, id: string) => get(context, object, id);

const list =
  (object: string) =>
  (
    context: Context,
    _id: string,
    { customer, payment_intent, created, type, types, ...page }: Omit<Filter, 'object'> & { type?: string } & Page,
  ) =>
    listPage(
      context,
      `/v1/${object}s`,
      { object, customer, payment_intent, created, types: type ? [type] : types },
      page,
    );

/**
 * Filters by the charge's payment: only one charge of a payment succeeds, so all of the payment's refunds and disputes belong to
 * that charge.
 */
const ofCharge =
  (object: string) =>
  (context: Context, id: string, { charge, ...params }: ParamsOf<typeof BY_PAYMENT>) =>
    list(object)(context, id, {
      ...params,
      ...(charge && { payment_intent: idOf(get<Stripe.Charge>(context, 'charge', charge, 'charge').payment_intent)! }),
    });

const ROUTES: readonly Route[] = [
  route('POST /v1/customers', NEW_CUSTOMER, withoutId(createCustomer)),
  route('GET /v1/customers/:id', NONE, retrieve('customer')),
  route('POST /v1/customers/:id', CUSTOMER, updateCustomer),
  route('DELETE /v1/customers/:id', NONE, deleteCustomer),
  route('GET /v1/customers/:id/payment_methods', PAYMENT_METHODS, (context, id, params) =>
    listPaymentMethods(context, { ...params, customer: id }, `/v1/customers/${id}/payment_methods`),
  ),
  route('POST /v1/setup_intents', NEW_SETUP_INTENT, withoutId(createSetupIntent)),
  route('GET /v1/setup_intents', INTENTS, list('setup_intent')),
  route('GET /v1/setup_intents/:id', RETRIEVE, retrieve('setup_intent'), 'browsers'),
  route('POST /v1/setup_intents/:id/confirm', CONFIRM, confirmSetupIntent, 'browsers'),
  route('POST /v1/setup_intents/:id/cancel', CANCEL, (context, id, params) =>
    cancelIntent(context, 'setup_intent', id, params),
  ),
  route('POST /v1/payment_methods', NEW_PAYMENT_METHOD, withoutId(createPaymentMethod), 'browsers'),
  route('GET /v1/payment_methods', PAYMENT_METHODS, withoutId(listPaymentMethods)),
  route('GET /v1/payment_methods/:id', NONE, retrieve('payment_method')),
  route('POST /v1/payment_methods/:id', PAYMENT_METHOD, updatePaymentMethod),
  route('POST /v1/payment_methods/:id/attach', ATTACH, attachPaymentMethod),
  route('POST /v1/payment_methods/:id/detach', NONE, detachPaymentMethod),
  route('POST /v1/payment_intents', NEW_PAYMENT_INTENT, withoutId(createPaymentIntent)),
  route('GET /v1/payment_intents', INTENTS, list('payment_intent')),
  route('GET /v1/payment_intents/:id', RETRIEVE, retrieve('payment_intent'), 'browsers'),
  route('POST /v1/payment_intents/:id/confirm', CONFIRM_PAYMENT_INTENT, confirmPaymentIntent, 'browsers'),
  route('POST /v1/payment_intents/:id/cancel', CANCEL, (context, id, params) =>
    cancelIntent(context, 'payment_intent', id, params),
  ),
  route('GET /v1/charges', CHARGES, list('charge')),
  route('GET /v1/charges/:id', NONE, retrieve('charge')),
  route('POST /v1/refunds', NEW_REFUND, withoutId(createRefund)),
  route('GET /v1/refunds', BY_PAYMENT, ofCharge('refund')),
  route('GET /v1/refunds/:id', NONE, retrieve('refund')),
  route('GET /v1/disputes', BY_PAYMENT, ofCharge('dispute')),
  route('GET /v1/disputes/:id', NONE, retrieve('dispute')),
  route('POST /v1/disputes/:id', DISPUTE, updateDispute),
  route('POST /v1/disputes/:id/close', NONE, closeDispute),
  route('GET /v1/balance_transactions', MOVEMENTS, list('balance_transaction')),
  route('GET /v1/balance_transactions/:id', NONE, retrieve('balance_transaction')),
  route('GET /v1/events', EVENTS, list('event')),
  route('GET /v1/events/:id', NONE, retrieve('event')),
];

export function findRoute(method: string, path: string, publishable: boolean): { route: Readable; id: string } {
  const parts = path.split('/');
  const found = ROUTES.find(
    (candidate) =>
      candidate.method === method &&
      candidate.path.length === parts.length &&
      candidate.path.every((part, place) => part === ':id' || part === parts[place]),
  );
  if (!found)
    throw invalidRequest(
      `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      {},
      404,
    );
  if (publishable && !found.publishable)
    throw invalidRequest(
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      { code: 'secret_key_required' },
      403,
    );
  return { route: found as Readable, id: decodeURIComponent(parts[found.path.indexOf(':id')] ?? '') };
}

type Readable = Omit<Route, 'run'> & { run: (context: Context, id: string, params: object) => object };
