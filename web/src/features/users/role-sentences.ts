import { useLingui } from '@lingui/react/macro';
import type { UserRole } from '@sigill/sdk/portal';

export function useRoleSentences(): Record<UserRole, string> {
  const { t } = useLingui();
  return {
    owner: t`Full access, including managing users.`,
    developer: t`Manages the integration: sessions, callbacks, requests and API keys.`,
    support: t`Manages sessions and their callbacks. Can delete identity data.`,
    billing: t`Manages billing. Cannot see sessions.`,
  };
}
