import { SigillError } from '@sigill/sdk';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { SCREEN_NOT_FETCHED } from '../../api/connection';
import { type Shape, Skeleton } from '../../ui/Skeleton';
import { NotLoaded } from '../page/NotLoaded';

type Props = {
  lines?: number;
  shape?: Shape;
  /** Shown instead of an offer to retry when the resource does not exist. */
  missing?: ReactNode;
  children: ReactNode;
};

export function Load({ lines = 4, shape, missing, children }: Props) {
  return (
    <CatchBoundary
      getResetKey={() => 'load'}
      errorComponent={({ error, reset }) =>
        missing && error instanceof SigillError && error.status === 404 ? (
          <div role="status" className="measure text-muted">
            {missing}
          </div>
        ) : (
          <NotLoadedQuery error={error} reset={reset} />
        )
      }
    >
      <Suspense fallback={<Skeleton lines={lines} shape={shape} />}>{children}</Suspense>
    </CatchBoundary>
  );
}

function NotLoadedQuery({ error, reset }: { error: unknown; reset: () => void }) {
  const queries = useQueryErrorResetBoundary();
  return (
    <NotLoaded
      temporary={isTemporary(error)}
      retry={() => {
        queries.reset();
        reset();
      }}
    />
  );
}

const isTemporary = (error: unknown) =>
  error instanceof SigillError
    ? error.status === 0 || error.status === 503
    : error instanceof Error && error.message === SCREEN_NOT_FETCHED;
