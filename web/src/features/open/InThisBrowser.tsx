import type { ReaderSession } from '@sigill/sdk/portal';
import { lazy, Suspense } from 'react';
import { Cancel } from './Cancel';
import { useWords } from './words';

/** Loads camera, chip and reader only when they are asked for: they are larger than the page. */
const BrowserFlow = lazy(async () => ({ default: (await import('../capture/BrowserFlow')).BrowserFlow }));

type Props = {
  session: ReaderSession;
  token: string;
  onEnd: () => void;
  onLeave: () => void;
  onCancelled: () => void;
};

export function InThisBrowser({ session, token, onEnd, onLeave, onCancelled }: Props) {
  const { t } = useWords();
  return (
    <div className="mx-auto max-w-page space-y-8">
      <Suspense fallback={<p role="status">{t.loading}</p>}>
        <BrowserFlow token={token} face_verification={session.face_verification} onEnd={onEnd} onLeave={onLeave} />
      </Suspense>
      <div className="flex">
        <Cancel token={token} onCancelled={onCancelled} />
      </div>
    </div>
  );
}
