/**
 * The card provider's HTTP API, as the `stripe` package and Stripe.js use it: form requests, JSON responses, keys, versions,
 * idempotency, expansion and errors (https://docs.stripe.com/api).
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Stripe } from 'stripe';
import { type Clock, secondsOf } from '../host.ts';
import type { Context } from './context.ts';
import { invalidRequest, ProviderError } from './errors.ts';
import { createIdempotency, type Run, type Settled } from './idempotency.ts';
import { newId } from './ids.ts';
import { type Form, parseForm, readParams } from './params.ts';
import { findRoute } from './routes.ts';
import type { Store } from './store.ts';
import { browserView, expand } from './views.ts';

const KEY_LENGTH = 255;

export interface ApiRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ApiAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface ApiOptions {
  store: Store;
  clock: Clock;
  keys: { publishable_key: string; secret_key: string };
  public_url: string;
  wake: () => void;
}

export type Api = ReturnType<typeof createApi>;

interface CallOptions {
  /** Whether the call comes from a browser, which may use only the publishable key. */
  browsers?: boolean;
  meanwhile?: () => Promise<void>;
}

export function createApi(options: ApiOptions) {
  const runOnce = createIdempotency(options.store);

  return async function answer(request: ApiRequest, { browsers = false, meanwhile }: CallOptions = {}) {
    const asked = readHeaders(request);
    try {
      const { context, path, form } = readCall(options, request, asked, browsers);
      const run: Run = (save) => settle(options.store, () => carryOut(context, request.method, path, form), save);
      if (asked.idempotency_key === undefined) {
        await meanwhile?.();
        return reply(asked, run());
      }
      const call = { ...asked, key: asked.idempotency_key, publishable: context.publishable, path, form };
      return reply(asked, await runOnce({ ...call, now: context.now }, run, meanwhile));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return reply(asked, { status: error.status, body: render({ error: error.body }) });
    } finally {
      options.wake();
    }
  };
}

interface Asked {
  request: string;
  idempotency_key: string | undefined;
  version: string;
}

const readHeaders = ({ method, headers }: ApiRequest): Asked => ({
  request: newId.request(),
  idempotency_key: method === 'POST' ? textOf(headers['idempotency-key']) : undefined,
  version: textOf(headers['stripe-version']) ?? Stripe.API_VERSION,
});

function readCall(
  { store, clock, keys, public_url }: ApiOptions,
  { method, url, headers, body }: ApiRequest,
  { request, idempotency_key, version }: Asked,
  browsers: boolean,
): { context: Context; path: string; form: Form } {
  const { pathname, search } = new URL(url, 'http://localhost');
  const { key: formKey, _stripe_version, ...form } = parseForm(method === 'POST' ? body : search.slice(1));
  const publishable = authenticate(keys, textOf(headers.authorization) ?? bearer(formKey), browsers);
  if (!/^\d{4}-\d{2}-\d{2}(\.\w+)?$/.test(version)) throw invalidRequest(`Invalid Stripe API version: ${version}`);
  if (idempotency_key && idempotency_key.length > KEY_LENGTH)
    throw invalidRequest(`Idempotency keys must be ${KEY_LENGTH} characters or less`, {}, 400);
  const context = {
    store,
    now: secondsOf(clock),
    request: { id: request, idempotency_key: idempotency_key ?? null },
    publishable,
    public_url,
  };
  return { context, path: pathname, form };
}

function authenticate(keys: ApiOptions['keys'], authorization: string | undefined, browsers: boolean): boolean {
  const given = keyOf(authorization);
  if (!given)
    throw invalidRequest(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      {},
      401,
    );
  if (sameText(given, keys.publishable_key)) return true;
  if (!browsers && sameText(given, keys.secret_key)) return false;
  throw invalidRequest(`Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(8)}${given.slice(-4)}`, {}, 401);
}

const reply = ({ request, idempotency_key, version }: Asked, { status, body, headers }: Settled): ApiAnswer => ({
  status,
  headers: {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache, no-store',
    'Request-Id': request,
    'Stripe-Version': version,
    ...(idempotency_key && { 'Idempotency-Key': idempotency_key, 'Original-Request': request }),
    ...headers,
  },
  body,
});

/** Runs a call in one transaction. The effects of a declined card are stored. Every other refusal is rolled back. */
function settle(store: Store, run: () => object, save?: (settled: Settled) => void): Settled {
  return store.transaction(() => {
    const [status, value] = outcome(run);
    const settled = { status, body: render(value) };
    save?.(settled);
    return settled;
  });
}

function outcome(run: () => object): [status: number, value: object] {
  try {
    return [200, run()];
  } catch (error) {
    if (error instanceof ProviderError && error.status === 402) return [402, { error: error.body }];
    throw error;
  }
}

function carryOut(context: Context, method: string, path: string, form: Form): object {
  const { route, id } = findRoute(method, path, context.publishable);
  const { expand: paths, ...rest } = form;
  const run = () => route.run(context, id, readParams(rest, route.params));
  if (!context.publishable) return expand(context.store, run(), paths);
  assertClientSecret(context, id, rest['client_secret']);
  try {
    return browserView(run());
  } catch (error) {
    if (error instanceof ProviderError) throw new ProviderError(error.status, browserView(error.body));
    throw error;
  }
}

function assertClientSecret({ store }: Context, id: string, given: Form[string] | undefined): void {
  const intent = id === '' ? undefined : (store.findAny(id) as { client_secret?: string; object: string } | undefined);
  if (!intent?.client_secret) return;
  if (typeof given !== 'string')
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  if (!sameText(given, intent.client_secret))
    throw invalidRequest(`The client_secret provided does not match the client_secret associated with this object.`, {
      code: `${intent.object}_invalid_parameter`,
      param: 'client_secret',
    });
}

function keyOf(authorization: string | undefined): string | undefined {
  const [, scheme, value] = /^(bearer|basic) +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (!scheme || !value) return undefined;
  return scheme.toLowerCase() === 'bearer' ? value : Buffer.from(value, 'base64').toString('utf8').split(':')[0];
}

const bearer = (key: Form[string] | undefined) => (typeof key === 'string' ? `Bearer ${key}` : undefined);
const digest = (text: string) => createHash('sha256').update(text).digest();
const sameText = (left: string, right: string) => timingSafeEqual(digest(left), digest(right));
const textOf = (value: string | string[] | undefined) => (typeof value === 'string' && value ? value : undefined);
const render = (value: object) => JSON.stringify(value, null, 2);
