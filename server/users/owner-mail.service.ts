import type { Acting, TransactionContext } from '../core/context.ts';
import type { Locale } from '../mail/locale.ts';
import { sendMail } from '../mail/mail.service.ts';
import type { Template, TemplateValues } from '../mail/templates.ts';
import { listAllUsers } from './user.service.ts';

export async function mailOwners<Name extends Exclude<Template, 'session_link'>>(
  ctx: TransactionContext & Acting,
  template: Name,
  valuesIn: (locale: Locale) => TemplateValues[Name],
): Promise<void> {
  for (const { role, email, locale } of await listAllUsers(ctx))
    if (role === 'owner' && email !== null)
      await sendMail(ctx, { to: email, locale, template, values: valuesIn(locale) });
}
