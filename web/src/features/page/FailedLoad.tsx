import { useLingui } from '@lingui/react/macro';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { NotLoaded } from './NotLoaded';
import { PageMeta } from './Page';

/** Stands in the place of a screen that could not be loaded. Nothing pops up, and the address stays. */
export function FailedLoad({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  const { t } = useLingui();
  const router = useRouter();
  return (
    <div className="page py-16">
      <PageMeta title={t`Not loaded`} />
      <NotLoaded
        retry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </div>
  );
}
