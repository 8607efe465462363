/**
 * Accounts may require a second factor. Users who signed in without one can only show one, set one up, and call what the contract
 * marks with `x-before-second-factor`. API keys are exempt.
 */
import type { Principal } from '../../core/context.ts';
import { Forbidden } from '../../core/errors.ts';
import type { OperationId } from '../../generated/operations.gen.ts';
import { routes } from '../contract.ts';

/** @throws Forbidden */
export function assertSecondFactor(principal: Principal | undefined, operationId: OperationId): void {
  if (!principal?.lacks_second_factor || routes[operationId].before_second_factor) return;
  throw new Forbidden(
    'This account requires a second factor. Set one up, or verify yours with bearer.prove',
    'second_factor_setup_required',
  );
}
