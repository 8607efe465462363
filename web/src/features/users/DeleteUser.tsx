import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountUser } from '@sigill/sdk/portal';
import { userDeleteMutation } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usersOptions } from '../../api/whole-lists';
import { Button } from '../../ui/Button';
import { useToast } from '../../ui/Toast';
import { ConfirmDialog } from '../forms/ConfirmDialog';
import { useGoTo } from '../navigation/router-navigation';

type Props = {
  user: AccountUser;
  /** The path of the list that contained the deleted user. */
  listPath: string;
  disabled?: boolean;
  size?: 'regular' | 'small';
};

/** A button that deletes a user or an API key after a confirmation, for a row of actions. */
export function DeleteUser({ user, listPath, disabled = false, size = 'regular' }: Props) {
  const { t } = useLingui();
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <>
      <Button variant="danger" size={size} disabled={disabled} onClick={() => setDialogOpen(true)}>{t`Delete`}</Button>
      <DeleteDialog user={user} listPath={listPath} open={isDialogOpen} onClose={() => setDialogOpen(false)} />
    </>
  );
}

type DialogProps = Pick<Props, 'user' | 'listPath'> & { open: boolean; onClose: () => void };

function DeleteDialog({ user, listPath, open, onClose }: DialogProps) {
  const { t } = useLingui();
  const goTo = useGoTo();
  const toast = useToast();
  const queryClient = useQueryClient();
  const remove = useMutation({
    ...userDeleteMutation(),
    async onSuccess() {
      const { queryKey } = usersOptions();
      queryClient.setQueryData(queryKey, (list) => list && { users: list.users.filter(({ id }) => id !== user.id) });
      await goTo(listPath);
      toast(t`${user.alias} was deleted.`);
      await queryClient.invalidateQueries({ queryKey });
    },
  });
  const submitted = remove.isPending || remove.isSuccess;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={<Trans>Delete {user.alias}?</Trans>}
      confirm={<Trans>Delete</Trans>}
      danger
      loading={submitted}
      error={remove.error}
      onConfirm={() => remove.mutate({ id: user.id })}
    >
      <p>
        {user.type === 'SERVICE' ? (
          <Trans>
            Requests with this key are refused immediately. Sessions it created are kept. This cannot be undone.
          </Trans>
        ) : (
          <Trans>This person is signed out everywhere and cannot sign in again. This cannot be undone.</Trans>
        )}
      </p>
    </ConfirmDialog>
  );
}
