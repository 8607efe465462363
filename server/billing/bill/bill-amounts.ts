/** A bill and its preview are made from the same amounts. */

import type { Seller } from '../../core/config.ts';
import type { Context } from '../../core/context.ts';
import { known } from '../../core/known.ts';
import type { BillCreditNote, BillPreview, CustomerBill } from '../../generated/operations.gen.ts';
import { listPeriods } from '../ledger/active-period.repository.ts';
import { findBalance } from '../ledger/balance.repository.ts';
import { type Bill, billLines } from '../ledger/bill.repository.ts';
import { type Account, sumSessions } from '../ledger/billing.repository.ts';
import type { CreditNote } from '../ledger/money-back.repository.ts';
import { type Cycle, dayAfter, daysWithin, lastDay, lengthOf } from '../terms/cycle.ts';
import { formatMoney, lineTotal, type Micros, roundToCents, shareOf } from '../terms/money.ts';
import { SMALLEST_CHARGE, termsOf } from '../terms/plans.ts';
import { partiesOf } from './bill-parties.ts';
import { vatOfCycle } from './vat.service.ts';

export type BillAmounts = Pick<
  Bill,
  | 'cycle_start'
  | 'cycle_end'
  | 'subtotal'
  | 'vat_rate'
  | 'vat'
  | 'vat_number'
  | 'vat_category'
  | 'vat_country'
  | 'total'
  | 'balance'
> & { lines: BillLine[]; amount_due: Micros };

export interface BilledCycle {
  account: Account;
  cycle: Cycle;
  /**
   * The last day to bill. Only the cycle of a deleted account and a preview can end early. The fee is still calculated from the
   * days of the whole cycle.
   */
  until?: string;
  /** Calculates the amounts as if billing had been enabled on this day. */
  enabled_on?: string;
}

export async function amountsOf(
  ctx: Context,
  { account, cycle, until = lastDay(cycle), enabled_on }: BilledCycle,
): Promise<BillAmounts> {
  const { merchant_id } = account;
  const usage = await sumSessions(ctx.db, merchant_id, cycle.start);
  const periods = await listPeriods(ctx.db, merchant_id);
  if (enabled_on !== undefined) periods.push({ started: enabled_on, ended: null });
  const { monthly_commitment } = termsOf(account, cycle.start);
  const lines = linesOf(usage, {
    monthly_commitment,
    days: daysWithin({ start: cycle.start, end: dayAfter(new Date(until)) }, periods),
    cycle_days: lengthOf(cycle),
  });
  const { contradicting_card: _, ...vat } = await vatOfCycle(ctx, { account, cycle });
  const totals = totalsOf(lines, vat.vat_rate);
  // Without lines there is no bill, so the balance waits for a later one.
  const balance = lines.length === 0 ? 0 : takenIn(await findBalance(ctx.db, merchant_id), totals.total);
  return {
    cycle_start: cycle.start,
    cycle_end: until,
    lines,
    ...totals,
    ...vat,
    balance,
    amount_due: totals.total + balance,
  };
}

/** A bill includes all of a carried-over amount. It uses a credit up to its total, and leaves the rest to later bills. */
const takenIn = (balance: Micros, total: Micros): Micros => Math.max(balance, 0 - total);

/** An amount that is too small to charge is carried over, unless no bill will follow. */
export function firstState(due: Micros, { isLast }: { isLast: boolean }): 'OPEN' | 'CARRIED_OVER' | 'WAIVED' {
  if (due >= SMALLEST_CHARGE) return 'OPEN';
  return due > 0 && !isLast ? 'CARRIED_OVER' : 'WAIVED';
}

export interface BillLine {
  /** Identifies the texts of the line in each language. Lines of earlier versions have none. */
  kind?: 'VERIFIED_IDENTITIES' | 'SERVICE_FEE' | 'FREE_CREDIT';
  name: string;
  description: string;
  quantity: number;
  unit_price: Micros;
  total: Micros;
  days?: number;
  cycle_days?: number;
}

export interface Usage {
  unit_price: Micros;
  quantity: number;
  credit: Micros;
}

export interface Fee {
  monthly_commitment: Micros;
  /** On how many of the cycle's `cycle_days` days billing was active. */
  days: number;
  cycle_days: number;
}

