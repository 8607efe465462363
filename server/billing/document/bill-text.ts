/** The texts of a bill. */
import type { Bill } from '../ledger/bill.repository.ts';
import { formatMoney, type Micros } from '../terms/money.ts';

export const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
export const counts = new Intl.NumberFormat('en', { useGrouping: 'always' });
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 6 });
export const usd = (amount: Micros): string => dollars.format(formatMoney(amount) as Intl.StringNumericLiteral);
/** The fonts have no thin space. */
export const periodOf = ({ cycle_start, cycle_end }: Bill): string =>
  days.formatRange(new Date(cycle_start), new Date(cycle_end)).replace(/\s/g, ' ');
const countries = new Intl.DisplayNames('en', { type: 'region' });

export function customerOf({ company, address, country, vat_number }: Bill): string[] {
  const lines: string[] = address === null ? [] : JSON.parse(address);
  return [
    ...(company !== null ? [company] : []),
    ...lines,
    ...(country !== null ? [countries.of(country) ?? country] : []),
    ...(vat_number !== null ? [`VAT number ${vat_number}`] : []),
  ];
}

/** 0.255 → `25.5%`. */
export const percentOf = (rate: Micros): string => `${Number(formatMoney(rate * 100))}%`;

export function statusOf({ state, total, vat_category }: Bill): string {
  // Directive 2006/112/EC, article 226 (11a).
  const reverse = vat_category === 'REVERSE_CHARGE' ? ' Reverse charge: the customer accounts for VAT.' : '';
  switch (state) {
    case 'PAID':
      return `Paid. Thank you.${reverse}`;
    case 'WAIVED':
      return `${total === 0 ? 'Nothing is to be paid.' : 'Too small to be collected: nothing is to be paid.'}${reverse}`;
    case 'OPEN':
      return `To be paid: ${usd(total)}.${reverse}`;
    default:
      return state satisfies never;
  }
}
