import { useLingui } from '@lingui/react/macro';
import type { UserRole } from '@sigill/sdk/portal';
import type { ComponentProps } from 'react';
import { userRoles } from '../../content/roles.gen';
import { SelectField } from '../../ui/Field';
import { useRoleWords } from './role-words';

type Props = Omit<ComponentProps<typeof SelectField>, 'label' | 'hint' | 'children'> & { chosen: UserRole };

/** A choice of role, with a description of the chosen one. */
export function RoleField({ chosen, ...rest }: Props) {
  const { t } = useLingui();
  const { names } = useRoleWords();
  const sentences: Record<UserRole, string> = {
    owner: t`Does everything, and decides who is in the account.`,
    developer: t`Builds and runs the integration: sessions, callbacks, requests and API keys.`,
    support: t`Looks after sessions and their callbacks, and deletes identity data.`,
    billing: t`Pays: billing details, cards and bills. Sees no session.`,
  };
  return (
    <SelectField {...rest} label={t`Role`} hint={sentences[chosen]}>
      {userRoles.map((role) => (
        <option key={role} value={role}>
          {names[role]}
        </option>
      ))}
    </SelectField>
  );
}
