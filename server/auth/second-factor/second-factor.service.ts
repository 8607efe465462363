/** The second factor that a user must show beside the password: a code from an authenticator app, a passkey, or a recovery code. */
import type { Context, OutsideContext, TransactionContext } from '../../core/context.ts';
import { type Detail, Forbidden } from '../../core/errors.ts';
import type { Db } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { PasskeyAssertion } from '../../generated/operations.gen.ts';
import type { BrowserCall } from '../../http/handlers.ts';
import { sendMail } from '../../mail/mail.service.ts';
import { takeAttempt } from '../../throttling/throttle.service.ts';
import { deletePasskeysOf } from '../passkey/passkey.repository.ts';
import { type CheckedPasskey, checkPasskey, usePasskey } from '../passkey/passkey-sign-in.service.ts';
import type { PasswordHolder } from '../password/password.repository.ts';
import { endSignIns } from '../sign-in/bearer.service.ts';
import { allOf, factorThrottles, forgiveAttempt, type GuessThrottles } from '../sign-in/guess-throttles.ts';
import {
  countRecoveryCodes,
  deleteRecoveryCode,
  deleteRecoveryCodes,
  hasRecoveryCode,
} from './recovery-code.repository.ts';
import { hashRecoveryCode } from './recovery-code.service.ts';
import { countFactors, deleteTotp, findTotp, takeStep } from './totp.repository.ts';
import { stepOfUser, wrongCode } from './totp.service.ts';

export interface FactorInput {
  totp_code?: string | undefined;
  recovery_code?: string | undefined;
  passkey?: PasskeyAssertion | undefined;
}

/** A verified second factor. The transaction of the sign-in uses it up. */
export type CheckedFactor =
  | { method: 'totp_code'; step: number; throttles: GuessThrottles }
  | { method: 'recovery_code'; hash: string; throttles: GuessThrottles }
  | { method: 'passkey'; passkey: CheckedPasskey };

type Holder = Pick<PasswordHolder, 'id' | 'email' | 'locale'>;

/**
 * Call this after the password was verified. Wrong codes are counted separately for known devices, so that a person who has
 * stolen only the password cannot lock the owner out.
 * @returns undefined when the user has no second factor.
 * @throws Forbidden with the second factors that the user can show.
 */
export async function checkSecondFactor(
  ctx: OutsideContext & BrowserCall,
  { holder, device, input }: { holder: Holder; device: string | undefined; input: FactorInput },
): Promise<CheckedFactor | undefined> {
  const { db, request } = ctx;
  const { totp_code, recovery_code, passkey } = input;
  const factors = await findFactors(db, holder.id);
  if (factors.length === 0) return undefined;
  if (passkey !== undefined) return { method: 'passkey', passkey: await checkPasskey(ctx, passkey, holder.id) };
  if (totp_code === undefined && recovery_code === undefined) throw required(factors);
  const factor = totp_code === undefined ? 'recovery_code' : 'totp_code';
  const throttles = factorThrottles(holder.id, { factor, ip: request.ip, device });
  await takeAttempt(ctx, allOf(throttles));
  if (totp_code !== undefined) {
    const totp = await findTotp(db, holder.id);
    const step = totp && (await stepOfUser(ctx, totp, totp_code));
    if (step === undefined) throw wrongCode();
    return { method: 'totp_code', step, throttles };
  }
  return { method: 'recovery_code', hash: await checkRecoveryCode(ctx, holder.id, recovery_code!), throttles };
}

/** @returns the hash of a valid code. */
export async function checkRecoveryCode({ db, deps }: OutsideContext, user_id: number, code: string): Promise<string> {
  const hash = hashRecoveryCode(deps, user_id, code);
  if (!(await hasRecoveryCode(db, user_id, hash))) throw wrongCode();
  return hash;
}

/** @throws Forbidden for a user with an app or a passkey: a password alone is not enough proof then. */
export async function assertNoFactor({ db }: Context, user_id: number): Promise<void> {
  const factors = ownedFactors(await countFactors(db, user_id));
  if (factors.length > 0) throw required(factors, 'Confirm your identity with your second factor');
}

export const hasFactor = async ({ db }: Context, user_id: number): Promise<boolean> =>
  ownedFactors(await countFactors(db, user_id)).length > 0;

/** A code works only once, even when two requests bring it at the same time. */
export async function useFactor(ctx: TransactionContext, holder: Holder, factor: CheckedFactor): Promise<void> {
  if (factor.method === 'passkey') return usePasskey(ctx, factor.passkey);
  await forgiveAttempt(ctx, factor.throttles);
  if (factor.method === 'totp_code') {
    if (!(await takeStep(ctx.db, holder.id, factor.step))) throw wrongCode();
    return;
  }
  return useRecoveryCode(ctx, holder, factor.hash);
}

/** An email notifies the user. */
export async function useRecoveryCode(ctx: TransactionContext, holder: Holder, hash: string): Promise<void> {
  if (!(await deleteRecoveryCode(ctx.db, holder.id, hash))) throw wrongCode();
  const left = await countRecoveryCodes(ctx.db, holder.id);
  const { email, locale } = holder;
  await sendMail(ctx, { to: email ?? undefined, locale, template: 'recovery_code_used', values: { left } });
}

/** Deletes all of the user's second factors. */
export async function forgetFactors({ db }: TransactionContext, user_id: number): Promise<void> {
  await deleteTotp(db, user_id);
  await deletePasskeysOf(db, user_id);
  await deleteRecoveryCodes(db, user_id);
}

/**
 * Lets an operator restore access for a user who lost the app, the passkeys and the recovery codes. All sign-ins end and the user
 * is notified, since the operator may have been deceived.
 */
export async function resetFactors(ctx: TransactionContext, user: Holder): Promise<void> {
  await forgetFactors(ctx, user.id);
  await endSignIns(ctx, { user_id: user.id });
  const { email, locale } = user;
  const values = { change: 'factors_reset' } as const;
  await sendMail(ctx, { to: email ?? undefined, locale, template: 'sign_in_method_changed', values });
}

/** Uncounts the attempt with a correct password when the sign-in does not complete. */
export const forgivePassword = (ctx: OutsideContext, throttles: GuessThrottles): Promise<void> =>
  inTransaction(ctx, (ctx) => forgiveAttempt(ctx, throttles));

const DETAILS = {
  totp_code: 'the 6 digits that the authenticator app shows',
  passkey: 'a passkey of the user',
  recovery_code: 'one of the recovery codes',
} as const;

type Factor = keyof typeof DETAILS;

/**
 * The second factors that the user can show. An authenticator app is always asked for. A passkey signs in without a password; it
 * is asked for beside one only if the user also has an app, or the account requires a second factor.
 */
async function findFactors(db: Db, user_id: number): Promise<Factor[]> {
  const counts = await countFactors(db, user_id);
  return counts.has_app || counts.is_required ? ownedFactors(counts) : [];
}

/** An app or passkeys, and the recovery codes that can replace them. */
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
