import { useLingui } from '@lingui/react/macro';
import type { UserRole } from '@sigill/sdk/portal';
import { useRole } from '../../api/role';

/** What the roles are called, and one sentence for each. */
export function useRoleWords() {
  const { t } = useLingui();
  const role = useRole();
  const names: Record<UserRole, string> = {
    owner: t`Owner`,
    developer: t({ message: 'Developer', context: 'role' }),
    support: t`Support`,
    billing: t`Billing`,
  };
  const sentences: Record<UserRole, string> = {
    owner: t`Does everything, and decides who is in the account.`,
    developer: t`Builds and runs the integration: sessions, callbacks, requests and API keys.`,
    support: t`Looks after sessions and their callbacks, and deletes identity data.`,
    billing: t`Pays: billing details, cards and bills. Sees no session.`,
  };
  return { names, sentences, current: role && names[role] };
}
