/**
 * Billing's emails: to the account's owners, its users with the billing role, and its billing email addresses. Each address gets one.
 * Only users can open links. The others get the document as an attachment.
 */
import { timestamp } from '../../core/clock.ts';
import { actingAs, type Context, type TransactionContext } from '../../core/context.ts';
import { known } from '../../core/known.ts';
import { type Locale, siteLink } from '../../mail/locale.ts';
import { type Attached, sendMail } from '../../mail/mail.service.ts';
import type { BillingTemplate, TemplateValues } from '../../mail/templates.ts';
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
  /** `link` is absolute, without a language. */
  values: TemplateValues[Name];
  /** Attached for those who cannot open the link. */
  attached?: Omit<Attached, 'locale'>;
}

/** The only emails that a deleted account gets: what it still has to pay, and the receipt. */
const AFTER_DELETION: readonly BillingTemplate[] = ['bill', 'receipt'];

export async function mailAccount<Name extends BillingTemplate>(
  ctx: TransactionContext,
  { merchant_id, template, values, attached }: BillingMail<Name>,
): Promise<void> {
  const { db, deps } = ctx;
  const account = await findAccount(db, merchant_id);
  if (!account || (account.deleted !== null && !AFTER_DELETION.includes(template))) return;
  const page = values.link.slice(deps.config.public_url.length) as `/${string}`;
  for (const { to, locale, is } of await readersOf(ctx, account)) {
    const link = siteLink(deps.config, locale, page);
    const file = is === undefined ? undefined : attached;
    await sendMail(ctx, {
      to,
      locale,
      template,
      values: { ...values, link },
      reader: is && { is, ...known({ company: account.company }), attached: file?.document },
      attached: file && { ...file, locale },
    });
  }
}

interface BillingReader {
  to: string;
  locale: Locale;
  /** Absent for those who can sign in. */
  is?: 'billing_email' | 'deleted';
}

/** Billing email addresses are written to in the language of the account's first owner. */
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

export const mailPayers = (
  ctx: TransactionContext,
  merchant_id: number,
  values: Omit<TemplateValues['spending_alert'], 'link'>,
): Promise<void> =>
  mailAccount(ctx, {
    merchant_id,
    template: 'spending_alert',
    values: { ...values, link: `${ctx.deps.config.public_url}/billing` },
  });

/** What every email about a bill says. */
export const billFacts = ({ deps }: Context, bill: Bill) => ({
  amount: formatMoney(amountDue(bill)),
  link: `${deps.config.public_url}/bill/${bill.id}`,
  ...known({ number: bill.number }),
});

/** Sent in the transaction that creates the bill, also when nothing is due. */
export async function mailBill(ctx: TransactionContext, bill: Bill, method: PaymentMethod | undefined): Promise<void> {
  const { merchant_id, state, next_attempt } = bill;
  const account = await findAccount(ctx.db, merchant_id);
  const open = method?.type === 'INVOICE' ? 'invoice' : next_attempt === null ? 'later' : 'charge';
  await mailAccount(ctx, {
    merchant_id,
    template: 'bill',
    attached: { document: 'bill', id: bill.id },
    values: {
      ...billFacts(ctx, bill),
      from: bill.cycle_start,
      to: bill.cycle_end,
      ...known({ due: bill.due, purchase_order: account?.purchase_order ?? null }),
      payment: state === 'OPEN' ? open : state === 'CARRIED_OVER' ? 'next_bill' : 'nothing',
    },
  });
}

/** Sent in the transaction that records the payment. */
export async function mailReceipt(
  ctx: TransactionContext,
  { bill, method_id }: { bill: Bill; method_id: number },
): Promise<void> {
  const { db, deps } = ctx;
  const { merchant_id } = bill;
  const method = await findUsedMethod(db, merchant_id, method_id);
  await mailAccount(ctx, {
    merchant_id,
    template: 'receipt',
    attached: { document: 'bill', id: bill.id },
    values: {
      ...billFacts(ctx, bill),
      from: bill.cycle_start,
      to: bill.cycle_end,
      paid: timestamp(deps.clock.now()),
      ...known({ card: method?.alias ?? null }),
    },
  });
}
