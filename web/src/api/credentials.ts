import type { Credentials } from '@sigill/sdk/portal';
import { useSyncExternalStore } from 'react';
import { roleKey, storage } from '../storage/storage';

export type { Credentials };

const key = 'credentials';
const renewal_margin_ms = 60_000;

/** The tokens and their expiry times. Kept in memory until the visitor accepts storage, then in localStorage too. */
export const credentials = {
  get: (): Credentials | undefined => parse(storage.get(key)),
  set(value: Credentials): void {
    // Without a valid sign-in before, this may be someone else, so the role is removed.
    if (!credentials.isAuthenticated()) storage.remove(roleKey);
    storage.set(key, JSON.stringify(value));
  },
  clear(): void {
    storage.remove(roleKey);
    storage.remove(key);
  },
  reread: (): void => storage.reread(key),

  isAuthenticated(now = Date.now()): boolean {
    const current = credentials.get();
    return (
      current !== undefined &&
      (isUnexpired(current.access_token_expires, now) || isUnexpired(current.refresh_token_expires, now))
    );
  },

  isRenewalDue(now = Date.now()): boolean {
    const current = credentials.get();
    return !current?.access_token || !isUnexpired(current.access_token_expires, now + renewal_margin_ms);
  },

  isRenewable(now = Date.now()): boolean {
    const current = credentials.get();
    return !!current?.refresh_token && isUnexpired(current.refresh_token_expires, now);
  },

  /** Calls the listener whenever the visitor signs in or out: through a call, in another tab, or because both tokens expired. */
  subscribe(listener: (authenticated: boolean) => void): () => void {
    let before = credentials.isAuthenticated();
    const check = () => {
      const after = credentials.isAuthenticated();
      if (after === before) return;
      before = after;
      listener(after);
    };
    const stop = storage.subscribe(check);
    const timer = setInterval(check, 10_000);
    return () => {
      stop();
      clearInterval(timer);
    };
  },
};

export const useAuthenticated = (): boolean =>
  useSyncExternalStore(credentials.subscribe, credentials.isAuthenticated, () => false);

const isUnexpired = (expires: string, now: number) => Date.parse(expires) > now;

function parse(text: string | undefined): Credentials | undefined {
  try {
    return storedIn(JSON.parse(text ?? 'null'));
  } catch {
    return undefined;
  }
}

const fields = ['access_token', 'access_token_expires', 'refresh_token', 'refresh_token_expires'] as const;

/** One token with its expiry is enough: a missing access token is renewed by the next call. The missing fields are empty. */
function storedIn(values: Record<string, unknown> | null): Credentials | undefined {
  const text = (field: string) => (typeof values?.[field] === 'string' ? values[field] : '');
  const found = Object.fromEntries(fields.map((field) => [field, text(field)])) as unknown as Credentials;
  const has = (token: 'access_token' | 'refresh_token') => found[token] && found[`${token}_expires`];
  return has('access_token') || has('refresh_token') ? found : undefined;
}

export function credentialsIn(values: Record<string, unknown>): Credentials | undefined {
  const found = storedIn(values);
  return found && fields.every((field) => found[field]) ? found : undefined;
}
