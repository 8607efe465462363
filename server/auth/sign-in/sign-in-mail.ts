/** Emails the user about changes to how they sign in, in case someone else made them. */
import type { Caller, TransactionContext } from '../../core/context.ts';
import { sendMail } from '../../mail/mail.service.ts';
import type { TemplateValues } from '../../mail/templates.ts';
import { getSelf } from '../../users/user.service.ts';

export async function tellOfSignInMethod(
  ctx: TransactionContext & Caller,
  change: TemplateValues['sign_in_method_changed']['change'],
): Promise<void> {
  const { email, locale } = await getSelf(ctx);
  await sendMail(ctx, { to: email ?? undefined, locale, template: 'sign_in_method_changed', values: { change } });
}
