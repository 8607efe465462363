/** The amounts of a cycle, line by line. A bill and its preview are made from the same amounts. */

import type { Context } from '../../core/context.ts';
import { known } from '../../core/known.ts';
import type { BillPreview, CustomerBill } from '../../generated/operations.gen.ts';
import { type Bill, billLines } from '../ledger/bill.repository.ts';
import { type Account, sumSessions } from '../ledger/billing.repository.ts';
import { type Cycle, lastDay } from '../terms/cycle.ts';
import { formatMoney, lineTotal, type Micros, roundToCents, shareOf } from '../terms/money.ts';
import { type Terms, termsOf } from '../terms/plans.ts';
import { vatCategory, vatRate } from '../terms/vat.ts';

export type BillAmounts = Pick<
  Bill,
  'cycle_start' | 'cycle_end' | 'subtotal' | 'vat_rate' | 'vat' | 'vat_number' | 'vat_category' | 'total'
> & { lines: BillLine[] };

export async function amountsOf(
  { db, deps }: Context,
  { account, cycle }: { account: Account; cycle: Cycle },
): Promise<BillAmounts> {
  const usage = await sumSessions(db, account.merchant_id, cycle.start);
  const lines = linesOf(usage, termsOf(account, cycle.start), account.billing_state === 'ACTIVE');
  const { country: seller } = deps.config.seller;
  const vat_rate = vatRate(account, seller);
  return {
    cycle_start: cycle.start,
    cycle_end: lastDay(cycle),
    lines,
    ...totalsOf(lines, vat_rate),
    vat_rate,
    vat_number: account.vat_number,
    vat_category: vatCategory(account, seller),
  };
}

export interface BillLine {
  name: string;
  description: string;
  quantity: number;
  unit_price: Micros;
  total: Micros;
}

export interface Usage {
  unit_price: Micros;
  quantity: number;
  /** How much of the total the credit paid. */
  credit: Micros;
}

/** The lines of a cycle, each rounded once. The fee is charged only while billing is enabled. */
export function linesOf(usage: Usage[], { monthly_commitment }: Terms, withFee: boolean): BillLine[] {
  const lines: BillLine[] = usage.map(({ unit_price, quantity }) => ({
    name: 'Verified identities',
    description: 'Sessions approved in the billing cycle',
    quantity,
    unit_price,
    total: lineTotal(quantity, unit_price),
  }));
  if (withFee && monthly_commitment > 0) {
    lines.push({
      name: 'Service fee',
      description: 'Monthly commitment of the plan',
      quantity: 1,
      unit_price: monthly_commitment,
      total: roundToCents(monthly_commitment),
    });
  }
  const credit = usage.reduce((sum, used) => sum + used.credit, 0);
  if (credit > 0) {
    // The lines were rounded too, and the credit must not exceed what it pays for.
    const covered = Math.min(roundToCents(credit), sumOf(lines.slice(0, usage.length)));
    lines.push({
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

/** What is left to pay. Bills of earlier versions are paid in full. */
export const amountDue = ({ amount_due, total }: Pick<Bill, 'amount_due' | 'total'>): Micros => amount_due ?? total;

export const toBill = (bill: Bill): CustomerBill => ({
  ...toPreview({ ...bill, lines: billLines(bill) }),
  id: bill.id,
  created: bill.created,
  ...known({ company: bill.company, number: bill.number }),
  ...(bill.balance !== 0 && { balance: formatMoney(bill.balance) }),
  amount_due: formatMoney(amountDue(bill)),
  state: bill.state,
});

export const toPreview = (amounts: BillAmounts): BillPreview => ({
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
  ...known({ vat_number: amounts.vat_number, vat_category: amounts.vat_category }),
  total: formatMoney(amounts.total),
});
