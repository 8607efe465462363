import { useLingui } from '@lingui/react/macro';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { use } from 'react';
import { SCREEN_NOT_FETCHED } from '../../api/connection';
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

export function FailedLoad({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const { t } = useLingui();
  const router = useRouter();
  return (
    <div className="page py-16">
      <PageMeta title={t`Not loaded`} />
      <NotLoaded
        temporary={error instanceof Error && error.message === SCREEN_NOT_FETCHED}
        retry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </div>
  );
}
