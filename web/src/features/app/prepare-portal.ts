import { userSelfOptions } from '@sigill/sdk/portal/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { role } from '../../api/role';
import rows from '../../ui/rows.css?url';

/**
 * Loads what every screen of the portal needs before it is shown: the styles of lists and, for the first screen after signing in,
 * the user's role. If the role can't be loaded, everything is shown, and the service refuses calls that the role may not make.
 */
export async function preparePortal(queryClient: QueryClient): Promise<void> {
  const learned = queryClient.ensureQueryData(userSelfOptions()).then(
    (user) => role.set(user.role),
    () => {},
  );
  await Promise.all([listStyles(), role.get() === undefined && learned]);
}

let loading: Promise<void> | undefined;

/** Lists are readable without these styles, so a failure is ignored. */
const listStyles = () =>
  (loading ??= new Promise((resolve) => {
    const link = document.createElement('link');
    link.onload = link.onerror = () => resolve();
    link.rel = 'stylesheet';
    link.href = rows;
    document.head.append(link);
  }));
