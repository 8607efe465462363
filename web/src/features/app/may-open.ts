import type { UserRole } from '@sigill/sdk/portal';
import { may, useRole } from '../../api/role';
import { callOf } from '../../content/portal-map';

/** Whether the role may open a page. `path` has no locale. */
export function mayOpen(path: string, role?: UserRole): boolean {
  const call = callOf(path);
  return call === undefined || may(call, role);
}

export function useMayOpen(): (path: string) => boolean {
  const role = useRole();
  return (path) => mayOpen(path, role);
}
