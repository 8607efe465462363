/** What a code from a mail allows: to verify an address, or to set a new password. */
import { recordAudit } from '../audit/audit.service.ts';
import { checkCode, consumeCode, issueCode, recoverHolder, verifyEmailHolder } from '../codes/code.service.ts';
import type { TransactionContext } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { BadRequest } from '../core/errors.ts';
import type { EmptyObject } from '../generated/operations.gen.ts';
import type { Browser, CallOrigin, Principal } from '../http/handlers.ts';
import { localeOf } from '../mail/locale.ts';
import { sendMail } from '../mail/mail.service.ts';
import { recoveryCaps, takeMails, takeRecoveryMail, verificationCaps } from '../mail/mail-caps.ts';
import { startAfresh } from '../merchants/fresh-start.service.ts';
import { resetAttempts } from '../throttling/throttle.service.ts';
import { emailKey } from '../users/email-address.ts';
import { getUser, markEmailVerified } from '../users/user.service.ts';
import { deleteCredentialsOf } from './bearer.repository.ts';
import { strangersThrottles } from './guess-throttles.ts';
import { deviceCookie, knownDevice } from './known-device.ts';
import { findPasswordHolder, updatePassword } from './password.repository.ts';
import { hashPassword } from './password-hash.ts';
import { checkNewPassword } from './password-policy.ts';

type Transactional<T> = (work: (ctx: TransactionContext) => Promise<T>) => Promise<T>;

/** Mails the signed-in user a code to verify the address with, unless it is verified already. */
export async function sendVerificationCode(
  ctx: TransactionContext,
  principal: Principal,
  request: CallOrigin,
): Promise<void> {
  const { db: trx, deps } = ctx;
  const user = await getUser(trx, principal.merchant_id, principal.user_id);
  if (user.email_verified === 1 || user.email === null) return;
  await takeMails(ctx, verificationCaps(emailKey(user.email), user.merchant_id, request.ip));
  const code = await issueCode(trx, deps, verifyEmailHolder(user.id));
  const locale = localeOf(request) ?? user.locale;
  await sendMail(ctx, { to: user.email, locale, template: 'verify_email', values: { code } });
}

export async function verifyEmail(
  deps: Deps,
  transaction: Transactional<EmptyObject>,
  principal: Principal,
  request: CallOrigin,
  code: string,
): Promise<EmptyObject> {
  const { merchant_id, user_id } = principal;
  const holder = verifyEmailHolder(user_id);
  const { email_key } = await getUser(deps.db, merchant_id, user_id);
  await checkCode(deps, holder, code);
  return transaction(async (ctx) => {
    const { db: trx } = ctx;
    await consumeCode(trx, deps, holder, code);
    // If the address was changed meanwhile, the code went to another one.
    if (email_key === null || !(await markEmailVerified(trx, user_id, email_key))) {
      throw new BadRequest('The code is not correct', 'invalid_code');
    }
    await recordAudit(trx, deps, { merchant_id, user_id, request_id: request.id, action: 'password.verify_email' });
    return {};
  });
}

/** Does the same work whether the address has an account or not. Only at the end the mail is sent or discarded. */
export async function sendRecoveryCode(
  ctx: TransactionContext,
  request: CallOrigin,
  browser: Browser,
  email: string,
): Promise<void> {
  const { db: trx, deps } = ctx;
  const key = emailKey(email);
  const holder = await findPasswordHolder(trx, key);
  const device = holder && knownDevice(deps, browser.device, holder);
  const codeHolder = recoverHolder(deps, key);
  const code = await issueCode(trx, deps, codeHolder, device);
  await takeMails(ctx, recoveryCaps(codeHolder.subject, request.ip, device));
  await takeRecoveryMail(ctx, { sent: holder !== undefined });
  await sendMail(ctx, {
    to: holder?.email ?? undefined,
    locale: localeOf(request) ?? holder?.locale ?? 'en',
    template: 'recover',
    values: { code },
  });
}

/** Sets a new password with a code, and ends all sign-ins. The code came by mail, so it also verifies the address. */
export async function recoverPassword(
  deps: Deps,
  { request, browser, transaction }: { request: CallOrigin; browser: Browser; transaction: Transactional<EmptyObject> },
  { email, code, new_password }: { email: string; code: string; new_password: string },
): Promise<EmptyObject> {
  checkNewPassword(deps.config.password_policy, new_password, 'new_password');
  const key = emailKey(email);
  const codeHolder = recoverHolder(deps, key);
  const expectedHolder = await findPasswordHolder(deps.db, key);
  const device = expectedHolder && knownDevice(deps, browser.device, expectedHolder);
  await checkCode(deps, codeHolder, code, { ip: request.ip, device });
  const hash = await hashPassword(new_password, {});
  return transaction(async (ctx) => {
    const { db: trx } = ctx;
    await consumeCode(trx, deps, codeHolder, code);
    const holder = await findPasswordHolder(trx, key);
    if (!holder) throw new BadRequest('The code is not correct', 'invalid_code');
    const { id: user_id } = holder;
    // Somebody may have registered the address without owning it, and must lose what they can do in the account.
    const merchant_id =
      holder.email_verified === 1 ? holder.merchant_id : await startAfresh(trx, deps, request, holder);
    await updatePassword(trx, user_id, hash);
    await markEmailVerified(trx, user_id, key);
    await deleteCredentialsOf(trx, user_id);
    await resetAttempts(trx, strangersThrottles(key, request.ip).own);
    await recordAudit(trx, deps, { merchant_id, user_id, request_id: request.id, action: 'password.recover' });
    await sendMail(ctx, {
      to: holder.email ?? undefined,
      locale: holder.locale,
      template: 'password_changed',
      values: {},
    });
    browser.rememberDevice(deviceCookie(deps, browser.device, { id: user_id, hash }));
    return {};
  });
}
