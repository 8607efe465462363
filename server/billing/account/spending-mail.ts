import { actingAs, type TransactionContext } from '../../core/context.ts';
import { sendMail } from '../../mail/mail.service.ts';
import { siteLink } from '../../mail/site-link.ts';
import type { TemplateValues } from '../../mail/templates.ts';
import { listAllUsers } from '../../users/user.service.ts';

const MOST_PEOPLE = 20;

/** Emails the users who may change the cap, each in their language. */
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
