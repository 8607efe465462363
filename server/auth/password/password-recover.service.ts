import { audit } from '../../audit/audit.service.ts';
import { claimCredit } from '../../billing/account/free-credit.service.ts';
import { checkCode, consumeCode, issueCode, recoverHolder, wrongCode } from '../../codes/code.service.ts';
import { actingAs, type OutsideContext, type TransactionContext } from '../../core/context.ts';
import type { BrowserCall } from '../../http/handlers.ts';
import { localeOf } from '../../mail/locale.ts';
import { sendMail } from '../../mail/mail.service.ts';
import { recoveryCaps, takeRecoveryMail } from '../../mail/mail-caps.ts';
import { startAfresh } from '../../merchants/sign-up.service.ts';
import { resetAttempts, takeTurn } from '../../throttling/throttle.service.ts';
import { emailKey } from '../../users/email-address.ts';
import { markEmailVerified } from '../../users/user.service.ts';
import { forgetFactors } from '../second-factor/second-factor.service.ts';
import { endSignIns } from '../sign-in/bearer.service.ts';
import { strangersThrottles } from '../sign-in/guess-throttles.ts';
import { knownDevice, rememberDevice } from '../sign-in/known-device.ts';
import { findRecoverer, setPassword } from './password.repository.ts';
import { tellOfPassword } from './password.service.ts';
import { hashPassword } from './password-hash.ts';
import { checkNewPassword } from './password-policy.ts';

/** Does the same work whether or not the address has an account, and discards the email only at the end. */
export async function sendRecoveryCode(
  ctx: TransactionContext & BrowserCall,
  { email }: { email: string },
): Promise<void> {
  const email_key = emailKey(email);
  const owner = await findRecoverer(ctx.db, email_key);
  const device = owner && knownDevice(ctx, { id: owner.id, hash: owner.hash ?? '' });
  const holder = recoverHolder(ctx, email_key);
  const code = await issueCode(ctx, { holder, device });
  await takeTurn(ctx, recoveryCaps(holder.subject, ctx.request.ip, device));
  await takeRecoveryMail(ctx, { sent: owner !== undefined });
  await sendMail(ctx, {
    to: owner?.email ?? undefined,
    locale: localeOf(ctx.request) ?? owner?.locale ?? 'en',
    template: 'recover',
    values: { code },
  });
}

export async function prepareRecovery(
  ctx: OutsideContext & BrowserCall,
  { email, code, new_password }: { email: string; code: string; new_password: string },
) {
  await checkNewPassword(ctx.deps, new_password, 'new_password');
  const email_key = emailKey(email);
  const holder = recoverHolder(ctx, email_key);
  const owner = await findRecoverer(ctx.db, email_key);
  const device = owner && knownDevice(ctx, { id: owner.id, hash: owner.hash ?? '' });
  await checkCode(ctx, { holder, code, caller: { ip: ctx.request.ip, device } });
  return { email_key, holder, code, hash: await hashPassword(new_password, ctx.deps.password_cost, {}) };
}

/** The code was sent by email, so it also verifies the address. */
export async function recoverPassword(
  ctx: TransactionContext & BrowserCall,
  { email_key, holder, code, hash }: Awaited<ReturnType<typeof prepareRecovery>>,
): Promise<void> {
  await consumeCode(ctx, { holder, code });
  const owner = await findRecoverer(ctx.db, email_key);
  if (!owner) throw wrongCode();
  const { id: user_id } = owner;
  // Someone may have registered this address without owning it. They must lose their access to the account.
  const merchant_id = owner.email_verified === 1 ? owner.merchant_id : await startAfresh(ctx, owner);
  if (owner.email_verified === 0) await forgetFactors(ctx, user_id);
  await setPassword(ctx.db, user_id, hash);
  // A pending address is discarded: the user has just proved that they own this one.
  await markEmailVerified(ctx, { id: user_id, email: owner.email! });
  await claimCredit(ctx, { merchant_id, user_id, email: owner.email! });
  await endSignIns(ctx, { user_id });
  await resetAttempts(ctx, strangersThrottles(email_key, ctx.request.ip).own);
  await audit(actingAs(ctx, { merchant_id, user_id }), 'password.recover');
  await tellOfPassword(ctx, owner);
  rememberDevice(ctx, { id: user_id, hash });
}
