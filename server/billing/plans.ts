/** What the service costs. Every price, credit and period of billing is here and nowhere else in the server. */
import { type Micros, parseMoney } from './money.ts';

export interface Terms {
  unit_price: Micros;
  monthly_commitment: Micros;
}

export const PLANS = {
  starter: { unit_price: parseMoney('0.10'), monthly_commitment: 0 },
  standard: { unit_price: parseMoney('0.01'), monthly_commitment: parseMoney('99.00') },
} as const satisfies Record<string, Terms>;

/** What new accounts get: 250 verified identities on Starter. */
export const SIGN_UP_CREDIT: Micros = parseMoney('25.00');
export const TRIAL_DAYS = 30;

/** Days after the first attempt on which a declined charge is tried again. After the last, billing becomes INACTIVE. */
export const CHARGE_RETRY_DAYS = [1, 3, 7] as const;
/** The card provider takes no less; a smaller bill is not collected. */
export const SMALLEST_CHARGE: Micros = parseMoney('0.50');
/** Days a customer has to pay an invoice. */
export const INVOICE_DAYS = 30;
