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

export function ConfirmDialog({
  open,
  onClose,
  title,
  confirm,
  cancel = <Trans>Cancel</Trans>,
  danger = false,
  loading,
  error,
  onConfirm,
  children,
}: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {cancel}
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
