/** Callbacks of the mock: written down for each change of state, and sent to receivers on this machine. */
import { EventEmitter, once } from 'node:events';
import { ATTEMPTS, retryDelay } from '../../server/callbacks/schedule.ts';
import { describeFailure, send } from '../../server/callbacks/send.ts';
import { signatureHeaders } from '../../server/callbacks/webhook-signature.ts';
import { addSeconds } from '../../server/core/clock.ts';
import { isLoopback } from '../../server/core/loopback.ts';
import type { CallbackEvent, CallbackRecord, SessionState } from '../../server/generated/operations.gen.ts';
import { randomText } from '../../server/secrets/random-secret.ts';
import type { Account } from './accounts.ts';
import type { Session } from './sessions.ts';

export type Deliveries = ReturnType<typeof createDeliveries>;

const MOST_EVENTS = 50;

export function createDeliveries(now: () => Date) {
  const stop = new AbortController();
  const happened = new EventEmitter().setMaxListeners(0);
  const timers = new Set<NodeJS.Timeout>();
  let last = Promise.resolve();

  /** One after another, so that a receiver learns of the states in their order. */
  function deliver(account: Account, callback: CallbackRecord): void {
    last = last.then(() => attempt(account, callback));
  }

  async function attempt(account: Account, callback: CallbackRecord): Promise<void> {
    const started = performance.now();
    const at = now();
    const reply = await sendOnce(account, callback, at);
    if (stop.signal.aborted) return;
    callback.attempt_list.push({
      number: ++callback.attempts,
      created: at.toISOString(),
      duration_ms: Math.round(performance.now() - started),
      ...reply,
    });
    delete callback.next_attempt;
    const { status_code = 0 } = reply;
    if (status_code >= 200 && status_code < 300) callback.state = 'DELIVERED';
    else if (callback.attempts >= ATTEMPTS) callback.state = 'FAILED';
    else deliverLater(account, callback, retryDelay(ATTEMPTS - callback.attempts));
  }

  async function sendOnce(account: Account, callback: CallbackRecord, at: Date) {
    const { id, url, payload } = callback;
    const body = JSON.stringify(payload);
    const headers = signatureHeaders(secretsOf(account), id, at, body);
    callback.message = { headers, body };
    try {
      const options = { mode: 'local', resolve: async () => [], stop: stop.signal } as const;
      const { status_code } = await send({ url, headers: { ...headers }, body }, options);
      return { status_code };
    } catch (error) {
      return { error: describeFailure(error) };
    }
  }

  function deliverLater(account: Account, callback: CallbackRecord, seconds: number): void {
    callback.next_attempt = addSeconds(now(), seconds).toISOString();
    const timer = setTimeout(() => {
      timers.delete(timer);
      deliver(account, callback);
    }, seconds * 1000);
    timers.add(timer);
  }

  return {
    /** Keeps the event for whoever listens, and sends it. A receiver elsewhere gets nothing: its callbacks stay PENDING. */
    report({ account, callback_url: url, ...session }: Session, previous_state: SessionState): void {
      if (!account) return;
      const payload = eventOf(session, previous_state, now());
      account.events.push(payload);
      happened.emit('event');
      if (!url) return;
      const { id, created, type } = payload;
      const callback: CallbackRecord = {
        id,
        session_id: session.id,
        type,
        url,
        state: 'PENDING',
        session_state: session.state,
        created,
        next_attempt: created,
        attempts: 0,
        payload,
        attempt_list: [],
      };
      account.lists.callbacks.unshift(callback);
      if (isLoopback(new URL(url).hostname)) deliver(account, callback);
    },

    /** The events of an account after a position. Waits for the next one when there is none. */
    async eventsAfter(account: Account, { after, seconds }: { after: number; seconds: number }) {
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(seconds * 1000)]);
      while (account.events.length <= after && !signal.aborted)
        await once(happened, 'event', { signal }).catch(() => undefined);
      const events = account.events.slice(after, after + MOST_EVENTS);
      return events.map((event) => {
        const body = JSON.stringify(event);
        return { headers: signatureHeaders(secretsOf(account), event.id, now(), body), body };
      });
    },

    deliver,

    async stop(): Promise<void> {
      stop.abort();
      timers.forEach(clearTimeout);
      await last;
    },
  };
}

export const secretsOf = ({ signing, previousSecret }: Account) => [
  signing.secret,
  ...(previousSecret === undefined ? [] : [previousSecret]),
];

function eventOf({ id, state, reference, failure }: Omit<Session, 'account'>, previous_state: SessionState, now: Date) {
  const data = {
    id,
    state,
    previous_state,
    ...(reference !== undefined && { reference }),
    ...(failure && { failure }),
  };
  const event: CallbackEvent = {
    id: `msg_${randomText(24)}`,
    type: 'session.state_changed',
    created: now.toISOString(),
    data,
  };
  return event;
}
