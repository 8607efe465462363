import { terms } from '../../../openapi/facts/terms.ts';
import type { BillingAccountTable } from '../ledger/billing.table.ts';
import { type Micros, parseMoney } from './money.ts';

export interface Terms {
  unit_price: Micros;
  monthly_commitment: Micros;
}

const { starter, standard } = terms.plans;

export const PLANS = { starter: inMicros(starter), standard: inMicros(standard) } as const;

export const SIGN_UP_CREDIT: Micros = terms.free_verifications * PLANS.starter.unit_price;

/** Days after the first attempt on which a declined charge is retried. After the last, billing becomes INACTIVE. */
export const CHARGE_RETRY_DAYS = [1, 3, 7] as const;
export const SMALLEST_CHARGE: Micros = parseMoney(terms.smallest_charge);

type AccountTerms = Pick<
  BillingAccountTable,
  'unit_price' | 'monthly_commitment' | 'next_unit_price' | 'next_monthly_commitment' | 'next_from'
>;

export const termsOf = (account: AccountTerms, cycle_start: string): Terms =>
  account.next_from !== null && account.next_from <= cycle_start
    ? { unit_price: account.next_unit_price!, monthly_commitment: account.next_monthly_commitment! }
    : { unit_price: account.unit_price, monthly_commitment: account.monthly_commitment };

const isDearer = (terms: Terms, than: Terms): boolean =>
  terms.unit_price > than.unit_price || terms.monthly_commitment > than.monthly_commitment;

/** Whether a new price is higher than the current one, or than the one that was announced. */
export const needsNotice = (terms: Terms, account: AccountTerms, cycle_start: string): boolean =>
  isDearer(terms, termsOf(account, cycle_start)) || isDearer(terms, termsOf(account, account.next_from ?? cycle_start));

const MOST_TIMES = 10;

/** Whether a price is so much higher than the current one and the list price that it may be a mistake. */
export const isAbsurd = (terms: Terms, present: Terms): boolean =>
  terms.unit_price > MOST_TIMES * Math.max(present.unit_price, PLANS.starter.unit_price) ||
  terms.monthly_commitment > MOST_TIMES * Math.max(present.monthly_commitment, PLANS.standard.monthly_commitment);

function inMicros(plan: { unit_price: string; monthly_commitment: string }): Terms {
  return { unit_price: parseMoney(plan.unit_price), monthly_commitment: parseMoney(plan.monthly_commitment) };
}
