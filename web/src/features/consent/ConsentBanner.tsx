import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import { storage, storageConsent } from '../../storage/storage';

/** Without the question nothing is kept, so a page whose question could not be loaded works without it. */
const ConsentQuestion = lazy(() =>
  import('./ConsentQuestion').then(
    ({ ConsentQuestion }): { default: ComponentType } => ({ default: ConsentQuestion }),
    () => ({ default: () => null }),
  ),
);

/** Asks for consent to storage, until that is answered. Whoever has answered does not load the question. */
export function ConsentBanner() {
  const consent = useSyncExternalStore(storage.subscribe, storageConsent.get, () => 'rejected' as const);
  if (consent) return null;
  return (
    <Suspense fallback={null}>
      <ConsentQuestion />
    </Suspense>
  );
}
