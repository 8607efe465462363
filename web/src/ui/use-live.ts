import { useSyncExternalStore } from 'react';

/** False in what the build renders and while the browser takes that over, then true: what depends on the address or the visitor waits for it. */
export const useLive = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
