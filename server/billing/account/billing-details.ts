import { BadRequest } from '../../core/errors.ts';
import { known } from '../../core/known.ts';
import type { BillingAccount, BillingUpdateParams } from '../../generated/operations.gen.ts';
import { emailKey, normalizeEmail } from '../../users/email-address.ts';
import type { Account } from '../ledger/billing.repository.ts';

/**
 * Details that an update leaves out are not changed.
 * @throws BadRequest for letters that the fonts of invoices lack
 */
export async function readDetails({ company, country: _, billing_emails, ...details }: BillingUpdateParams) {
  await assertPrintable({ company, ...details });
  return { ...details, ...(billing_emails && { billing_emails: listOrNull(billing_emails) }) };
}

/** Of several spellings of one address, the last is kept. */
function listOrNull(addresses: string[]): string | null {
  const emails = addresses.map((address) => normalizeEmail(address, 'billing_emails'));
  const distinct = [...new Map(emails.map((email) => [emailKey(email), email])).values()];
  return distinct.length > 0 ? JSON.stringify(distinct) : null;
}

async function assertPrintable(texts: Record<string, string | null | undefined>): Promise<void> {
  // The fonts take time to read, and few calls need them.
  const { isPrintable } = await import('../document/print-fonts.ts');
  const path = Object.keys(texts).find((name) => !isPrintable(texts[name] ?? ''));
  if (path === undefined) return;
  const details = [{ path, expected: 'Latin, Greek or Cyrillic letters', received: 'string' }];
  const text = `Invoices cannot print some letters of ${path}. Write it in Latin letters`;
  throw new BadRequest(text, 'unprintable_letters', { details });
}

export const describeDetails = (account: Account): Partial<BillingAccount> =>
  known({
    address_line_1: account.address_line_1,
    address_line_2: account.address_line_2,
    address_postal_code: account.address_postal_code,
    address_city: account.address_city,
    address_state: account.address_state,
    billing_emails: account.billing_emails === null ? null : (JSON.parse(account.billing_emails) as string[]),
    purchase_order: account.purchase_order,
  });
