/** Verifies that the signed-in user is still present (server/http/access/conditions.ts says what for). */
import { timestamp } from '../core/clock.ts';
import type { Caller, OutsideContext, TransactionContext } from '../core/context.ts';
import { invariant } from '../core/errors.ts';
import type { Operations } from '../generated/operations.gen.ts';
import type { BrowserCall } from '../http/handlers.ts';
import { takeAttempt } from '../throttling/throttle.service.ts';
import { getSelf } from '../users/user.service.ts';
import { confirmPassword } from './password/password.repository.ts';
import { type CheckedPassword, checkCurrentPassword, wrongPassword } from './password/password.service.ts';
import { assertNoFactor, type CheckedFactor, checkFactor, useFactor } from './second-factor/second-factor.service.ts';
import { updateCredential } from './sign-in/bearer.repository.ts';
import { forgiveAttempt, signedInCodeThrottles } from './sign-in/guess-throttles.ts';

type ProofInput = Operations['bearer.prove']['body'];

/** Does not use up the factor: `prove` does, in the transaction that records the proof. */
export async function checkProof(
  ctx: OutsideContext & Caller & BrowserCall,
  input: ProofInput,
): Promise<CheckedPassword | CheckedFactor> {
  const { user_id } = ctx.principal;
  if (input.method === 'password') {
    await assertNoFactor(ctx, user_id);
    return checkCurrentPassword(ctx, input.password);
  }
  const factor = input.method === 'totp' ? 'totp_code' : input.method;
  if (factor !== 'passkey') await takeAttempt(ctx, signedInCodeThrottles(ctx.principal));
  return checkFactor(ctx, { user_id, factor, input });
}

/** A second factor also counts for the sign-in from then on, even if the sign-in began without one. */
export async function prove(
  ctx: TransactionContext & Caller,
  proof: Awaited<ReturnType<typeof checkProof>>,
): Promise<void> {
  const { db, deps, principal } = ctx;
  const { credential_id } = principal;
  invariant(credential_id, 'a signed-in user has a sign-in');
  if ('factor' in proof) {
    await useFactor(ctx, await getSelf(ctx), proof);
    await updateCredential(db, credential_id, { second_factor: 1 });
  } else {
    if (!(await confirmPassword(db, proof.holder))) throw wrongPassword();
    await forgiveAttempt(ctx, proof.throttles);
  }
  await updateCredential(db, credential_id, { proven: timestamp(deps.clock.now()) });
}
