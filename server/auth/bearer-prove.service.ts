/** Proves that whoever is signed in is still there (server/http/fresh-proof.ts says what for). */
import { timestamp } from '../core/clock.ts';
import type { Caller, OutsideContext, TransactionContext } from '../core/context.ts';
import { BadRequest, invariant } from '../core/errors.ts';
import type { Operations } from '../generated/operations.gen.ts';
import { markProven } from './bearer.repository.ts';
import { forgiveAttempt } from './guess-throttles.ts';
import { confirmPassword } from './password.repository.ts';
import { type CheckedPassword, checkCurrentPassword, wrongPassword } from './password.service.ts';

type ProofInput = Operations['bearer.prove']['body'];

export async function checkProof(ctx: OutsideContext & Caller, { password }: ProofInput): Promise<CheckedPassword> {
  if (password === undefined) throw missing('password');
  return checkCurrentPassword(ctx, password);
}

export async function prove(ctx: TransactionContext & Caller, { holder, throttles }: CheckedPassword): Promise<void> {
  const { db, deps, principal } = ctx;
  if (!(await confirmPassword(db, holder))) throw wrongPassword();
  await forgiveAttempt(ctx, throttles);
  invariant(principal.credential_id, 'whoever is signed in has a sign-in');
  await markProven(db, principal.credential_id, timestamp(deps.clock.now()));
}

/** The method says which property must come with it, which the schema cannot. */
const missing = (path: string) =>
  new BadRequest(`Missing property: ${path}`, 'missing_property', {
    details: [{ path, expected: 'a value', received: 'nothing' }],
  });
