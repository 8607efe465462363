import type { Transaction } from 'kysely';
import type { Deps } from '../core/deps.ts';
import type { Database } from '../database/database.ts';
import { sendMail } from '../mail/mail.service.ts';
import type { BillingTemplate, TemplateValues } from '../mail/templates.ts';
import { findContact } from './billing.repository.ts';

/** Writes to the account's contact, in their language. A deleted account has no contact, and gets no mail. */
export async function mailAccount<Name extends BillingTemplate>(
  trx: Transaction<Database>,
  deps: Deps,
  merchantId: number,
  template: Name,
  values: TemplateValues[Name],
): Promise<void> {
  const contact = await findContact(trx, merchantId);
  if (!contact?.email) return;
  // The workers of billing wake the one of mails themselves.
  await sendMail(
    { db: trx, deps, afterCommit: () => {} },
    { to: contact.email, locale: contact.locale, template, values },
  );
}
