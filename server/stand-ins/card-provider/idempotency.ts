/** Executes a call once per key, and repeats the response (https://docs.stripe.com/api/idempotent_requests). */
import { createHash } from 'node:crypto';
import { ProviderError } from './errors.ts';
import type { Form } from './params.ts';
import type { Store } from './store.ts';

const KEY_SECONDS = 24 * 3600;

export interface Settled {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

export type Run = (save?: (settled: Settled) => void) => Settled;

interface KeyedCall {
  key: string;
  publishable: boolean;
  path: string;
  form: Form;
  request: string;
  now: number;
}

export function createIdempotency(store: Store) {
  const running = new Set<string>();
  return async (call: KeyedCall, run: Run, meanwhile?: () => Promise<void>): Promise<Settled> => {
    const name = `${call.publishable ? 'pk' : 'sk'}:${call.key}`;
    if (running.has(name)) throw keyInUse(call.key);
    running.add(name);
    try {
      await meanwhile?.();
      return runOrRepeat(store, name, call, run);
    } finally {
      running.delete(name);
    }
  };
}

function runOrRepeat(store: Store, name: string, { key, path, form, request, now }: KeyedCall, run: Run): Settled {
  const fingerprint = createHash('sha256').update(JSON.stringify(form)).digest('hex');
  store.forgetAnswers(now - KEY_SECONDS);
  const saved = store.savedAnswer(name);
  if (!saved)
    return run(({ status, body }) => store.saveAnswer(name, { path, fingerprint, request, status, body }, now));
  if (saved.path !== path || saved.fingerprint !== fingerprint) throw keyReused(key, path, saved.path);
  const headers = { 'Original-Request': saved.request, 'Idempotent-Replayed': 'true' };
  return { status: saved.status, body: saved.body, headers };
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
