import { Trans } from '@lingui/react/macro';
import { userSelfOptions } from '@sigill/sdk/portal/react-query';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Alert } from '../../ui/Alert';

const providers: Record<string, string> = { GOOGLE: 'Google', MICROSOFT: 'Microsoft' };

export function PasswordUsersOnly({ children }: { children: ReactNode }) {
  const { data: user } = useSuspenseQuery(userSelfOptions());
  const provider = providers[user.type];
  if (!provider) return children;
  return (
    <Alert tone="info" title={<Trans>You sign in with {provider}</Trans>}>
      <Trans>Your email address and password belong to your {provider} account. Change them there.</Trans>
    </Alert>
  );
}

/** Whether the user signs in with email address and password here. True until the user is loaded. */
export function useHasPassword(): boolean {
  const { data: user } = useQuery(userSelfOptions());
  return !user || !(user.type in providers);
}

/** Tells password managers whose password the form changes. Without it, they would add an entry instead of updating one. */
export function Username() {
  const { data: user } = useQuery(userSelfOptions());
  return <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />;
}
