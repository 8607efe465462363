import type { UserRole } from '@sigill/sdk/portal';
import { may, useRole } from '../../api/role';
import { callOf } from '../../content/page-calls';

/** Whether a role has a page. The path has no locale. */
export function mayOpen(path: string, role?: UserRole): boolean {
  const call = callOf(path);
  return call === undefined || may(call, role);
}

/** Tells of any path whether whoever is signed in has its page. */
export function useMayOpen(): (path: string) => boolean {
  const role = useRole();
  return (path) => mayOpen(path, role);
}
