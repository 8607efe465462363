import { wrongCode } from '../../codes/code.service.ts';
import type { Context, OutsideContext, TransactionContext } from '../../core/context.ts';
import { type Detail, Forbidden } from '../../core/errors.ts';
import type { Db } from '../../database/database.ts';
import type { PasskeyAssertion } from '../../generated/operations.gen.ts';
import type { BrowserCall } from '../../http/handlers.ts';
import { sendMail } from '../../mail/mail.service.ts';
import { takeAttempt } from '../../throttling/throttle.service.ts';
import { deletePasskeysOf } from '../passkey/passkey.repository.ts';
import { type CheckedPasskey, checkPasskey, usePasskey } from '../passkey/passkey-authenticate.service.ts';
import type { PasswordHolder } from '../password/password.repository.ts';
import { endSignIns } from '../sign-in/bearer.service.ts';
import { allOf, factorThrottles, type GuessThrottles } from '../sign-in/guess-throttles.ts';
import { tellOfSignInMethod } from '../sign-in/sign-in-mail.ts';
import { deleteRecoveryCode, deleteRecoveryCodes, hasRecoveryCode } from './recovery-code.repository.ts';
import { hashRecoveryCode } from './recovery-code.service.ts';
import { countFactors, deleteTotp, takeStep } from './totp.repository.ts';
import { stepOfUser } from './totp.service.ts';

export interface FactorInput {
  totp_code?: string | undefined;
  recovery_code?: string | undefined;
  passkey?: PasskeyAssertion | undefined;
}

export type Factor = keyof FactorInput;

/** A valid factor that has not been used up yet: `useFactor` does that in the transaction of the action. */
export type CheckedFactor =
  | { factor: 'totp_code'; step: number }
  | { factor: 'recovery_code'; hash: string }
  | { factor: 'passkey'; passkey: CheckedPasskey };

type Holder = Pick<PasswordHolder, 'id' | 'email' | 'locale'>;

/**
 * Call this after the password was verified. Wrong codes are counted separately for known devices, so that a person who has stolen
 * only the password cannot lock the owner out.
 * @returns undefined when the password is enough.
 * @throws Forbidden with the second factors that the user can show, if `input` has none.
 */
export async function checkSecondFactor(
  ctx: OutsideContext & BrowserCall,
  { holder, device, input }: { holder: Holder; device: string | undefined; input: FactorInput },
): Promise<(CheckedFactor & { throttles?: GuessThrottles }) | undefined> {
  const factors = await findFactors(ctx.db, holder.id);
  if (factors.length === 0) return undefined;
  const factor = (['passkey', 'totp_code', 'recovery_code'] as const).find((name) => input[name] !== undefined);
  if (!factor) throw required(factors);
  if (factor === 'passkey') return checkFactor(ctx, { user_id: holder.id, factor, input });
  const throttles = factorThrottles(holder.id, { factor, ip: ctx.request.ip, device });
  await takeAttempt(ctx, allOf(throttles));
  return { ...(await checkFactor(ctx, { user_id: holder.id, factor, input })), throttles };
}

/** The caller has made sure that the factor is in `input`, and has counted the attempt unless it is a passkey. */
export async function checkFactor(
  ctx: OutsideContext & BrowserCall,
  { user_id, factor, input }: { user_id: number; factor: Factor; input: FactorInput },
): Promise<CheckedFactor> {
  if (factor === 'passkey') return { factor, passkey: await checkPasskey(ctx, input.passkey!, user_id) };
  if (factor === 'totp_code') {
    const step = await stepOfUser(ctx, user_id, input.totp_code!);
    if (step === undefined) throw wrongCode();
    return { factor, step };
  }
  const hash = hashRecoveryCode(ctx.deps, user_id, input.recovery_code!);
  if (!(await hasRecoveryCode(ctx.db, user_id, hash))) throw wrongCode();
  return { factor, hash };
}

/** @throws Forbidden for a user with an app or a passkey, because a password alone is then not enough. */
export async function assertNoFactor({ db }: Context, user_id: number): Promise<void> {
  const factors = ownedFactors(await countFactors(db, user_id));
  if (factors.length > 0) throw required(factors, 'Confirm your identity with your second factor');
}

export const hasFactor = async ({ db }: Context, user_id: number): Promise<boolean> =>
  ownedFactors(await countFactors(db, user_id)).length > 0;

/** A code works only once, even when two requests use it at the same time. When a recovery code is used, the user gets an email. */
export async function useFactor(ctx: TransactionContext, holder: Holder, checked: CheckedFactor): Promise<void> {
  const { db } = ctx;
  const { id, email, locale } = holder;
  if (checked.factor === 'passkey') return usePasskey(ctx, checked.passkey);
  if (checked.factor === 'totp_code') {
    if (!(await takeStep(db, id, checked.step))) throw wrongCode();
    return;
  }
  if (!(await deleteRecoveryCode(db, id, checked.hash))) throw wrongCode();
  const { codes: left } = await countFactors(db, id);
  await sendMail(ctx, { to: email ?? undefined, locale, template: 'recovery_code_used', values: { left } });
}

export async function forgetFactors({ db }: TransactionContext, user_id: number): Promise<void> {
  await deleteTotp(db, user_id);
  await deletePasskeysOf(db, user_id);
  await deleteRecoveryCodes(db, user_id);
}

/** For operators. All sign-ins end and the user is notified, since the operator may have been deceived. */
export async function resetFactors(ctx: TransactionContext, user: Holder): Promise<void> {
  await forgetFactors(ctx, user.id);
  await endSignIns(ctx, { user_id: user.id });
  await tellOfSignInMethod(ctx, 'factors_reset', user);
}

const DETAILS = {
  totp_code: 'the 6 digits that the authenticator app shows',
  passkey: 'a passkey of the user',
  recovery_code: 'one of the recovery codes',
} as const satisfies Record<Factor, string>;

/**
 * The second factors that the user can show. An authenticator app is always asked for. A passkey alone signs in without a password;
 * it is asked for in addition to the password only if the user also has an app, or the account requires a second factor.
 */
async function findFactors(db: Db, user_id: number): Promise<Factor[]> {
  const counts = await countFactors(db, user_id);
  return counts.has_app || counts.is_required ? ownedFactors(counts) : [];
}

function ownedFactors({ has_app, passkeys, codes }: Awaited<ReturnType<typeof countFactors>>): Factor[] {
  if (!has_app && passkeys === 0) return [];
  return [
    ...(has_app ? (['totp_code'] as const) : []),
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(codes > 0 ? (['recovery_code'] as const) : []),
  ];
}

function required(factors: Factor[], text = 'A second factor is required. Send one of those in details'): Forbidden {
  const details = factors.map((path): Detail => ({ path, expected: DETAILS[path], received: 'nothing' }));
  return new Forbidden(text, 'second_factor_required', { details });
}
