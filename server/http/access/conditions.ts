/** The conditions that the contract sets for the calls of signed-in users. API keys are exempt. */
import { addSeconds, timestamp } from '../../core/clock.ts';
import type { Principal } from '../../core/context.ts';
import { Forbidden } from '../../core/errors.ts';
import { mayCall, roleNotAllowed } from '../../core/roles.ts';
import type { OperationId } from '../../generated/operations.gen.ts';
import { routes } from '../contract.ts';

const FRESH_SECONDS = 600;

export function asksForProof(operationId: OperationId, body: unknown): boolean {
  const fresh_proof: boolean | readonly string[] = routes[operationId].fresh_proof as boolean | readonly string[];
  if (typeof fresh_proof === 'boolean') return fresh_proof;
  return fresh_proof.some((name) => Object.hasOwn(body as object, name));
}

/**
 * Protects calls that a stolen sign-in must not make: the contract marks them with `x-fresh-proof`. The user must recently have
 * proved their presence, by signing in or with `bearer.prove`.
 * @throws Forbidden when the last proof is too old.
 */
export function assertFreshProof(principal: Principal | undefined, now: Date): void {
  if (!principal?.proven || principal.proven > timestamp(addSeconds(now, -FRESH_SECONDS))) return;
  throw new Forbidden('Confirm your identity with bearer.prove, then repeat the call', 'fresh_proof_required');
}

/**
 * Accounts may require a second factor. Users who signed in without one can only make the calls that the contract marks with
 * `x-before-second-factor`, such as those that set one up.
 * @throws Forbidden
 */
export function assertSecondFactor(principal: Principal | undefined, operationId: OperationId): void {
  if (!principal?.lacks_second_factor || routes[operationId].before_second_factor) return;
  throw new Forbidden(
    'This account requires a second factor. Set one up, or verify yours with bearer.prove',
    'second_factor_setup_required',
  );
}

/**
 * The contract lists each operation's roles as `x-roles`. Which users `user.delete` may delete is decided in its service.
 * @throws Forbidden when another role is needed.
 */
export function assertRole(principal: Principal | undefined, operationId: OperationId): void {
  if (principal && !mayCall(principal, operationId)) throw roleNotAllowed(routes[operationId].roles);
}
