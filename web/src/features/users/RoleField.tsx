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
    owner: t`Full access, including managing users.`,
    developer: t`Manages the integration: sessions, callbacks, requests and API keys.`,
    support: t`Manages sessions and their callbacks. Can delete identity data.`,
    billing: t`Manages billing. Cannot see sessions.`,
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
