import type { TransactionContext } from '../../core/context.ts';
import { sendMail } from '../../mail/mail.service.ts';
import type { BillingTemplate, TemplateValues } from '../../mail/templates.ts';
import { findContact } from '../ledger/billing.repository.ts';

/** Emails the account's contact in their language. A deleted account has no contact and gets no email. */
export async function mailAccount<Name extends BillingTemplate>(
  ctx: TransactionContext,
  { merchant_id, template, values }: { merchant_id: number; template: Name; values: TemplateValues[Name] },
): Promise<void> {
  const contact = await findContact(ctx.db, merchant_id);
  if (!contact?.email) return;
  await sendMail(ctx, { to: contact.email, locale: contact.locale, template, values });
}
