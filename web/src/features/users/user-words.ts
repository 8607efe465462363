import { useLingui } from '@lingui/react/macro';
import type { UserRole, UserType } from '@sigill/sdk/portal';
import { useRole } from '../../api/role';

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

export function useUserTypes(): Record<UserType, string> {
  const { t } = useLingui();
  return {
    NATURAL: t`Natural user`,
    SERVICE: t`Service user`,
    GOOGLE: t`Google Single Sign-On`,
    MICROSOFT: t`Microsoft Single Sign-On`,
  };
}
