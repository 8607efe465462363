/** Verifies, with a code from an email, that an address belongs to the user. */
import { audit } from '../../audit/audit.service.ts';
import { checkCode, consumeCode, forgetCodes, issueCode, verifyEmailHolder } from '../../codes/code.service.ts';
import type { Caller, OutsideContext, TransactionContext } from '../../core/context.ts';
import { BadRequest } from '../../core/errors.ts';
import { refuseTaken } from '../../database/unique-violation.ts';
import { localeOf } from '../../mail/locale.ts';
import { sendMail } from '../../mail/mail.service.ts';
import { verificationCaps } from '../../mail/mail-caps.ts';
import { takeTurn } from '../../throttling/throttle.service.ts';
import { emailKey } from '../../users/email-address.ts';
import { getSelf, isEmailTaken, isEmailVerified, markEmailVerified, shownEmail } from '../../users/user.service.ts';
import { emailTaken } from './password.service.ts';

/** Emails the signed-in user a code to verify their address, unless it is already verified. */
export async function sendVerificationCode(ctx: TransactionContext & Caller): Promise<void> {
  const user = await getSelf(ctx);
  const email = shownEmail(user);
  if (isEmailVerified(user) || email === null) return;
  await takeTurn(ctx, verificationCaps(emailKey(email), user.merchant_id, ctx.request.ip));
  const code = await issueCode(ctx, { holder: verifyEmailHolder(user.id) });
  const locale = localeOf(ctx.request) ?? user.locale;
  await sendMail(ctx, { to: email, locale, template: 'verify_email', values: { code } });
}

/** A correct code, and the user's address when it was checked. */
interface CheckedCode {
  code: string;
  email: string | null;
}

/** Every attempt counts, whatever the outcome of the call, so it is counted before the transaction. */
export async function checkVerificationCode(
  ctx: OutsideContext & Caller,
  { code }: { code: string },
): Promise<CheckedCode> {
  const user = await getSelf(ctx);
  await checkCode(ctx, { holder: verifyEmailHolder(user.id), code });
  return { code, email: shownEmail(user) };
}

/** @throws Conflict when someone else has signed up with the address in the meantime. */
export async function verifyEmail(ctx: TransactionContext & Caller, { code, email }: CheckedCode): Promise<void> {
  const user = await getSelf(ctx);
  await consumeCode(ctx, { holder: verifyEmailHolder(user.id), code });
  const { id, email_key } = user;
  if (email !== null && (await isEmailTaken(ctx, { email, user_id: id }))) throw emailTaken();
  // If the address has changed in the meantime, the code was sent to the old one.
  if (email === null || !(await refuseTaken(emailTaken, () => markEmailVerified(ctx, { id, email })))) {
    throw new BadRequest('The code is not correct', 'invalid_code');
  }
  // Voids codes for password recovery that were sent to the previous address.
  await forgetCodes(ctx, { id, email_key });
  await audit(ctx, 'password.verify_email');
}
