import { use } from 'react';
import { Skeleton } from '../../ui/Skeleton';
import { InPortal } from './in-portal';

/** A screen whose code and data are loading: its heading and first lines. The router waits a moment before it shows this. */
export function PageSkeleton() {
  const inPortal = use(InPortal);
  return (
    <div className={`page ${inPortal ? 'pt-8 lg:pt-10' : 'pt-14 sm:pt-20'}`}>
      <div aria-hidden="true" className={`w-56 rounded-sm bg-hairline ${inPortal ? 'h-8' : 'h-10'}`} />
      <Skeleton lines={5} className="mt-12" />
    </div>
  );
}
