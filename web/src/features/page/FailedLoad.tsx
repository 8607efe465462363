import { Trans } from '@lingui/react/macro';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Button } from '../../ui/Button';

/**
 * Says in the place of the content that it could not be loaded, and offers to try again. Nothing pops up, and the address stays.
 */
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
