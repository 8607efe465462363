/** What the signed-in user may do in the account. Stored beside the tokens, so that a screen knows it from its first paint. */
import type { UserRole } from '@sigill/sdk/portal';
import { useSyncExternalStore } from 'react';
import { type LimitedOperation, limitedTo, userRoles, usualRoles } from '../content/roles.gen';
import { roleKey, storage } from '../storage/storage';
import { credentials } from './credentials';

export type { LimitedOperation };

export const role = {
  /** Undefined until the first response after signing in. */
  get: (): UserRole | undefined => userRoles.find((known) => known === storage.get(roleKey)),
  /** Ignored after the sign-in has ended, because the role belongs to that sign-in. */
  set(value: UserRole): void {
    if (value !== role.get() && credentials.isAuthenticated()) storage.set(roleKey, value);
  },
};

export const useRole = (): UserRole | undefined => useSyncExternalStore(storage.subscribe, role.get, () => undefined);

/** Whether the role may make a call, as far as the site knows. The service makes the final decision. */
export function may(operation: LimitedOperation, current = role.get()): boolean {
  const roles = limitedTo[operation] ?? limitedTo[operation.split('.')[0]!] ?? usualRoles;
  return current === undefined || roles.includes(current);
}

export function useMay(operation: LimitedOperation): boolean {
  const current = useRole();
  return may(operation, current);
}
