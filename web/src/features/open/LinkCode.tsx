import { lazy, Suspense } from 'react';
import { useWords } from './words';

// Phones do not need it, and it weighs as much as the words.
const QrCode = lazy(async () => ({ default: (await import('../sessions/QrCode')).QrCode }));

/** The link of this page, for the camera of a phone. */
export function LinkCode() {
  const { t } = useWords();
  return (
    <div className="mx-auto aspect-square w-56 max-w-full">
      <Suspense fallback={<div className="size-full rounded-sm bg-scanned-paper" />}>
        <QrCode text={window.location.href} label={t.qr} className="size-full" />
      </Suspense>
    </div>
  );
}
