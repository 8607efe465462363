/**
 * Protects calls that a stolen sign-in must not make: the contract marks them with `x-fresh-proof`, and only this file enforces
 * it. The signed-in user must recently have proved their presence, by signing in or with `bearer.prove`. API keys are exempt.
 */
import { addSeconds, timestamp } from '../../core/clock.ts';
import type { Principal } from '../../core/context.ts';
import { Forbidden } from '../../core/errors.ts';
import type { OperationId } from '../../generated/operations.gen.ts';
import { routes } from '../contract.ts';

const FRESH_SECONDS = 600;

/** Whether this call needs a fresh proof: every call of the operation does, or only those that send a certain property. */
export function asksForProof(operationId: OperationId, body: unknown): boolean {
  const fresh_proof: boolean | readonly string[] = routes[operationId].fresh_proof as boolean | readonly string[];
  if (typeof fresh_proof === 'boolean') return fresh_proof;
  return fresh_proof.some((name) => Object.hasOwn(body as object, name));
}

/** @throws Forbidden when the last proof is too old. */
export function assertFreshProof(principal: Principal | undefined, now: Date): void {
  if (!principal?.proven || principal.proven > timestamp(addSeconds(now, -FRESH_SECONDS))) return;
  throw new Forbidden('Confirm your identity with bearer.prove, then repeat the call', 'fresh_proof_required');
}
