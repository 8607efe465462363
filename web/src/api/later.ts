/**
 * Loads what a page needs later. Its files can be missing for a while: without a network, or because a new release does not have
 * them. Loading is tried again until it succeeds, so nothing has to be pressed twice.
 */
// biome-ignore lint/style/noRestrictedImports: this is where it gets what may fail.
import { type ComponentType, lazy, useSyncExternalStore } from 'react';
import { fetchFile } from './service-files';

type Options = {
  /**
   * Where a document is that has its own files, if opening it loses nothing that was typed or done. It is opened after the second
   * failure. If it is this document, only once: a page that is missing files after a reload is not reloaded again unless the person
   * asks for it.
   */
  document?: () => string;
};

const missing = new Set<object>();
const waiting = new Set<(isAsked?: boolean) => void>();
const listeners = new Set<() => void>();

export async function loadLater<Loaded>(load: () => Promise<Loaded>, { document }: Options = {}): Promise<Loaded> {
  for (let attempt = 0, isAsked = false; ; attempt++) {
    try {
      const loaded = await load();
      if (missing.delete(load)) tell();
      return loaded;
    } catch (error) {
      if (typeof window === 'undefined') throw error;
      if (attempt === 0) missing.add(load);
      tell();
      if (attempt > 0 && document) await openDocument(document(), isAsked);
      isAsked = await nextAttempt(attempt);
    }
  }
}

/** A component that is loaded when it is first rendered. Until then, the boundary around it shows its fallback. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>, options?: Options) =>
  lazy(() => loadLater(async () => ({ default: await load() }), options));

export const thisDocument = () => location.href;

/** Tries everything that is missing again now. */
export function tryAgain(isAsked = true): void {
  for (const resume of waiting) resume(isAsked);
}

/** What is missing is no longer needed. */
export function forgetMissing(): void {
  missing.clear();
  tell();
}

/** Whether something that was needed could not be loaded yet. */
export const useMissing = (): 'missing' | 'offline' | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (missing.size === 0 ? undefined : navigator.onLine ? 'missing' : 'offline'),
    () => undefined,
  );

function tell() {
  for (const listener of listeners) listener();
}

const LONGEST_MS = 30_000;

const nextAttempt = (attempt: number): Promise<boolean> =>
  new Promise((resolve) => {
    const resume = (isAsked = false) => {
      clearTimeout(timer);
      waiting.delete(resume);
      resolve(isAsked);
    };
    const timer = setTimeout(resume, Math.min(1000 * 1.5 ** attempt, LONGEST_MS));
    waiting.add(resume);
  });

/** Only if the service sends it, because the browser would replace this page with an error. */
export async function openDocument(address: string, isAsked: boolean) {
  const isThis = address === location.href;
  if (isThis && !isAsked && (isReloaded() || document.activeElement?.matches('input, select, textarea'))) return;
  const { pathname, search } = new URL(address, location.href);
  const isServed = await fetchFile(`${pathname as '/'}${search}`, { method: 'HEAD', cache: 'no-store' }).catch(
    () => {},
  );
  if (!isServed) return;
  if (isThis) location.reload();
  else location.assign(address);
}

const isReloaded = () =>
  performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'reload');

if (typeof window !== 'undefined') {
  addEventListener('online', () => {
    tell();
    tryAgain(false);
  });
  addEventListener('offline', tell);
}
