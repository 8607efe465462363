import { useLingui } from '@lingui/react/macro';
import type { UserRole } from '@sigill/sdk/portal';
import type { ComponentProps } from 'react';
import { userRoles } from '../../content/roles.gen';
import { SelectField } from '../../ui/Field';
import { useRoleWords } from './role-words';

type Props = Omit<ComponentProps<typeof SelectField>, 'label' | 'hint' | 'children'> & { chosen: UserRole };

/** A role to choose, with the sentence of the chosen one. */
export function RoleField({ chosen, ...rest }: Props) {
  const { t } = useLingui();
  const { names, sentences } = useRoleWords();
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
