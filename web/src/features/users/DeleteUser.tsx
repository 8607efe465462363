import { useLingui } from '@lingui/react/macro';
import type { AccountUser } from '@sigill/sdk/portal';
import { userDeleteMutation } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { usersOptions } from '../../api/whole-lists';
import { ConfirmButton } from '../forms/ConfirmButton';
import { useFinish } from '../forms/use-finish';

type Props = {
  user: AccountUser;
  listPath: string;
  disabled?: boolean;
  size?: 'regular' | 'small';
};

export function DeleteUser({ user, listPath, disabled, size }: Props) {
  const { t } = useLingui();
  const finish = useFinish();
  const queryClient = useQueryClient();
  const remove = useMutation({
    ...userDeleteMutation(),
    async onSuccess() {
      const { queryKey } = usersOptions();
      queryClient.setQueryData(queryKey, (list) => list && { users: list.users.filter(({ id }) => id !== user.id) });
      await finish(listPath, t`${user.alias} was deleted.`);
      await queryClient.invalidateQueries({ queryKey });
    },
  });
  return (
    <ConfirmButton
      call={remove}
      variables={{ id: user.id }}
      button={t`Delete`}
      title={t`Delete ${user.alias}?`}
      danger
      size={size}
      disabled={disabled}
    >
      <p>
        {user.type === 'SERVICE'
          ? t`Requests with this key are refused immediately. Sessions it created are kept. This cannot be undone.`
          : t`This person is signed out everywhere and cannot sign in again. This cannot be undone.`}
      </p>
    </ConfirmButton>
  );
}
