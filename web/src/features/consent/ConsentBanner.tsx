// biome-ignore lint/style/noRestrictedImports: blockers of consent banners may block this file, and then nothing is missing.
import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import { storage, storageConsent } from '../../storage/storage';

/** If the question can't be loaded, the page works without it, because nothing is stored without consent. */
const ConsentQuestion = lazy(() =>
  import('./ConsentQuestion').then(
    ({ ConsentQuestion }): { default: ComponentType } => ({ default: ConsentQuestion }),
    () => ({ default: () => null }),
  ),
);

/** The question is loaded only for visitors who have not answered it. */
export function ConsentBanner() {
  const consent = useSyncExternalStore(storage.subscribe, storageConsent.get, () => 'rejected' as const);
  if (consent) return null;
  return (
    <Suspense fallback={null}>
      <ConsentQuestion />
    </Suspense>
  );
}
