import { userSelfOptions } from '@sigill/sdk/portal/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { role } from '../../api/role';
import { listStyles } from './list-styles';

/**
 * Loads the user's role once after signing in, and the styles of lists, before a screen is shown. If the role can't be loaded, everything
 * is shown and the service refuses.
 */
export async function knowRole(queryClient: QueryClient): Promise<void> {
  const learned = queryClient.ensureQueryData(userSelfOptions()).then(
    (user) => role.set(user.role),
    () => {},
  );
  await Promise.all([listStyles(), role.get() === undefined && learned]);
}
