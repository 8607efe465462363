import { userSelfOptions } from '@sigill/sdk/portal/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { role } from '../../api/role';

/** Loads the user's role once after signing in. If that fails, everything is shown and the service refuses. */
export async function knowRole(queryClient: QueryClient): Promise<void> {
  const learned = queryClient.ensureQueryData(userSelfOptions()).then(
    (user) => role.set(user.role),
    () => {},
  );
  if (role.get() === undefined) await learned;
}
