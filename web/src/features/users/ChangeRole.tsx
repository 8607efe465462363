import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { AccountUser, UserRole } from '@sigill/sdk/portal';
import {
  inviteListQueryKey,
  userChangeRoleMutation,
  userGetOptions,
  userSelfOptions,
} from '@sigill/sdk/portal/react-query';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sigill } from '../../api/client';
import { readAllPages, usersOptions } from '../../api/whole-lists';
import { useToast } from '../../ui/Toast';
import { ConfirmDialog } from '../forms/ConfirmDialog';
import { ProblemAlert } from '../forms/ProblemAlert';
import { RoleField } from './RoleField';
import { useRoleWords } from './user-words';

/** A role is saved when it is chosen. If that would end open invitations, the user confirms it first. */
export function ChangeRole({ user, role }: { user: AccountUser; role: UserRole }) {
  const { t } = useLingui();
  const { names } = useRoleWords();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [asked, ask] = useState<UserRole>();
  // Only owners invite.
  const { data: open = [] } = useQuery({
    queryKey: inviteListQueryKey({ limit: 100 }),
    queryFn: ({ signal }) => readAllPages(sigill.invite.list({ limit: 100 }, { signal })),
    enabled: role === 'owner',
  });
  const invites = open.filter(({ user_id }) => user_id === user.id).length;
  const { mutate, isPending, variables, error } = useMutation({
    ...userChangeRoleMutation(),
    async onSuccess(changed) {
      ask(undefined);
      queryClient.setQueryData(userGetOptions({ id: user.id }).queryKey, changed);
      if (changed.role) toast(t`${changed.alias} now has the role ${names[changed.role]}.`);
      await queryClient.invalidateQueries({ queryKey: usersOptions().queryKey });
      await queryClient.invalidateQueries({ queryKey: inviteListQueryKey() });
      await queryClient.invalidateQueries({ queryKey: userSelfOptions().queryKey });
    },
  });
  const chosen = isPending ? variables.role : role;
  const change = (next: UserRole) => mutate({ id: user.id, role: next });
  return (
    <div className="max-w-form space-y-3">
      <RoleField
        chosen={asked ?? chosen}
        value={asked ?? chosen}
        disabled={isPending}
        onChange={({ target }) => (invites > 0 ? ask : change)(target.value as UserRole)}
      />
      {asked === undefined && <ProblemAlert error={error} />}
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => ask(undefined)}
        title={<Trans>Revoke their invitations?</Trans>}
        confirm={<Trans>Change the role</Trans>}
        danger
        loading={isPending}
        error={error}
        onConfirm={() => asked && change(asked)}
      >
        <p>
          <Plural
            value={invites}
            one="Only owners can invite people. # pending invitation from this person will stop working."
            other="Only owners can invite people. # pending invitations from this person will stop working."
          />
        </p>
      </ConfirmDialog>
    </div>
  );
}
