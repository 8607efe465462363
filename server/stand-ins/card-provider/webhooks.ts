/**
 * Delivers signed events to the application, and retries for about three days until it responds with 2xx
 * (https://docs.stripe.com/webhooks).
 */
import { createHmac } from 'node:crypto';
import type { Stripe } from 'stripe';
import { type Clock, type Log, secondsOf } from '../host.ts';
import type { Store } from './store.ts';

/** Seconds until the next attempt; about three days in total, as with the real provider. */
const RETRY_SECONDS = [1, 5, 30, 120, 900, 3600, 6 * 3600, 12 * 3600, 24 * 3600, 24 * 3600];
const TIMEOUT_MS = 10_000;
const AT_ONCE = 5;
/** Checks at least this often while events are waiting, because the clock may be moved. */
const LOOK_MS = 1000;

interface WebhookOptions {
  store: Store;
  clock: Clock;
  url: string;
  secret: string;
  log: Log;
}

export function createWebhooks(options: WebhookOptions) {
  const { store } = options;
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  const now = () => secondsOf(options.clock);

  function wake(): void {
    if (closing.signal.aborted) return;
    again = true;
    running ??= run().finally(() => {
      running = undefined;
    });
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    while (again && !closing.signal.aborted) {
      again = false;
      const due = store.dueDeliveries(now(), AT_ONCE);
      await Promise.all(due.map(({ event, attempts }) => deliver(options, event, attempts, closing.signal)));
      if (due.length > 0) again = true;
    }
    const next = closing.signal.aborted ? null : store.nextDelivery();
    if (next === null) return;
    timer = setTimeout(wake, Math.min(LOOK_MS, Math.max(0, next - now()) * 1000)).unref();
  }

  return {
    wake,
    async close(): Promise<void> {
      closing.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

async function deliver(options: WebhookOptions, id: string, attempts: number, closing: AbortSignal): Promise<void> {
  const { store, clock, log } = options;
  const event = store.find<Stripe.Event>('event', id);
  if (!event) return store.delivered(id);
  const outcome = await post(options, JSON.stringify(event, null, 2), closing);
  if (closing.aborted) return;
  const wait = RETRY_SECONDS[attempts];
  if (outcome === 'ok') {
    store.transaction(() => {
      store.put({ ...event, pending_webhooks: 0 });
      store.delivered(id);
    });
  } else if (wait === undefined) {
    log.warn({ event: id, type: event.type, outcome }, 'card provider stopped retrying a webhook');
    store.delivered(id);
  } else store.postpone(id, attempts + 1, secondsOf(clock) + wait);
}

async function post({ url, secret, clock }: WebhookOptions, payload: string, closing: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'Stripe-Signature': signatureHeader(payload, secret, secondsOf(clock)),
      },
      body: payload,
    });
    await response.body?.cancel();
    return response.ok ? 'ok' : `status ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.name : 'error';
  }
}

function signatureHeader(payload: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}
