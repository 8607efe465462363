import type { UseMutationResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from './ConfirmDialog';

type DialogProps = Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'cancel' | 'danger' | 'children'>;

type Props<Variables> = DialogProps & {
  call: Pick<UseMutationResult<unknown, unknown, Variables>, 'isPending' | 'error' | 'mutate'>;
  variables: Variables;
  button: ReactNode;
  /** The name of the dialog's button, if it differs from `button`. */
  confirm?: ReactNode;
  size?: 'regular' | 'small' | undefined;
  /** Less prominent, for several buttons in a column. */
  quiet?: boolean;
  disabled?: boolean;
};

export function ConfirmButton<Variables>(props: Props<Variables>) {
  const { call, variables, button, confirm = button, size, quiet, disabled, ...dialog } = props;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant={quiet ? 'quiet' : dialog.danger ? 'danger' : 'secondary'}
        size={size}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {button}
      </Button>
      <ConfirmDialog
        {...dialog}
        open={isOpen}
        onClose={close}
        confirm={confirm}
        loading={call.isPending}
        error={call.error}
        onConfirm={() => call.mutate(variables, { onSuccess: close })}
      />
    </>
  );
}
