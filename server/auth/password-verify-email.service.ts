/** Proves by a code from a mail that an address is the user's. */
import { audit } from '../audit/audit.service.ts';
import { checkCode, consumeCode, issueCode, verifyEmailHolder } from '../codes/code.service.ts';
import type { Caller, OutsideContext, TransactionContext } from '../core/context.ts';
import { BadRequest } from '../core/errors.ts';
import { localeOf } from '../mail/locale.ts';
import { sendMail } from '../mail/mail.service.ts';
import { verificationCaps } from '../mail/mail-caps.ts';
import { takeTurn } from '../throttling/throttle.service.ts';
import { emailKey } from '../users/email-address.ts';
import { getSelf, markEmailVerified } from '../users/user.service.ts';

/** Mails the signed-in user a code to verify the address with, unless it is verified already. */
export async function sendVerificationCode(ctx: TransactionContext & Caller): Promise<void> {
  const user = await getSelf(ctx);
  if (user.email_verified === 1 || user.email === null) return;
  await takeTurn(ctx, verificationCaps(emailKey(user.email), user.merchant_id, ctx.request.ip));
  const code = await issueCode(ctx, { holder: verifyEmailHolder(user.id) });
  const locale = localeOf(ctx.request) ?? user.locale;
  await sendMail(ctx, { to: user.email, locale, template: 'verify_email', values: { code } });
}

/** A code that was right, and the address that the user had then. */
interface CheckedCode {
  code: string;
  email_key: string | null;
}

/** The try is counted whatever comes of the call, and so before its transaction. */
export async function checkVerificationCode(
  ctx: OutsideContext & Caller,
  { code }: { code: string },
): Promise<CheckedCode> {
  const { id, email_key } = await getSelf(ctx);
  await checkCode(ctx, { holder: verifyEmailHolder(id), code });
  return { code, email_key };
}

export async function verifyEmail(ctx: TransactionContext & Caller, { code, email_key }: CheckedCode): Promise<void> {
  const { user_id: id } = ctx.principal;
  await consumeCode(ctx, { holder: verifyEmailHolder(id), code });
  // If the address was changed meanwhile, the code went to another one.
  if (email_key === null || !(await markEmailVerified(ctx, { id, email_key }))) {
    throw new BadRequest('The code is not correct', 'invalid_code');
  }
  await audit(ctx, 'password.verify_email');
}
