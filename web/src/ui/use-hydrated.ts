import { useSyncExternalStore } from 'react';

/**
 * Whether the page is hydrated. False at build time and while the browser hydrates, so that anything that depends on the address or the
 * visitor can wait for it.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
