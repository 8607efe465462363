import type { UseMutationResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from './ConfirmDialog';

type Props<Variables> = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'confirm' | 'cancel' | 'danger' | 'children'
> &
  Pick<ComponentProps<typeof Button>, 'variant' | 'size'> & {
    call: Pick<UseMutationResult<unknown, unknown, Variables>, 'isPending' | 'error' | 'mutate'>;
    variables: Variables;
    button: ReactNode;
  };

/** A button that asks for confirmation before it makes a call. The question is closed once the call has succeeded. */
export function ConfirmButton<Variables>({ call, variables, button, variant, size, ...dialog }: Props<Variables>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant={variant} size={size} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <ConfirmDialog
        {...dialog}
        open={isOpen}
        onClose={close}
        loading={call.isPending}
        error={call.error}
        onConfirm={() => call.mutate(variables, { onSuccess: close })}
      />
    </>
  );
}
