import { Trans, useLingui } from '@lingui/react/macro';
import type { VerificationSession } from '@sigill/sdk/portal';
import { sessionAbortMutation, sessionGetOptions } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../forms/ConfirmDialog';

export function AbortSession({ session: { id, state } }: { session: VerificationSession }) {
  const { t } = useLingui();
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
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {t`Cancel the session`}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t`Cancel the session?`}
        confirm={t`Cancel the session`}
        cancel={t`Keep it open`}
        danger
        loading={abort.isPending}
        error={abort.error}
        onConfirm={() => abort.mutate({ id })}
      >
        <p>
          <Trans>The link stops working and the person can’t continue. Your backend receives the callback.</Trans>
        </p>
      </ConfirmDialog>
    </>
  );
}
