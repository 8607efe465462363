import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import { storage, storageConsent } from '../../storage/storage';

/** Without consent nothing is stored, so a page whose question can't be loaded still works. */
const ConsentQuestion = lazy(() =>
  import('./ConsentQuestion').then(
    ({ ConsentQuestion }): { default: ComponentType } => ({ default: ConsentQuestion }),
    () => ({ default: () => null }),
  ),
);

/** Visitors who have answered don't load the question. */
export function ConsentBanner() {
  const consent = useSyncExternalStore(storage.subscribe, storageConsent.get, () => 'rejected' as const);
  if (consent) return null;
  return (
    <Suspense fallback={null}>
      <ConsentQuestion />
    </Suspense>
  );
}
