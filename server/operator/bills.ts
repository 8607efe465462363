/** `npm run operator -- bill …` and related commands: bills, refunds and credit, and reports on the books. */

import { planFreeCredit } from '../billing/operator/account-terms.service.ts';
import { accountRows, billRows, describeBill, overdueRows } from '../billing/operator/bill-report.service.ts';
import { planCredit, planRetry, planWriteOff } from '../billing/operator/correct-bill.service.ts';
import { reconcile } from '../billing/operator/reconcile.service.ts';
import { planRefund } from '../billing/operator/refund-bill.service.ts';
import { type Days, revenueByMonth, vatByCountry } from '../billing/operator/revenue.service.ts';
import type { OutsideContext } from '../core/context.ts';
import { CommandRefused } from '../core/planned-change.ts';
import { amountOf, dayIn, idOf } from './billing.ts';
import { change, command, type Described, list, print, reasonOf, type Terminal } from './command.ts';
import { table } from './table.ts';

const REASON = {
  reason: { type: 'string', value: 'TEXT', says: 'required; the customer reads it, such as "Charged twice"' },
} as const satisfies Described;

const AMOUNT = {
  amount: { type: 'string', value: 'USD', says: 'with VAT, such as 49.00' },
} as const satisfies Described;

const DAYS = {
  from: { type: 'string', value: 'DAY', says: 'first day, such as 2026-01-01; defaults to the start of the year' },
  to: { type: 'string', value: 'DAY', says: 'last day; defaults to today' },
} as const satisfies Described;

export const bills = {
  accounts: table({ summary: 'lists the accounts, newest first', rows: accountRows }),
  bills: table({
    words: 'ACCOUNT',
    summary: 'lists the bills of an account, newest first',
    rows: (ctx, { words: [account] }) => billRows(ctx, idOf(account, 'ACCOUNT')),
  }),
  bill: list({
    words: 'BILL',
    summary: 'shows everything about a bill: lines, attempts, payment, credit notes, refunds, disputes',
    lines: (ctx, [bill]) => describeBill(ctx, bill),
  }),
  overdue: table({
    summary: 'lists the bills that were declined or are overdue, oldest first',
    rows: overdueRows,
  }),
  refund: change({
    words: 'BILL',
    summary:
      'sends back what was paid for a bill, with a credit note; all of it, or --amount. A refund that failed is sent again',
    options: { ...AMOUNT, ...REASON, 'by-hand': { type: 'boolean', says: 'you transfer the money yourself' } },
    plan: (ctx, { words: [bill], values }) =>
      planRefund(ctx, {
        bill: named(bill),
        amount: optional(values.amount),
        reason: requiredReason(values),
        by_hand: values['by-hand'] === true,
      }),
  }),
  credit: change({
    words: 'BILL',
    summary: 'issues a credit note: lowers what is due for an open bill, or pays later bills if it was paid',
    options: { ...AMOUNT, ...REASON },
    plan: (ctx, { words: [bill], values }) =>
      planCredit(ctx, { bill: named(bill), amount: amountOf(values.amount ?? ''), reason: requiredReason(values) }),
  }),
  'free-credit': change({
    words: 'ACCOUNT USD',
    summary: 'gives an account more free credit',
    options: REASON,
    plan: (ctx, { words: [account, amount = ''], values }) =>
      planFreeCredit(ctx, {
        merchant_id: idOf(account, 'ACCOUNT'),
        amount: amountOf(amount),
        reason: requiredReason(values),
      }),
  }),
  'write-off': change({
    words: 'BILL',
    summary: 'stops collecting a bill; a late payment still settles it',
    options: REASON,
    plan: (ctx, { words: [bill], values }) => planWriteOff(ctx, { bill: named(bill), reason: requiredReason(values) }),
  }),
  retry: change({
    words: 'BILL',
    summary: 'charges an open bill to the primary card, as soon as the limits of the card allow it',
    plan: (ctx, { words: [bill] }) => planRetry(ctx, named(bill)),
  }),
  revenue: table({
    summary: 'shows by month what was billed, credited, paid and lost',
    options: DAYS,
    rows: (ctx, { values }) => revenueByMonth(ctx, daysOf(ctx, values)),
  }),
  vat: table({
    summary: 'shows net amounts and VAT by country and rate, less credit notes, for the VAT return (OSS)',
    options: DAYS,
    rows: (ctx, { values }) => vatByCountry(ctx, daysOf(ctx, values)),
  }),
  reconcile: command({
    summary:
      'compares bills, credit notes, payments, balances, numbers and sessions with each other and with the card provider; exits with 1 if they differ',
    options: {
      from: { type: 'string', value: 'DAY', says: 'checks only bills since that day, such as 2026-01-01' },
    },
    run: compareBooks,
  }),
};

async function compareBooks(
  ctx: OutsideContext,
  { values: { from } }: { values: { from?: string | undefined } },
  terminal: Terminal,
): Promise<number> {
  const { differences, bills, asked_provider } = await reconcile(ctx, { from: from && dayIn(from, '--from') });
  print(terminal, differences);
  if (!asked_provider) terminal.writeError('No card provider is configured here, so its payments were not compared.\n');
  const count = differences.length;
  print(terminal, [
    `${bills} bills checked: ${count === 0 ? 'no difference' : `${count} difference${count === 1 ? '' : 's'}`}.`,
  ]);
  return count === 0 ? 0 : 1;
}

function named(bill: string | undefined): string {
  if (!bill) throw new CommandRefused('BILL must be the id or the number of a bill.');
  return bill;
}

const optional = (amount: string | undefined) => (amount === undefined ? undefined : amountOf(amount));

function requiredReason({ reason }: { reason?: string | undefined }): string {
  const said = reasonOf(reason);
  if (!said)
    throw new CommandRefused('Add --reason TEXT: the customer reads it on the credit note or in the audit log.');
  return said;
}

function daysOf({ deps }: OutsideContext, { from, to }: Record<string, string | undefined>): Days {
  const today = deps.clock.now().toISOString().slice(0, 10);
  const days = {
    from: from === undefined ? `${today.slice(0, 4)}-01-01` : dayIn(from, '--from'),
    to: to === undefined ? today : dayIn(to, '--to'),
  };
  if (days.to < days.from) throw new CommandRefused('--to must not be before --from.');
  return days;
}
