import { useLingui } from '@lingui/react/macro';
import type { AccountUser, UserRole } from '@sigill/sdk/portal';
import { userChangeRoleMutation, userGetOptions, userSelfOptions } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { usersOptions } from '../../api/whole-lists';
import { useToast } from '../../ui/Toast';
import { ProblemAlert } from '../forms/ProblemAlert';
import { RoleField } from './RoleField';
import { useRoleWords } from './role-words';

/** Gives a person another role. It is saved as soon as it is chosen, and holds from the next call on. */
export function ChangeRole({ user, role }: { user: AccountUser; role: UserRole }) {
  const { t } = useLingui();
  const { names } = useRoleWords();
  const toast = useToast();
  const queryClient = useQueryClient();
  const { mutate, isPending, variables, error } = useMutation({
    ...userChangeRoleMutation(),
    async onSuccess(changed) {
      queryClient.setQueryData(userGetOptions({ id: user.id }).queryKey, changed);
      if (changed.role) toast(t`${changed.alias} now has the role ${names[changed.role]}.`);
      await queryClient.invalidateQueries({ queryKey: usersOptions().queryKey });
      await queryClient.invalidateQueries({ queryKey: userSelfOptions().queryKey });
    },
  });
  const chosen = isPending ? variables.role : role;
  return (
    <div className="max-w-form space-y-3">
      <RoleField
        chosen={chosen}
        value={chosen}
        disabled={isPending}
        onChange={({ target }) => mutate({ id: user.id, role: target.value as UserRole })}
      />
      <ProblemAlert error={error} />
    </div>
  );
}
