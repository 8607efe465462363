/**
 * The card provider's HTTP API, as the `stripe` package and Stripe.js speak it: forms in, JSON out, keys, versions,
 * idempotency, expansion and errors (https://docs.stripe.com/api).
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Stripe } from 'stripe';
import type { Clock } from '../host.ts';
import type { Context } from './context.ts';
import { invalidRequest, ProviderError } from './errors.ts';
import { expand } from './expand.ts';
import { newId } from './ids.ts';
import { type Form, parseForm, readParams } from './params.ts';
import { browserView } from './publishable.ts';
import { findRoute } from './routes.ts';
import type { Store } from './store.ts';

/** How long an answer is kept for its idempotency key. */
const KEY_SECONDS = 24 * 3600;
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
  /** Called after a call that may have caused events. */
  wake: () => void;
}

export type Api = ReturnType<typeof createApi>;

export function createApi({ store, clock, keys, public_url, wake }: ApiOptions) {
  const running = new Set<string>();
  const now = () => Math.floor(clock.now().getTime() / 1000);

  /** Answers one call. `browsers` admits the publishable key only. `meanwhile` runs before the call is carried out. */
  return async function answer(
    { method, url, headers, body }: ApiRequest,
    { browsers = false, meanwhile }: { browsers?: boolean; meanwhile?: () => Promise<void> } = {},
  ): Promise<ApiAnswer> {
    const request = newId.request();
    const idempotencyKey = method === 'POST' ? textOf(headers['idempotency-key']) : undefined;
    const version = textOf(headers['stripe-version']) ?? Stripe.API_VERSION;
    const replied = (status: number, text: string, extra: Record<string, string> = {}): ApiAnswer => ({
      status,
      headers: {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-cache, no-store',
        'Request-Id': request,
        'Stripe-Version': version,
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey, 'Original-Request': request }),
        ...extra,
      },
      body: text,
    });
    let claimed: string | undefined;
    try {
      const { pathname, search } = new URL(url, 'http://localhost');
      const { key: formKey, _stripe_version, ...form } = parseForm(method === 'POST' ? body : search.slice(1));
      const publishable = authenticate(textOf(headers.authorization) ?? bearer(formKey), browsers);
      if (!/^\d{4}-\d{2}-\d{2}(\.\w+)?$/.test(version)) throw invalidRequest(`Invalid Stripe API version: ${version}`);
      if (idempotencyKey && idempotencyKey.length > KEY_LENGTH) {
        throw invalidRequest(`Idempotency keys must be ${KEY_LENGTH} characters or less`, {}, 400);
      }
      const context: Context = {
        store,
        now: now(),
        request: { id: request, idempotency_key: idempotencyKey ?? null },
        publishable,
        public_url,
      };
      const run = () => carryOut(context, method, pathname, form);
      if (!idempotencyKey) {
        await meanwhile?.();
        return replied(...settle(store, run));
      }
      const name = `${publishable ? 'pk' : 'sk'}:${idempotencyKey}`;
      if (running.has(name)) throw keyInUse(idempotencyKey);
      running.add(name);
      claimed = name;
      await meanwhile?.();
      const fingerprint = createHash('sha256').update(JSON.stringify(form)).digest('hex');
      store.forgetAnswers(context.now - KEY_SECONDS);
      const saved = store.savedAnswer(name);
      if (saved) {
        if (saved.path !== pathname || saved.fingerprint !== fingerprint) {
          throw keyReused(idempotencyKey, pathname, saved.path);
        }
        return replied(saved.status, saved.body, { 'Original-Request': saved.request, 'Idempotent-Replayed': 'true' });
      }
      const save = (status: number, text: string) =>
        store.saveAnswer(name, { path: pathname, fingerprint, request, status, body: text }, context.now);
      return replied(...settle(store, run, save));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return replied(error.status, render({ error: error.body }));
    } finally {
      if (claimed) running.delete(claimed);
      wake();
    }
  };

  /** @returns whether the key is the publishable one. */
  function authenticate(authorization: string | undefined, browsers: boolean): boolean {
    const given = keyOf(authorization);
    if (!given) {
      throw invalidRequest(
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
        {},
        401,
      );
    }
    if (sameText(given, keys.publishable_key)) return true;
    if (!browsers && sameText(given, keys.secret_key)) return false;
    throw invalidRequest(`Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(8)}${given.slice(-4)}`, {}, 401);
  }
}

/** One transaction. A refused card is an answer: what it left behind stays. Every other refusal leaves nothing. */
function settle(
  store: Store,
  run: () => object,
  save?: (status: number, text: string) => void,
): [status: number, text: string] {
  return store.transaction(() => {
    const [status, value] = outcome(run);
    const text = render(value);
    save?.(status, text);
    return [status, text];
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

/** A browser may touch an intent when it knows the intent's secret. */
function assertClientSecret({ store }: Context, id: string, given: Form[string] | undefined): void {
  const intent = id === '' ? undefined : (store.findAny(id) as { client_secret?: string; object: string } | undefined);
  if (!intent?.client_secret) return;
  if (typeof given !== 'string') {
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  if (!sameText(given, intent.client_secret)) {
    throw invalidRequest(`The client_secret provided does not match the client_secret associated with this object.`, {
      code: `${intent.object}_invalid_parameter`,
      param: 'client_secret',
    });
  }
}

const keyInUse = (key: string) =>
  new ProviderError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Stripe API key and Idempotent Key (${key}). Please try again later.`,
  });

const keyReused = (key: string, path: string, first: string) =>
  new ProviderError(400, {
    type: 'idempotency_error',
    message:
      path === first
        ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
        : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${first}'). Try using a key other than '${key}' if you meant to execute a different request.`,
  });

/** Bearer, or Basic with the key as the user's name. */
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
