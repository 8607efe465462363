import { userSelfOptions } from '@sigill/sdk/portal/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { role } from '../../api/role';
import { listStyles } from './list-styles';

/**
 * Loads what every screen of the portal needs before it is shown: the styles of lists and, once after signing in, the user's role. If the
 * role can't be loaded, everything is shown and the service refuses.
 */
export async function preparePortal(queryClient: QueryClient): Promise<void> {
  const learned = queryClient.ensureQueryData(userSelfOptions()).then(
    (user) => role.set(user.role),
    () => {},
  );
  await Promise.all([listStyles(), role.get() === undefined && learned]);
}
