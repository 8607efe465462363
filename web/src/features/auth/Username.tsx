import { userSelfOptions } from '@sigill/sdk/portal/react-query';
import { useQuery } from '@tanstack/react-query';

/** Tells a password manager whose password the form takes, so that it updates that entry instead of adding one. */
export function Username() {
  const { data: user } = useQuery(userSelfOptions());
  return <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />;
}
