import { useSyncExternalStore } from 'react';
import { facts } from '../../content/facts';

/** Where this page comes from, so that a copied command reaches the same service. */
export const useOrigin = (): string =>
  useSyncExternalStore(
    () => () => {},
    () => window.location.origin,
    () => facts.site_url,
  );
