import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A localStorage like the browser's, and new copies of the modules for each visit. */
const stored = new Map<string, string>();
const localStorage = {
  get length() {
    return stored.size;
  },
  key: (index: number) => [...stored.keys()][index] ?? null,
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};
const target = new EventTarget();

async function visit() {
  vi.resetModules();
  vi.stubGlobal('window', { localStorage, addEventListener: target.addEventListener.bind(target) });
  const [{ storage, storageConsent }, { credentials }, { savedState }] = await Promise.all([
    import('./storage'),
    import('../api/credentials'),
    import('../features/auth/saved-state'),
  ]);
  return { storage, storageConsent, credentials, savedState };
}

const tokens = (access: number, refresh: number) => ({
  access_token: 'a',
  access_token_expires: new Date(access).toISOString(),
  refresh_token: 'r',
  refresh_token_expires: new Date(refresh).toISOString(),
});

beforeEach(() => stored.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  // Other test files in this worker need modules that were loaded without a window.
  vi.resetModules();
});

test('stores nothing before consent', async () => {
  const { credentials, storage } = await visit();
  credentials.set(tokens(Date.now() + 1e6, Date.now() + 1e7));
  storage.set('theme', 'dark');
  expect(stored.size).toBe(0);
  expect(credentials.isAuthenticated()).toBe(true);
  expect((await visit()).credentials.isAuthenticated()).toBe(false);
});

test('copies values to storage on acceptance, and restores them on the next visit', async () => {
  const first = await visit();
  first.credentials.set(tokens(Date.now() + 1e6, Date.now() + 1e7));
  first.storageConsent.accept();
  const second = await visit();
  expect(second.storageConsent.get()).toBe('accepted');
  expect(second.credentials.isAuthenticated()).toBe(true);
  second.credentials.clear();
  expect([...stored.keys()]).toEqual(['sigill.consent']);
});

test('remembers a refusal and nothing else', async () => {
  const first = await visit();
  first.storage.set('theme', 'dark');
  first.storageConsent.reject();
  expect([...stored]).toEqual([['sigill.consent', 'rejected']]);
  expect((await visit()).storage.get('theme')).toBeUndefined();
});

test('notices a sign-out in another tab', async () => {
  const { credentials } = await visit();
  credentials.set(tokens(Date.now() + 1e6, Date.now() + 1e7));
  const seen: boolean[] = [];
  const stop = credentials.subscribe((authenticated) => seen.push(authenticated));
  target.dispatchEvent(Object.assign(new Event('storage'), { key: 'sigill.credentials', newValue: null }));
  stop();
  expect(seen).toEqual([false]);
});

test('prefers the stored value to an older event', async () => {
  const { storage, storageConsent } = await visit();
  storageConsent.accept();
  storage.set('theme', 'dark');
  target.dispatchEvent(Object.assign(new Event('storage'), { key: 'sigill.theme', newValue: 'light' }));
  expect(storage.get('theme')).toBe('dark');
  stored.set('sigill.theme', 'light');
  expect(storage.get('theme')).toBe('dark');
  storage.reread('theme');
  expect(storage.get('theme')).toBe('light');
});

test('is authenticated while either token is valid, and renews 60 s before expiry', async () => {
  const { credentials } = await visit();
  const start = Date.parse('2026-01-01T00:00:00Z');
  expect(credentials.isAuthenticated(start)).toBe(false);
  expect(credentials.isRenewalDue(start)).toBe(true);
  credentials.set(tokens(start + 100_000, start + 500_000));
  expect(credentials.isRenewalDue(start + 39_999)).toBe(false);
  expect(credentials.isRenewalDue(start + 40_000)).toBe(true);
  expect(credentials.isAuthenticated(start + 499_999)).toBe(true);
  expect(credentials.isRenewable(start + 499_999)).toBe(true);
  expect(credentials.isAuthenticated(start + 500_000)).toBe(false);
  expect(credentials.isRenewable(start + 500_000)).toBe(false);
});

test('treats corrupt credentials as missing', async () => {
  const { credentials, storage } = await visit();
  for (const text of ['', 'null', '{', '[]', '{"access_token":1}']) {
    storage.set('credentials', text);
    expect(credentials.get()).toBeUndefined();
  }
});

test.each([
  ['{"reference":"r1","access_token":"stolen"}', { reference: 'r1' }],
  ['{"return_path":"/user/5?tab=1"}', { return_path: '/user/5?tab=1' }],
  ['{"return_path":"//evil.example"}', {}],
  ['{"return_path":"/\\\\evil.example"}', {}],
  ['{"return_path":"https://evil.example"}', {}],
  ['{"return_path":"javascript:alert(1)"}', {}],
  ['{"locale":"es"}', { locale: 'es' }],
  ['{"locale":"fr"}', {}],
  [`{"reference":"${'x'.repeat(3000)}"}`, {}],
  ['nonsense', {}],
])('restores only known fields from %.60s', async (text, state) => {
  const { savedState } = await visit();
  savedState.restore(text);
  expect(savedState.get()).toEqual(state);
});

test('returns the return path once and keeps the reference', async () => {
  const { savedState } = await visit();
  savedState.restore('{"reference":"r1","return_path":"/users"}');
  expect(savedState.takeReturnPath()).toBe('/users');
  expect(savedState.takeReturnPath()).toBeUndefined();
  expect(savedState.get()).toEqual({ reference: 'r1' });
});
