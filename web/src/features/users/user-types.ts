import { useLingui } from '@lingui/react/macro';
import type { UserType } from '@sigill/sdk/portal';

export function useUserTypes(): Record<UserType, string> {
  const { t } = useLingui();
  return {
    NATURAL: t`Email sign-in`,
    SERVICE: t`API key`,
    GOOGLE: t`Google Single Sign-On`,
    MICROSOFT: t`Microsoft Single Sign-On`,
  };
}
