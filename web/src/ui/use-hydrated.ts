import { useSyncExternalStore } from 'react';

/**
 * Whether the page is hydrated. It is false at build and while the browser hydrates, so whatever depends on the address or on the
 * visitor waits for it.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
