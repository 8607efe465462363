import { userSelfOptions } from '@sigill/sdk/portal/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { role } from '../../api/role';

/**
 * Loads the signed-in user's role from the response that the screens share. Only the first screen after signing in waits for it. If it
 * can't be loaded, everything is shown, and the service refuses what is not permitted.
 */
export async function knowRole(queryClient: QueryClient): Promise<void> {
  const learned = queryClient.ensureQueryData(userSelfOptions()).then(
    (user) => role.set(user.role),
    () => {},
  );
  if (role.get() === undefined) await learned;
}
