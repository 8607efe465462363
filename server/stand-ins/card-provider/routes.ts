/** Every call that is implemented, one line each. */
import type { Stripe } from 'stripe';
import { type Context, get, listPage } from './context.ts';
import {
  CUSTOMER,
  createCustomer,
  deleteCustomer,
  NEW_CUSTOMER,
  retrieveCustomer,
  updateCustomer,
} from './customers.ts';
import { invalidRequest } from './errors.ts';
import { CANCEL, RETRIEVE } from './intents.ts';
import { PAGE, type ParamsOf, type Shape, shapeOf } from './params.ts';
import {
  CONFIRM_PAYMENT_INTENT,
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  NEW_PAYMENT_INTENT,
  PAYMENT_INTENTS,
  retrievePaymentIntent,
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
  retrievePaymentMethod,
  updatePaymentMethod,
} from './payment-methods.ts';
import {
  CONFIRM_SETUP_INTENT,
  cancelSetupIntent,
  confirmSetupIntent,
  createSetupIntent,
  listSetupIntents,
  NEW_SETUP_INTENT,
  retrieveSetupIntent,
  SETUP_INTENTS,
} from './setup-intents.ts';

interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string[];
  params: Shape;
  publishable: boolean;
  run: (context: Context, id: string, params: never) => object;
}

const NONE = {} as const satisfies Shape;
const CHARGES = shapeOf<Stripe.ChargeListParams>()({ ...PAGE, customer: 'string', payment_intent: 'string' });
const EVENTS = shapeOf<Stripe.EventListParams>()({ ...PAGE, type: 'string', types: 'strings' });

/** `browsers` may call it with the publishable key. */
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

const ROUTES: readonly Route[] = [
  route('POST /v1/customers', NEW_CUSTOMER, withoutId(createCustomer)),
  route('GET /v1/customers/:id', NONE, retrieveCustomer),
  route('POST /v1/customers/:id', CUSTOMER, updateCustomer),
  route('DELETE /v1/customers/:id', NONE, deleteCustomer),
  route('GET /v1/customers/:id/payment_methods', PAYMENT_METHODS, (context, id, params) =>
    listPaymentMethods(context, { ...params, customer: id }, `/v1/customers/${id}/payment_methods`),
  ),
  route('POST /v1/setup_intents', NEW_SETUP_INTENT, withoutId(createSetupIntent)),
  route('GET /v1/setup_intents', SETUP_INTENTS, withoutId(listSetupIntents)),
  route('GET /v1/setup_intents/:id', RETRIEVE, retrieveSetupIntent, 'browsers'),
  route('POST /v1/setup_intents/:id/confirm', CONFIRM_SETUP_INTENT, confirmSetupIntent, 'browsers'),
  route('POST /v1/setup_intents/:id/cancel', CANCEL, cancelSetupIntent),
  route('POST /v1/payment_methods', NEW_PAYMENT_METHOD, withoutId(createPaymentMethod), 'browsers'),
  route('GET /v1/payment_methods', PAYMENT_METHODS, withoutId(listPaymentMethods)),
  route('GET /v1/payment_methods/:id', NONE, retrievePaymentMethod),
  route('POST /v1/payment_methods/:id', PAYMENT_METHOD, updatePaymentMethod),
  route('POST /v1/payment_methods/:id/attach', ATTACH, attachPaymentMethod),
  route('POST /v1/payment_methods/:id/detach', NONE, detachPaymentMethod),
  route('POST /v1/payment_intents', NEW_PAYMENT_INTENT, withoutId(createPaymentIntent)),
  route('GET /v1/payment_intents', PAYMENT_INTENTS, withoutId(listPaymentIntents)),
  route('GET /v1/payment_intents/:id', RETRIEVE, retrievePaymentIntent, 'browsers'),
  route('POST /v1/payment_intents/:id/confirm', CONFIRM_PAYMENT_INTENT, confirmPaymentIntent, 'browsers'),
  route('POST /v1/payment_intents/:id/cancel', CANCEL, cancelPaymentIntent),
  route('GET /v1/charges', CHARGES, (context, _id, { customer, payment_intent, created, ...page }) =>
    listPage(context, '/v1/charges', { object: 'charge', customer, payment_intent, created }, page),
  ),
  route('GET /v1/charges/:id', NONE, (context, id) => get<Stripe.Charge>(context, 'charge', id)),
  route('GET /v1/events', EVENTS, (context, _id, { type, types, created, ...page }) =>
    listPage(context, '/v1/events', { object: 'event', types: type ? [type] : types, created }, page),
  ),
  route('GET /v1/events/:id', NONE, (context, id) => get<Stripe.Event>(context, 'event', id)),
];

/** @throws ProviderError when the call does not exist, or is not available to browsers. */
export function findRoute(method: string, path: string, publishable: boolean): { route: Readable; id: string } {
  const parts = path.split('/');
  const found = ROUTES.find(
    (candidate) =>
      candidate.method === method &&
      candidate.path.length === parts.length &&
      candidate.path.every((part, place) => part === ':id' || part === parts[place]),
  );
  if (!found) {
    throw invalidRequest(
      `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      {},
      404,
    );
  }
  if (publishable && !found.publishable) {
    throw invalidRequest(
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      { code: 'secret_key_required' },
      403,
    );
  }
  return { route: found as Readable, id: decodeURIComponent(parts[found.path.indexOf(':id')] ?? '') };
}

/** The table contains routes of many shapes; each route reads what its own shape parses. */
type Readable = Omit<Route, 'run'> & { run: (context: Context, id: string, params: object) => object };
