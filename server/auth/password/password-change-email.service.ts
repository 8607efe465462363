/** Changes an email address, and undoes the change (docs/decisions/unverified-addresses.md). */
import { audit } from '../../audit/audit.service.ts';
import {
  actingAs,
  type Caller,
  type CallOrigin,
  type OutsideContext,
  type TransactionContext,
} from '../../core/context.ts';
import { BadRequest } from '../../core/errors.ts';
import { refuseTaken } from '../../database/unique-violation.ts';
import { sendMail } from '../../mail/mail.service.ts';
import { siteLink } from '../../mail/site-link.ts';
import { normalizeEmail } from '../../users/email-address.ts';
import { replaceEmail, restoreEmail } from '../../users/email-change.service.ts';
import { isEmailTaken } from '../../users/user.service.ts';
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

export async function prepareEmailChange(
  ctx: OutsideContext & Caller,
  { password, new_email: address }: { password: string; new_email: string },
): Promise<CheckedPassword & { email: string }> {
  refuseOthersThanNatural(ctx.principal);
  const email = normalizeEmail(address, 'new_email');
  return { ...(await checkCurrentPassword(ctx, password)), email };
}

/**
 * Replaces the address. The new one is unverified until its code is entered. An email notifies the old address, with a link to
 * undo the change if that address was verified.
 */
export async function changeEmail(
  ctx: TransactionContext & Caller,
  { holder, throttles, email }: CheckedPassword & { email: string },
): Promise<void> {
  const { config } = ctx.deps;
  const { id, locale } = holder;
  if (!(await confirmPassword(ctx.db, holder))) throw wrongPassword();
  if (await isEmailTaken(ctx, { email, user_id: id })) throw emailTaken();
  const code = await refuseTaken(emailTaken, () => replaceEmail(ctx, { user: holder, email }));
  await forgiveAttempt(ctx, throttles);
  await audit(ctx, 'password.change_email');
  const values = code === undefined ? {} : { link: siteLink(config, locale, `/undo-email-change?code=${code}`) };
  await sendMail(ctx, { to: holder.email ?? undefined, locale, template: 'email_changed', values });
}

/**
 * Undoes a change on behalf of the owner of the previous address. The person who made the change knew the password, so the
 * password is deleted and recovery sets a new one.
 * @returns the address.
 */
export async function undoEmailChange(
  ctx: TransactionContext & { request: CallOrigin },
  { code }: { code: string },
): Promise<string> {
  const restored = await refuseTaken(linkNotValid, () => restoreEmail(ctx, code));
  if (!restored) throw linkNotValid();
  const { user_id, merchant_id, email } = restored;
  await deletePassword(ctx.db, user_id);
  await endSignIns(ctx, { user_id });
  await audit(actingAs(ctx, { merchant_id, user_id }), 'password.undo_change_email');
  return email;
}

const linkNotValid = () =>
  new BadRequest(
    'The link has expired or was already used. Contact support if you did not make this change',
    'invalid_link',
  );
