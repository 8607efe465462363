import { Trans } from '@lingui/react/macro';
import type { VerificationSession } from '@sigill/sdk/portal';
import { sessionAbortMutation, sessionGetOptions } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { ProblemAlert } from '../forms/ProblemAlert';

/** Ends a session that nobody has finished. */
export function AbortSession({ session: { id, state } }: { session: VerificationSession }) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const abort = useMutation({
    ...sessionAbortMutation(),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: sessionGetOptions({ id }).queryKey });
      setOpen(false);
    },
  });
  if (state !== 'CREATED' && state !== 'INITIATED') return null;
  return (
    <div className="space-y-4">
      <p className="measure text-sm text-muted">
        <Trans>Only your backend has the link of this session: it is not kept here.</Trans>
      </p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <Trans>Cancel the session</Trans>
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={<Trans>Cancel the session?</Trans>}
        actions={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              <Trans>Leave it open</Trans>
            </Button>
            <Button variant="danger" loading={abort.isPending} onClick={() => abort.mutate({ id })}>
              <Trans>Cancel the session</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>
            Its link no longer works, and the person who has it cannot go on. Your backend gets the callback.
          </Trans>
        </p>
        <div className="mt-4 empty:hidden">
          <ProblemAlert error={abort.error} />
        </div>
      </Dialog>
    </div>
  );
}
