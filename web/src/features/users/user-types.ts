import { useLingui } from '@lingui/react/macro';
import type { UserType } from '@sigill/sdk/portal';

export function useUserTypes(): Record<UserType, string> {
  const { t } = useLingui();
  return {
    NATURAL: t`Natural user`,
    SERVICE: t`Service user`,
    GOOGLE: t`Google Single Sign-On`,
    MICROSOFT: t`Microsoft Single Sign-On`,
  };
}
