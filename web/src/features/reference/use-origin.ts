import { useSyncExternalStore } from 'react';
import { facts } from '../../content/facts';

/** The origin of this page, so that a copied command calls the same service. */
export const useOrigin = (): string =>
  useSyncExternalStore(
    () => () => {},
    () => window.location.origin,
    () => facts.site_url,
  );
