/** Verifies that the signed-in user is still present (server/http/access/conditions.ts says what for). */
import { timestamp } from '../core/clock.ts';
import type { Caller, OutsideContext, TransactionContext } from '../core/context.ts';
import { BadRequest, invariant } from '../core/errors.ts';
import type { Operations } from '../generated/operations.gen.ts';
import type { BrowserCall } from '../http/handlers.ts';
import { takeAttempt } from '../throttling/throttle.service.ts';
import { getSelf } from '../users/user.service.ts';
import { type CheckedPasskey, checkPasskey, usePasskey } from './passkey/passkey-sign-in.service.ts';
import { confirmPassword } from './password/password.repository.ts';
import { type CheckedPassword, checkCurrentPassword, wrongPassword } from './password/password.service.ts';
import { assertNoFactor, checkRecoveryCode, useRecoveryCode } from './second-factor/second-factor.service.ts';
import { findTotp, takeStep } from './second-factor/totp.repository.ts';
import { stepOfUser, wrongCode } from './second-factor/totp.service.ts';
import { markProven, markSecondFactor } from './sign-in/bearer.repository.ts';
import { forgiveAttempt, signedInCodeThrottles } from './sign-in/guess-throttles.ts';

type ProofInput = Operations['bearer.prove']['body'];

/** A verified proof. The transaction that records it also uses it up. */
type CheckedProof =
  | { method: 'password'; checked: CheckedPassword }
  | { method: 'totp'; step: number }
  | { method: 'recovery_code'; hash: string }
  | { method: 'passkey'; passkey: CheckedPasskey };

export async function checkProof(
  ctx: OutsideContext & Caller & BrowserCall,
  { method, password, totp_code, recovery_code, passkey }: ProofInput,
): Promise<CheckedProof> {
  const { user_id } = ctx.principal;
  if (method === 'password') {
    if (password === undefined) throw missing('password');
    await assertNoFactor(ctx, user_id);
    return { method, checked: await checkCurrentPassword(ctx, password) };
  }
  if (method === 'passkey') {
    if (passkey === undefined) throw missing('passkey');
    return { method, passkey: await checkPasskey(ctx, passkey, user_id) };
  }
  if (method === 'recovery_code') {
    if (recovery_code === undefined) throw missing('recovery_code');
    await takeAttempt(ctx, signedInCodeThrottles(ctx.principal));
    return { method, hash: await checkRecoveryCode(ctx, user_id, recovery_code) };
  }
  if (totp_code === undefined) throw missing('totp_code');
  await takeAttempt(ctx, signedInCodeThrottles(ctx.principal));
  const totp = await findTotp(ctx.db, user_id);
  const step = totp && (await stepOfUser(ctx, totp, totp_code));
  if (step === undefined) throw wrongCode();
  return { method, step };
}

/** A second factor also counts for a sign-in that began without one. */
export async function prove(ctx: TransactionContext & Caller, proof: CheckedProof): Promise<void> {
  const { db, deps, principal } = ctx;
  const { user_id, credential_id } = principal;
  invariant(credential_id, 'a signed-in user has a sign-in');
  if (proof.method === 'password') {
    const { holder, throttles } = proof.checked;
    if (!(await confirmPassword(db, holder))) throw wrongPassword();
    await forgiveAttempt(ctx, throttles);
  } else {
    if (proof.method === 'passkey') await usePasskey(ctx, proof.passkey);
    else if (proof.method === 'recovery_code') await useRecoveryCode(ctx, await getSelf(ctx), proof.hash);
    else if (!(await takeStep(db, user_id, proof.step))) throw wrongCode();
    await markSecondFactor(db, credential_id);
  }
  await markProven(db, credential_id, timestamp(deps.clock.now()));
}

/** Each method requires its own property, which the schema cannot express. */
const missing = (path: string) =>
  new BadRequest(`Missing property: ${path}`, 'missing_property', {
    details: [{ path, expected: 'a value', received: 'nothing' }],
  });