/** The lines of a cycle, each rounded once. The fee is owed for the days on which billing was active. */
export function linesOf(usage: Usage[], { monthly_commitment, days, cycle_days }: Fee): BillLine[] {
  const lines: BillLine[] = usage.map(({ unit_price, quantity }) => ({
    kind: 'VERIFIED_IDENTITIES',
    name: 'Verified identities',
    description: 'Sessions approved in the billing cycle',
    quantity,
    unit_price,
    total: lineTotal(quantity, unit_price),
  }));
  if (days > 0 && monthly_commitment > 0) {
    const fee = shareOf(monthly_commitment, days, cycle_days);
    lines.push({
      kind: 'SERVICE_FEE',
      name: 'Service fee',
      description: `${days} of ${cycle_days} days`,
      quantity: 1,
      unit_price: fee,
      total: fee,
      days,
      cycle_days,
    });
  }
  const credit = usage.reduce((sum, used) => sum + used.credit, 0);
  if (credit > 0) {
    // The lines are rounded one by one, and the credit must not exceed their sum.
    const covered = Math.min(roundToCents(credit), sumOf(lines.slice(0, usage.length)));
    lines.push({
      kind: 'FREE_CREDIT',
      name: 'Credit',
      description: 'Free credit used',
      quantity: 1,
      unit_price: 0 - covered,
      total: 0 - covered,
    });
  }
  return lines;
}

export function totalsOf(lines: BillLine[], rate: Micros): { subtotal: Micros; vat: Micros; total: Micros } {
  const subtotal = sumOf(lines);
  const vat = shareOf(subtotal, rate);
  return { subtotal, vat, total: subtotal + vat };
}

const sumOf = (lines: BillLine[]): Micros => lines.reduce((sum, { total }) => sum + total, 0);

/** Bills from before this column existed owe their total. */
export const amountDue = ({ amount_due, total }: Pick<Bill, 'amount_due' | 'total'>): Micros => amount_due ?? total;

/** @param seller the seller as configured now, for bills from versions that stored none */
export const toBill = (bill: Bill, seller: Seller): CustomerBill => ({
  ...toPreview({ ...bill, lines: billLines(bill) }),
  id: bill.id,
  created: bill.created,
  ...known({ company: bill.company, number: bill.number, due: bill.due, paid: bill.paid, dispute: bill.dispute }),
  ...partiesOf(bill, seller),
  state: bill.state,
  ...(bill.state === 'OPEN' && known({ payment_failure: failureOf(bill), next_attempt: bill.next_attempt })),
});

export const toCreditNote = ({ id, number, created, effect, reason, ...amounts }: CreditNote): BillCreditNote => ({
  ...{ id, number, created, effect, reason },
  subtotal: formatMoney(amounts.subtotal),
  vat: formatMoney(amounts.vat),
  total: formatMoney(amounts.total),
});

/** Decline codes (https://docs.stripe.com/declines/codes) and codes of ours, as the contract's reasons. */
const FAILURES: Record<string, NonNullable<CustomerBill['payment_failure']>> = {
  insufficient_funds: 'INSUFFICIENT_FUNDS',
  withdrawal_count_limit_exceeded: 'INSUFFICIENT_FUNDS',
  expired_card: 'EXPIRED',
  lost_card: 'DEAD',
  stolen_card: 'DEAD',
  pickup_card: 'DEAD',
  invalid_account: 'DEAD',
  authentication_required: 'AUTHENTICATION_REQUIRED',
  no_card: 'NO_CARD',
};

const failureOf = ({ failure_code }: Pick<Bill, 'failure_code'>): CustomerBill['payment_failure'] | null =>
  failure_code === null ? null : (FAILURES[failure_code] ?? 'DECLINED');

export const toPreview = (amounts: Omit<BillAmounts, 'amount_due'> & Pick<Bill, 'amount_due'>): BillPreview => ({
  cycle_start: amounts.cycle_start,
  cycle_end: amounts.cycle_end,
  billables: amounts.lines.map(({ unit_price, total, ...line }) => ({
    ...line,
    unit_price: formatMoney(unit_price),
    total: formatMoney(total),
  })),
  subtotal: formatMoney(amounts.subtotal),
  vat_rate: formatMoney(amounts.vat_rate),
  vat: formatMoney(amounts.vat),
  ...known({
    vat_number: amounts.vat_number,
    vat_category: amounts.vat_category,
    vat_country: amounts.vat_country,
  }),
  total: formatMoney(amounts.total),
  ...(amounts.balance !== 0 && { balance: formatMoney(amounts.balance) }),
  amount_due: formatMoney(amountDue(amounts)),
});
