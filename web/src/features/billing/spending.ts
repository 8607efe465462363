import type { BillingAccount } from '@sigill/sdk/portal';
import { parseMoney } from './money';

/** Whether the trial's credit is too small for another session, counting those that are open. */
export const isCreditUsed = ({ state, credit, reserved_cost = '0.00', unit_price }: BillingAccount): boolean =>
  state === 'TRIAL' && parseMoney(reserved_cost) + parseMoney(unit_price) > parseMoney(credit);

/** Whether another session would exceed the usage limit before the first payment. `due` is the amount due of each open bill. */
export function isUsageLimitReached(account: BillingAccount, due: string[]): boolean {
  const { state, usage_limit, cycle_cost, reserved_cost = '0.00', credit, unit_price } = account;
  if (state !== 'ACTIVE' || usage_limit === undefined) return false;
  const owed = [cycle_cost, reserved_cost, ...due].reduce((sum, amount) => sum + parseMoney(amount), 0n);
  // If nothing is reserved, the credit pays for the open sessions. If it also covers the price of another one, that session adds
  // nothing to what is owed.
  const next =
    parseMoney(reserved_cost) === 0n && parseMoney(credit) >= parseMoney(unit_price) ? 0n : parseMoney(unit_price);
  return owed + next > parseMoney(usage_limit);
}

/** Whether another session would exceed the spending cap, counting those that are open. */
export function isCapReached(account: BillingAccount): boolean {
  const { state, spending_cap, reserved_cost = '0.00', cycle_cost, credit, unit_price } = account;
  // Does not apply in the trial, where sessions use only the credit.
  if (spending_cap === undefined || state === 'TRIAL') return false;
  const [reserved, price] = [parseMoney(reserved_cost), parseMoney(unit_price)];
  if (reserved === 0n && parseMoney(credit) >= price) return false;
  return parseMoney(cycle_cost) + reserved + price > parseMoney(spending_cap);
}

/**
 * Converts amounts such as `1,250`, `250.5` and `250,50` to the contract's format. Removes only spaces and dollar signs from
 * anything else, so that the form rejects it.
 */
export function typedAmount(text: string): string {
  const amount = text.replaceAll(/[\s$]/g, '');
  const [whole, units, cents = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(amount) ?? thousands(amount) ?? [];
  return whole === undefined ? amount : `${Number(units)}.${cents.padEnd(2, '0')}`;
}

/** A comma or full stop before exactly three digits separates thousands, and the other one separates the cents. */
function thousands(amount: string): string[] | undefined {
  const found =
    /^(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(amount) ?? /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/.exec(amount);
  if (!found) return undefined;
  const [whole = '', units = '', cents = ''] = found;
  return [whole, units.replaceAll(/[.,]/g, ''), cents];
}
