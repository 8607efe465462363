import { useSyncExternalStore } from 'react';

/**
 * The connection to the service, as observed from this page's calls. `unreachable`: no response. `busy`: it responded that it takes no
 * calls now. `again` is the time of the next check, in milliseconds as in `Date.now()`.
 */
export type Connection = { state: 'fine' | 'slow' | 'offline' } | { state: 'unreachable' | 'busy'; again: number };

export const SCREEN_NOT_FETCHED = 'A screen could not be fetched.';
const fine: Connection = { state: 'fine' };
const slow_ms = 6000;
/** Delays before checking again whether the service responds, unless it said when to retry. The last one repeats. */
const waits_ms = [5000, 10_000, 20_000, 30_000];

let current: Connection = fine;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const slowCalls = new Set<symbol>();
const listeners = new Set<() => void>();
const recoveries = new Set<() => void>();

export const connection = {
  get: (): Connection => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  onRecovery(listener: () => void): () => void {
    recoveries.add(listener);
    return () => recoveries.delete(listener);
  },
  ask,
};

export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.get, () => fine);

export async function observedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const call = Symbol();
  const slowness = setTimeout(() => {
    slowCalls.add(call);
    if (current.state === 'fine') change({ state: 'slow' });
  }, slow_ms);
  try {
    const response = await fetch(input, init);
    learn(response);
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) lose();
    throw error;
  } finally {
    clearTimeout(slowness);
    slowCalls.delete(call);
    if (current.state === 'slow' && slowCalls.size === 0) change(fine);
  }
}

function learn({ status, headers }: Response) {
  if (status !== 503) {
    failures = 0;
    if (current.state !== 'slow') change(fine);
    return;
  }
  askAgainIn('busy', waitOf(headers.get('retry-after')) ?? nextWait());
}

function lose() {
  if (navigator.onLine) askAgainIn('unreachable', nextWait());
  else change({ state: 'offline' });
}

const nextWait = () => waits_ms[Math.min(failures++, waits_ms.length - 1)] ?? 0;

/** `Retry-After` in milliseconds: seconds or a date (RFC 9110, 10.2.3). */
function waitOf(header: string | null): number | undefined {
  if (!header) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(1000, wait);
}

function askAgainIn(state: 'unreachable' | 'busy', wait_ms: number) {
  clearTimeout(timer);
  timer = setTimeout(() => void ask(), wait_ms);
  change({ state, again: Date.now() + wait_ms });
}

/** Checks whether the service accepts calls again, because the page may make no call of its own that would tell. */
async function ask() {
  clearTimeout(timer);
  await fetch('/readyz', { cache: 'no-store' }).then(learn, lose);
}

function change(next: Connection) {
  const before = current;
  if (next.state === before.state && next.state !== 'busy' && next.state !== 'unreachable') return;
  current = next;
  for (const listener of listeners) listener();
  if (next.state !== 'fine') return;
  clearTimeout(timer);
  if (before.state !== 'slow') for (const recovered of recoveries) recovered();
}

if (typeof window !== 'undefined') {
  if (!navigator.onLine) current = { state: 'offline' };
  addEventListener('offline', () => {
    clearTimeout(timer);
    change({ state: 'offline' });
  });
  addEventListener('online', () => void ask());
  // The router would reload the page to fetch a missing screen, which can't work offline. This message marks such errors.
  addEventListener('vite:preloadError', ({ payload }) => {
    if (current.state === 'offline' || current.state === 'unreachable') payload.message = SCREEN_NOT_FETCHED;
  });
}
