// What the site remembers. Until the visitor accepts, every value lives in memory only; accepting copies the values
// to localStorage and dismissing the banner is the one thing remembered without consent, because it is the refusal itself.

export type Consent = 'accepted' | 'rejected' | undefined;

const prefix = 'sigill.';
const memory = new Map<string, string>();
const listeners = new Set<() => void>();
const store = reachable();

let consent = (store?.getItem(`${prefix}consent`) ?? undefined) as Consent;
if (consent === 'accepted') load();

export const storage = {
  get: (key: string): string | undefined => memory.get(key),
  set(key: string, value: string): void {
    memory.set(key, value);
    if (consent === 'accepted') store?.setItem(prefix + key, value);
    notify();
  },
  remove(key: string): void {
    memory.delete(key);
    store?.removeItem(prefix + key);
    notify();
  },
  /** Reads a value again: another tab may have written it, and the event that tells so may not have come yet. */
  reread(key: string): void {
    if (consent !== 'accepted') return;
    takeStored(prefix + key);
    notify();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export const storageConsent = {
  get: (): Consent => consent,
  accept(): void {
    consent = 'accepted';
    store?.setItem(`${prefix}consent`, consent);
    for (const [key, value] of memory) store?.setItem(prefix + key, value);
    notify();
  },
  reject(): void {
    consent = 'rejected';
    store?.setItem(`${prefix}consent`, consent);
    for (const key of memory.keys()) store?.removeItem(prefix + key);
    notify();
  },
};

/** Follows what other tabs change, so that signing in or out there is seen here. */
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === null) memory.clear();
    else if (key === `${prefix}consent`) consent = (newValue ?? undefined) as Consent;
    else if (!key.startsWith(prefix)) return;
    // The value of the event is not used, because this tab may have written a newer one.
    else takeStored(key);
    notify();
  });

function takeStored(name: string) {
  const value = store?.getItem(name) ?? null;
  if (value === null) memory.delete(name.slice(prefix.length));
  else memory.set(name.slice(prefix.length), value);
}

function notify() {
  for (const listener of listeners) listener();
}

function load() {
  for (let index = 0; index < (store?.length ?? 0); index++) {
    const key = store?.key(index);
    if (key?.startsWith(prefix) && key !== `${prefix}consent`)
      memory.set(key.slice(prefix.length), store?.getItem(key) ?? '');
  }
}

function reachable(): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.localStorage;
  } catch {
    return undefined;
  }
}
