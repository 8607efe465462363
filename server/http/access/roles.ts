/**
 * What a role may not do: the contract names the roles of each call as `x-roles`, and here they are kept. The one rule beside it
 * is whom `user.delete` may delete. API keys have no role.
 */
import type { Principal } from '../../core/context.ts';
import { mayCall, roleNotAllowed } from '../../core/roles.ts';
import type { OperationId } from '../../generated/operations.gen.ts';
import { routes } from '../contract.ts';

/** @throws Forbidden when another role is needed. */
export function assertRole(principal: Principal | undefined, operationId: OperationId): void {
  if (principal && !mayCall(principal, operationId)) throw roleNotAllowed(routes[operationId].roles);
}
