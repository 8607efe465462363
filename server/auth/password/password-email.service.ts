/** A user's address: verified with a code, changed, and restored (docs/decisions/unverified-addresses.md). */
import { audit } from '../../audit/audit.service.ts';
import { claimCredit } from '../../billing/account/free-credit.service.ts';
import {
  checkCode,
  consumeCode,
  forgetCodes,
  issueCode,
  verifyEmailHolder,
  wrongCode,
} from '../../codes/code.service.ts';
import {
  actingAs,
  type Caller,
  type CallOrigin,
  type OutsideContext,
  type TransactionContext,
} from '../../core/context.ts';
import { BadRequest } from '../../core/errors.ts';
import { refuseTaken } from '../../database/unique-violation.ts';
import { localeOf, siteLink } from '../../mail/locale.ts';
import { sendMail } from '../../mail/mail.service.ts';
import { verificationCaps } from '../../mail/mail-caps.ts';
import { takeTurn } from '../../throttling/throttle.service.ts';
import { emailKey, normalizeEmail } from '../../users/email-address.ts';
import { replaceEmail, restoreEmail } from '../../users/email-change.service.ts';
import { getSelf, isEmailTaken, isEmailVerified, markEmailVerified, shownEmail } from '../../users/user.service.ts';
import { endSignIns } from '../sign-in/bearer.service.ts';
import { forgiveAttempt } from '../sign-in/guess-throttles.ts';
import { confirmPassword, deletePassword } from './password.repository.ts';
import {
  type CheckedPassword,
  checkCurrentPassword,
  emailTaken,
  refuseOthersThanNatural,
  wrongPassword,
} from './password.service.ts';

export async function sendVerificationCode(ctx: TransactionContext & Caller): Promise<void> {
  const user = await getSelf(ctx);
  const email = shownEmail(user);
  if (isEmailVerified(user) || email === null) return;
  await takeTurn(ctx, verificationCaps(emailKey(email), user.merchant_id, ctx.request.ip));
  const code = await issueCode(ctx, { holder: verifyEmailHolder(user.id) });
  const locale = localeOf(ctx.request) ?? user.locale;
  await sendMail(ctx, { to: email, locale, template: 'verify_email', values: { code } });
}

/** Every attempt counts, whatever the outcome of the call, so it is counted before the transaction. */
export async function checkVerificationCode(ctx: OutsideContext & Caller, { code }: { code: string }) {
  const user = await getSelf(ctx);
  await checkCode(ctx, { holder: verifyEmailHolder(user.id), code });
  return { code, email: shownEmail(user) };
}

/** @throws Conflict when someone else has signed up with the address in the meantime. */
export async function verifyEmail(
  ctx: TransactionContext & Caller,
  { code, email }: Awaited<ReturnType<typeof checkVerificationCode>>,
): Promise<void> {
  const user = await getSelf(ctx);
  await consumeCode(ctx, { holder: verifyEmailHolder(user.id), code });
  const { id, email_key } = user;
  if (email !== null && (await isEmailTaken(ctx, { email, user_id: id }))) throw emailTaken();
  // If the address has changed in the meantime, the code was sent to the old one and is refused.
  if (email === null || !(await refuseTaken(emailTaken, () => markEmailVerified(ctx, { id, email })))) {
    throw wrongCode();
  }
  await claimCredit(ctx, { merchant_id: user.merchant_id, user_id: id, email });
  // Voids codes for password recovery that were sent to the previous address.
  await forgetCodes(ctx, { id, email_key });
  await audit(ctx, 'password.verify_email');
}

export async function prepareEmailChange(
  ctx: OutsideContext & Caller,
  { password, new_email: address }: { password: string; new_email: string },
): Promise<CheckedPassword & { email: string }> {
  refuseOthersThanNatural(ctx.principal);
  const email = normalizeEmail(address, 'new_email');
  return { ...(await checkCurrentPassword(ctx, password)), email };
}

/** The new address is unverified until its code is entered. The old one gets an email, with an undo link if it was verified. */
export async function changeEmail(
  ctx: TransactionContext & Caller,
  { holder, throttles, email }: CheckedPassword & { email: string },
): Promise<void> {
  const { id, locale } = holder;
  if (!(await confirmPassword(ctx.db, holder))) throw wrongPassword();
  if (await isEmailTaken(ctx, { email, user_id: id })) throw emailTaken();
  const code = await refuseTaken(emailTaken, () => replaceEmail(ctx, { user: holder, email }));
  await forgiveAttempt(ctx, throttles);
  await audit(ctx, 'password.change_email');
  const values =
    code === undefined ? {} : { link: siteLink(ctx.deps.config, locale, `/undo-email-change?code=${code}`) };
  await sendMail(ctx, { to: holder.email ?? undefined, locale, template: 'email_changed', values });
}

/** The person who changed the address knew the password. The password is therefore deleted, and the user sets a new one by recovery. */
export async function undoEmailChange(
  ctx: TransactionContext & { request: CallOrigin },
  { code }: { code: string },
): Promise<{ email: string }> {
  const restored = await refuseTaken(linkNotValid, () => restoreEmail(ctx, code));
  if (!restored) throw linkNotValid();
  const { user_id, merchant_id, email } = restored;
  await deletePassword(ctx.db, user_id);
  await endSignIns(ctx, { user_id });
  await audit(actingAs(ctx, { merchant_id, user_id }), 'password.undo_change_email');
  return { email };
}

const linkNotValid = () =>
  new BadRequest(
    'The link was already used or is older than 72 hours. Contact support if you did not make this change',
    'invalid_link',
  );
