import { lazy, Suspense } from 'react';
import { useWords } from './words';

// Phones do not need it, and it is as large as the texts.
const QrCode = lazy(async () => ({ default: (await import('../sessions/QrCode')).QrCode }));

/** The link to this page, as a QR code for a phone's camera. */
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
