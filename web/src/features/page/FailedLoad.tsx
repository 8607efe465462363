import { Trans } from '@lingui/react/macro';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Button } from '../../ui/Button';

/** A failed load says so quietly in the empty place, and can be tried again. Nothing pops up or redirects. */
export function FailedLoad({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  const router = useRouter();
  return (
    <div className="page py-16" role="status">
      <p className="text-muted">
        <Trans>This could not be loaded.</Trans>
      </p>
      <Button
        variant="secondary"
        size="small"
        className="mt-3"
        onClick={() => {
          reset();
          void router.invalidate();
        }}
      >
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
