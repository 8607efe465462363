/**
 * Enforces roles: the contract lists each operation's roles as `x-roles`. The only rule elsewhere is which users `user.delete`
 * may delete. API keys have no role.
 */
import type { Principal } from '../../core/context.ts';
import { mayCall, roleNotAllowed } from '../../core/roles.ts';
import type { OperationId } from '../../generated/operations.gen.ts';
import { routes } from '../contract.ts';

/** @throws Forbidden when another role is needed. */
export function assertRole(principal: Principal | undefined, operationId: OperationId): void {
  if (principal && !mayCall(principal, operationId)) throw roleNotAllowed(routes[operationId].roles);
}
