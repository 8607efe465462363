import { Trans, useLingui } from '@lingui/react/macro';
import type { UserRole } from '@sigill/sdk/portal';
import type { ComponentProps, ReactNode } from 'react';
import { userRoles } from '../../content/roles.gen';
import { Options, SelectField } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { useRoleSentences } from './role-sentences';
import { useRoleWords } from './user-words';

type Props = Omit<ComponentProps<typeof SelectField>, 'label' | 'hint' | 'children'> & { chosen: UserRole };

export function RoleField({ chosen, ...rest }: Props) {
  const { t } = useLingui();
  const { names } = useRoleWords();
  const sentences = useRoleSentences();
  return (
    <SelectField {...rest} label={t`Role`} hint={sentences[chosen]}>
      <Options names={userRoles.map((role) => [role, names[role]])} />
    </SelectField>
  );
}

/** Collapsed, because most accounts do not limit anyone. */
export const OptionalRole = ({ children }: { children: ReactNode }) => (
  <details className="group border-y border-hairline">
    <summary className="flex min-h-12 list-none items-center justify-between gap-3 py-2 hover:text-accent">
      <Trans>Limit what this person can do</Trans>
      <Icon name="chevron" className="size-5 text-muted transition-transform group-open:rotate-180" />
    </summary>
    <div className="pb-5">{children}</div>
  </details>
);
