import { routes, type UserRole } from '../generated/operations.gen.ts';
import type { Principal } from './context.ts';
import { Forbidden } from './errors.ts';

/** Whether the caller's role may make a call. API keys have no role; their calls are restricted elsewhere. */
export function mayCall({ role }: Pick<Principal, 'role'>, operationId: keyof typeof routes): boolean {
  const roles: readonly UserRole[] = routes[operationId].roles;
  return role === undefined || roles.includes(role);
}

export const roleNotAllowed = (roles: readonly UserRole[]): Forbidden =>
  new Forbidden(`Your role does not allow this call. Allowed roles: ${roles.join(', ')}`, 'role_not_allowed');
