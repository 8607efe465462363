import { useLingui } from '@lingui/react/macro';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { use, useEffect } from 'react';
import { SCREEN_NOT_FETCHED } from '../../api/connection';
import { openDocument, thisDocument } from '../../api/later';
import { Skeleton } from '../../ui/Skeleton';
import { NotLoaded } from './NotLoaded';
import { InPortal, PageMeta } from './Page';

/** The router shows this only after a moment. */
export function PageSkeleton() {
  const inPortal = use(InPortal);
  return (
    <div className={`page ${inPortal ? 'pt-8 lg:pt-10' : 'pt-14 sm:pt-20'}`}>
      <div aria-hidden="true" className={`w-56 rounded-sm bg-hairline ${inPortal ? 'h-8' : 'h-10'}`} />
      <Skeleton lines={5} className="mt-12" />
    </div>
  );
}

/** What Chromium, Firefox and Safari say when a script cannot be fetched. Not all of them fetch it again before a reload. */
const MISSING = /dynamically imported module|importing a module script failed/i;

export function FailedLoad({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const { t } = useLingui();
  const router = useRouter();
  const isMissing = error instanceof Error && MISSING.test(error.message);
  useEffect(() => {
    if (isMissing) void openDocument(thisDocument(), false);
  }, [isMissing]);
  return (
    <div className="page py-16">
      <PageMeta title={t`Not loaded`} />
      <NotLoaded
        temporary={error instanceof Error && error.message === SCREEN_NOT_FETCHED}
        retry={() => {
          if (isMissing) void openDocument(thisDocument(), true);
          reset();
          void router.invalidate();
        }}
      />
    </div>
  );
}
