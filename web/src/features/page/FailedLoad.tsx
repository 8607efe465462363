import { useLingui } from '@lingui/react/macro';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { SCREEN_NOT_FETCHED } from '../../api/connection';
import { NotLoaded } from './NotLoaded';
import { PageMeta } from './Page';

/** Shown in place of a screen that could not be loaded. There is no popup, and the address stays. */
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
