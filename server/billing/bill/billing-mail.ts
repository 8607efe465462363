/** Billing's emails, each in the language of its reader. */
import { actingAs, type TransactionContext } from '../../core/context.ts';
import { siteLink } from '../../mail/locale.ts';
import { sendMail } from '../../mail/mail.service.ts';
import type { BillingTemplate, TemplateValues } from '../../mail/templates.ts';
import { listAllUsers } from '../../users/user.service.ts';
import { findContact } from '../ledger/billing.repository.ts';

/** Emails the account's contact. A deleted account has no contact and gets no email. */
export async function mailAccount<Name extends BillingTemplate>(
  ctx: TransactionContext,
  { merchant_id, template, values }: { merchant_id: number; template: Name; values: TemplateValues[Name] },
): Promise<void> {
  const contact = await findContact(ctx.db, merchant_id);
  if (!contact?.email) return;
  await sendMail(ctx, { to: contact.email, locale: contact.locale, template, values });
}

const MOST_PEOPLE = 20;

export async function mailPayers(
  ctx: TransactionContext,
  merchant_id: number,
  values: Omit<TemplateValues['spending_alert'], 'link'>,
): Promise<void> {
  const users = await listAllUsers(actingAs(ctx, { merchant_id }));
  const payers = users.filter(({ email, role }) => email !== null && (role === 'owner' || role === 'billing'));
  for (const { email, locale } of payers.slice(0, MOST_PEOPLE)) {
    const link = siteLink(ctx.deps.config, locale, '/billing');
    await sendMail(ctx, { to: email!, locale, template: 'spending_alert', values: { ...values, link } });
  }
}
