import { userSelfOptions } from '@sigill/sdk/portal/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { role } from '../../api/role';

/**
 * Learns what whoever is signed in may do, with the answer that the screens share. Only the first screen of a sign-in waits for it.
 * When it cannot be learned, everything is shown, and the service says what is not permitted.
 */
export async function knowRole(queryClient: QueryClient): Promise<void> {
  const learned = queryClient.ensureQueryData(userSelfOptions()).then(
    (user) => role.set(user.role),
    () => {},
  );
  if (role.get() === undefined) await learned;
}
