import type { BillingAccount, CustomerBill, UsageDay } from '@sigill/sdk';
import { facts } from '../../content/facts';
import { decimal, lineTotal, type Micros, parseMoney, shareOf } from './money';

export type Estimate = {
  quantity: number;
  /** Amounts as decimal strings. */
  identities: string;
  fee: string;
  credit: string;
  vat: string;
  total: string;
};

/** What the cycle that began on `start` comes to so far, by the rules of a bill: credit first, each line rounded once. */
export function estimate(
  account: Pick<BillingAccount, 'state' | 'credit' | 'unit_price' | 'monthly_commitment' | 'vat_rate'>,
  bills: Pick<CustomerBill, 'billables'>[],
  days: Pick<UsageDay, 'date' | 'approved'>[],
  start: string,
): Estimate {
  const quantity = days.reduce((sum, { date, approved }) => (date >= start ? sum + approved : sum), 0);
  const identities = lineTotal(quantity, parseMoney(account.unit_price));
  // A service fee is charged while billing is enabled.
  const fee = account.state === 'ACTIVE' ? parseMoney(account.monthly_commitment) : 0n;
  const credit = min(identities, creditUsed(account.credit, bills, identities));
  const subtotal = identities + fee - credit;
  const vat = shareOf(subtotal, parseMoney(account.vat_rate));
  return {
    quantity,
    identities: decimal(identities),
    fee: decimal(fee),
    credit: decimal(-credit),
    vat: decimal(vat),
    total: decimal(subtotal + vat),
  };
}

/** Credit goes first: while some is left it has paid everything; after that, what the bills so far have not used of it. */
function creditUsed(left: string, bills: Pick<CustomerBill, 'billables'>[], identities: Micros): Micros {
  if (parseMoney(left) > 0n) return identities;
  const billed = bills
    .flatMap(({ billables }) => billables)
    .map(({ total }) => parseMoney(total))
    .reduce((sum, total) => (total < 0n ? sum - total : sum), 0n);
  return max(0n, parseMoney(given_credit) - billed);
}

/** What every account is given at sign-up. */
export const given_credit = decimal(lineTotal(facts.free_verifications, parseMoney(facts.plans.starter.unit_price)));

const min = (a: Micros, b: Micros) => (a < b ? a : b);
const max = (a: Micros, b: Micros) => (a > b ? a : b);
