import { userSelfOptions } from '@sigill/sdk/portal/react-query';
import { useQuery } from '@tanstack/react-query';

/**
 * A hidden field that tells a password manager whose password the form changes. Without it, the manager would add an entry instead of
 * updating the existing one.
 */
export function Username() {
  const { data: user } = useQuery(userSelfOptions());
  return <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />;
}
