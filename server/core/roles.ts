import { routes, type UserRole } from '../generated/operations.gen.ts';
import type { Principal } from './context.ts';
import { Forbidden } from './errors.ts';

/** Whether the role of a caller has a call. API keys have no role, and what they may call is said elsewhere. */
export function mayCall({ role }: Pick<Principal, 'role'>, operationId: keyof typeof routes): boolean {
  const roles: readonly UserRole[] = routes[operationId].roles;
  return role === undefined || roles.includes(role);
}

/** Names the roles that may, so that whoever is refused knows whom to ask. */
export const roleNotAllowed = (roles: readonly UserRole[]): Forbidden =>
  new Forbidden(
    `Your role in the account does not permit this call. These may make it: ${roles.join(', ')}`,
    'role_not_allowed',
  );
