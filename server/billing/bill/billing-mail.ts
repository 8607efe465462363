/**
 * Billing's emails: to the account's owners, its users with the billing role, and its billing email addresses. Each address gets one
 * email. Only users can open links. Other readers get the document as an attachment.
 */
import { timestamp } from '../../core/clock.ts';
import { actingAs, type Context, type TransactionContext } from '../../core/context.ts';
import { known } from '../../core/known.ts';
import { type Locale, siteLink } from '../../mail/locale.ts';
import { type Attached, sendMail } from '../../mail/mail.service.ts';
import type { BillingTemplate, BillingValues, TemplateValues } from '../../mail/templates.ts';
import { emailKey } from '../../users/email-address.ts';
import { listAllUsers } from '../../users/user.service.ts';
import type { Bill } from '../ledger/bill.repository.ts';
import { type Account, findAccount } from '../ledger/billing.repository.ts';
import { findUsedMethod, type PaymentMethod } from '../ledger/payment-method.repository.ts';
import { formatMoney } from '../terms/money.ts';
import { amountDue } from './bill-amounts.ts';

interface BillingMail<Name extends BillingTemplate> {
  merchant_id: number;
  template: Name;
  values: BillingValues[Name];
  page?: `/${string}`;
  /** Attached for readers who cannot open the page. */
  attached?: Omit<Attached, 'locale'>;
}

/** The only emails that a deleted account gets: its bills and receipts. */
const AFTER_DELETION: readonly BillingTemplate[] = ['bill', 'receipt'];

export async function mailAccount<Name extends BillingTemplate>(
  ctx: TransactionContext,
  { merchant_id, template, values, page = '/billing', attached }: BillingMail<Name>,
): Promise<void> {
  const { db, deps } = ctx;
  const account = await findAccount(db, merchant_id);
  if (!account || (account.deleted !== null && !AFTER_DELETION.includes(template))) return;
  for (const { to, locale, is } of await readersOf(ctx, account)) {
    const file = is === undefined ? undefined : attached;
    const link = siteLink(deps.config, locale, page);
    await sendMail(ctx, {
      to,
      locale,
      template,
      // The template is not known here, so the compiler cannot tell that these are its values.
      values: { ...values, link } as TemplateValues[Name],
      reader: is && { is, ...known({ company: account.company }), attached: file?.document },
      attached: file && { ...file, locale },
    });
  }
}

interface BillingReader {
  to: string;
  locale: Locale;
  /** Absent for readers who can sign in. */
  is?: 'billing_email' | 'deleted';
}

/** Emails to billing email addresses are in the language of the account's first owner. */
async function readersOf(ctx: Context, account: Account): Promise<BillingReader[]> {
  const users = await listAllUsers(actingAs(ctx, { merchant_id: account.merchant_id }));
  const readers = new Map<string, BillingReader>();
  for (const { email, role, locale } of users)
    if (email !== null && (role === 'owner' || role === 'billing'))
      readers.set(emailKey(email), { to: email, locale, ...(account.deleted !== null && { is: 'deleted' }) });
  const locale = users.find(({ role }) => role === 'owner')?.locale ?? 'en';
  for (const to of billingEmails(account))
    if (!readers.has(emailKey(to))) readers.set(emailKey(to), { to, locale, is: 'billing_email' });
  return [...readers.values()];
}

const billingEmails = ({ billing_emails }: Account): string[] =>
  billing_emails === null ? [] : JSON.parse(billing_emails);

export const billFacts = (bill: Bill) => ({ amount: formatMoney(amountDue(bill)), ...known({ number: bill.number }) });

export const withBill = ({ id, merchant_id }: Bill) => ({
  merchant_id,
  page: `/bill/${id}` as const,
  attached: { document: 'bill' as const, id },
});

/** Sent in the transaction that creates the bill, also when nothing is due. */
export async function mailBill(ctx: TransactionContext, bill: Bill, method: PaymentMethod | undefined): Promise<void> {
  const { state, next_attempt } = bill;
  const account = await findAccount(ctx.db, bill.merchant_id);
  const open = method?.type === 'INVOICE' ? 'invoice' : next_attempt === null ? 'later' : 'charge';
  await mailAccount(ctx, {
    ...withBill(bill),
    template: 'bill',
    values: {
      ...billFacts(bill),
      from: bill.cycle_start,
      to: bill.cycle_end,
      ...known({ due: bill.due, purchase_order: account?.purchase_order ?? null }),
      payment: state === 'OPEN' ? open : state === 'CARRIED_OVER' ? 'next_bill' : 'nothing',
    },
  });
}

export async function mailReceipt(
  ctx: TransactionContext,
  { bill, method_id }: { bill: Bill; method_id: number },
): Promise<void> {
  const { db, deps } = ctx;
  const method = await findUsedMethod(db, bill.merchant_id, method_id);
  await mailAccount(ctx, {
    ...withBill(bill),
    template: 'receipt',
    values: {
      ...billFacts(bill),
      from: bill.cycle_start,
      to: bill.cycle_end,
      paid: timestamp(deps.clock.now()),
      ...known({ card: method?.alias ?? null }),
    },
  });
}
