import { useSyncExternalStore } from 'react';

/** Whether the page is hydrated. Needed for content that depends on the address or the visitor. False at build time. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
