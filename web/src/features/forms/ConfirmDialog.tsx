import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { ProblemAlert } from './ProblemAlert';

type Props = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  confirm: ReactNode;
  cancel?: ReactNode;
  danger?: boolean;
  loading: boolean;
  error: unknown;
  onConfirm: () => void;
  children: ReactNode;
};

export function ConfirmDialog({ cancel, confirm, danger, loading, error, onConfirm, children, ...dialog }: Props) {
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button variant="secondary" onClick={dialog.onClose}>
            {cancel ?? <Trans>Cancel</Trans>}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} loading={loading} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      <div className="mt-4 empty:hidden">
        <ProblemAlert error={error} />
      </div>
    </Dialog>
  );
}
