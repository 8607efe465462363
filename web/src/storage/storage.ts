// What the site remembers. Until the visitor accepts, every value is kept in memory only. Accepting copies the values to localStorage. A
// refusal is the only thing remembered without consent, because it has to be.

import { useSyncExternalStore } from 'react';

export type Consent = 'accepted' | 'rejected' | undefined;

/** The signed-in user's role, which is removed together with the tokens. */
export const roleKey = 'role';

const prefix = 'sigill.';
const memory = new Map<string, string>();
const listeners = new Set<() => void>();
const browserStorage = accessibleStorage();

let consent = (browserStorage?.getItem(`${prefix}consent`) ?? undefined) as Consent;
if (consent === 'accepted') loadStored();

export const storage = {
  get: (key: string): string | undefined => memory.get(key),
  set(key: string, value: string): void {
    memory.set(key, value);
    if (consent === 'accepted') browserStorage?.setItem(prefix + key, value);
    notify();
  },
  remove(key: string): void {
    memory.delete(key);
    browserStorage?.removeItem(prefix + key);
    notify();
  },
  /** Another tab may have written the value, and its storage event may not have arrived yet. */
  reread(key: string): void {
    if (consent !== 'accepted') return;
    copyFromBrowser(prefix + key);
    notify();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Undefined at build time. */
export const useStored = (key: string): string | undefined =>
  useSyncExternalStore(
    storage.subscribe,
    () => storage.get(key),
    () => undefined,
  );

export const storageConsent = {
  get: (): Consent => consent,
  accept(): void {
    consent = 'accepted';
    browserStorage?.setItem(`${prefix}consent`, consent);
    for (const [key, value] of memory) browserStorage?.setItem(prefix + key, value);
    notify();
  },
  reject(): void {
    consent = 'rejected';
    browserStorage?.setItem(`${prefix}consent`, consent);
    for (const key of memory.keys()) browserStorage?.removeItem(prefix + key);
    notify();
  },
};

/** Follows changes in other tabs, so that signing in or out there takes effect here too. */
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === null) memory.clear();
    else if (key === `${prefix}consent`) consent = (newValue ?? undefined) as Consent;
    else if (!key.startsWith(prefix)) return;
    // Not the event's value, because this tab may have written a newer one since.
    else copyFromBrowser(key);
    notify();
  });

function copyFromBrowser(name: string) {
  const value = browserStorage?.getItem(name) ?? null;
  if (value === null) memory.delete(name.slice(prefix.length));
  else memory.set(name.slice(prefix.length), value);
}

function notify() {
  for (const listener of listeners) listener();
}

function loadStored() {
  for (let index = 0; index < (browserStorage?.length ?? 0); index++) {
    const key = browserStorage?.key(index);
    if (key?.startsWith(prefix) && key !== `${prefix}consent`)
      memory.set(key.slice(prefix.length), browserStorage?.getItem(key) ?? '');
  }
}

function accessibleStorage(): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.localStorage;
  } catch {
    return undefined;
  }
}
