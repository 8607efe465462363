import { useLingui } from '@lingui/react/macro';
import type { UserRole } from '@sigill/sdk/portal';
import { useRole } from '../../api/role';

/** The names and descriptions of the roles. */
export function useRoleWords() {
  const { t } = useLingui();
  const role = useRole();
  const names: Record<UserRole, string> = {
    owner: t`Owner`,
    developer: t({ message: 'Developer', context: 'role' }),
    support: t`Support`,
    billing: t`Billing`,
  };
  return { names, current: role && names[role] };
}
