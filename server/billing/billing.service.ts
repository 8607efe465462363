/** The billing account: its terms, who may create sessions, and the changes of its state. */
import type { Kysely, Transaction } from 'kysely';
import { terms } from '../../openapi/facts/terms.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { addDays, timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import { BadRequest, Forbidden, invariant } from '../core/errors.ts';
import type { Database } from '../database/database.ts';
import type { AuditAction, BillingAccount } from '../generated/operations.gen.ts';
import type { CallOrigin, Principal } from '../http/handlers.ts';
import { getUser } from '../users/user.service.ts';
import { mailAccount } from './account-mail.ts';
import { chargeOpenBillsNow } from './bill.repository.ts';
import {
  type Account,
  findAccount,
  insertAccount,
  lockAccount,
  updateAccount,
  updateCompany,
  updateState,
} from './billing.repository.ts';
import { isCountry } from './country-codes.ts';
import { cycleOf, cycleStartDay, lastDay } from './cycle.ts';
import { formatMoney } from './money.ts';
import { listMethods } from './payment-method.repository.ts';
import { PLANS, SIGN_UP_CREDIT, type Terms } from './plans.ts';
import { isInVatArea, vatRate } from './vat.ts';

type Trx = Transaction<Database>;

/** Makes the billing account, which every account has from its sign-up on. */
export async function openBillingAccount(trx: Trx, merchantId: number, created: Date): Promise<void> {
  const startDay = cycleStartDay(created);
  const { start, end } = cycleOf(created, startDay);
  await insertAccount(trx, {
    merchant_id: merchantId,
    credit: SIGN_UP_CREDIT,
    ...PLANS.starter,
    cycle_start_day: startDay,
    cycle_start: start,
    cycle_end: end,
    trial_ends: timestamp(addDays(created, terms.trial_days)),
  });
}

export async function getAccount(db: Kysely<Database>, merchantId: number): Promise<Account> {
  const account = await findAccount(db, merchantId);
  invariant(account, 'every account has a billing account');
  return account;
}

/** The state as it is now. A trial that is over counts as inactive even before the worker has ended it. */
export const stateOf = (account: Account, now: Date): Account['billing_state'] =>
  account.billing_state === 'TRIAL' && account.trial_ends !== null && account.trial_ends <= timestamp(now)
    ? 'INACTIVE'
    : account.billing_state;

/** The terms of the cycle that starts on this day. */
export const termsOf = (account: AccountTerms, cycleStart: string): Terms =>
  account.next_from !== null && account.next_from <= cycleStart
    ? { unit_price: account.next_unit_price!, monthly_commitment: account.next_monthly_commitment! }
    : { unit_price: account.unit_price, monthly_commitment: account.monthly_commitment };

const currentTerms = (account: Account, now: Date): Terms =>
  termsOf(account, cycleOf(now, account.cycle_start_day).start);

export type AccountTerms = Pick<
  Account,
  'unit_price' | 'monthly_commitment' | 'next_unit_price' | 'next_monthly_commitment' | 'next_from'
>;

export function toBillingAccount(deps: Deps, account: Account): BillingAccount {
  const now = deps.clock.now();
  const cycle = cycleOf(now, account.cycle_start_day);
  const { unit_price, monthly_commitment } = termsOf(account, cycle.start);
  return {
    id: account.merchant_id,
    state: stateOf(account, now),
    credit: formatMoney(account.credit),
    ...(account.company !== null && { company: account.company }),
    ...(account.country !== null && { country: account.country }),
    currency: 'USD',
    unit_price: formatMoney(unit_price),
    monthly_commitment: formatMoney(monthly_commitment),
    ...(account.vat_number !== null && { vat_number: account.vat_number }),
    ...(account.vat_number_check !== null && { vat_number_check: account.vat_number_check }),
    vat_rate: formatMoney(vatRate(account, deps.config.seller.country)),
    cycle_start_day: account.cycle_start_day,
    cycle_start: cycle.start,
    cycle_end: lastDay(cycle),
    ...trialDaysLeft(account, now),
    created: account.created,
  };
}

/** Counts the day that has begun as a whole one. */
function trialDaysLeft(account: Account, now: Date): Pick<BillingAccount, 'trial_days_left'> {
  if (account.trial_ends === null || stateOf(account, now) !== 'TRIAL') return {};
  return { trial_days_left: Math.ceil((Date.parse(account.trial_ends) - now.getTime()) / 86_400_000) };
}

/** @throws Forbidden when the account may not create sessions. Does not ask the card provider, which may be down. */
export async function assertMayCreateSession(db: Kysely<Database>, deps: Deps, merchantId: number): Promise<void> {
  const account = await findAccount(db, merchantId);
  const now = deps.clock.now();
  const state = account && account.deleted === null ? stateOf(account, now) : 'INACTIVE';
  if (!account || state === 'INACTIVE') {
    throw new Forbidden('Billing is inactive. Enable billing to create sessions', 'billing_inactive');
  }
  if (state === 'TRIAL' && account.credit < currentTerms(account, now).unit_price) {
    throw new Forbidden('The free credit is used up. Enable billing to create sessions', 'credit_exhausted');
  }
}

/** Replaces company and country. A VAT number that is not valid in the new country is removed. */
export async function updateBilling(
  trx: Trx,
  deps: Deps,
  principal: Principal,
  request: CallOrigin,
  { company, country }: { company?: string; country: string },
): Promise<BillingAccount> {
  const { merchant_id } = principal;
  if (!isCountry(country)) {
    throw new BadRequest('country must be a code of ISO 3166-1 alpha-2', 'invalid_value', {
      details: [{ path: 'country', expected: 'a code of ISO 3166-1 alpha-2', received: 'string' }],
    });
  }
  await lockAccount(trx, merchant_id);
  const { vat_number } = await getAccount(trx, merchant_id);
  const checked = vat_number === null ? undefined : await deps.vat_numbers.check(vat_number, country);
  await updateAccount(trx, merchant_id, { country, ...(checked ?? { vat_number: null, vat_number_check: null }) });
  await updateCompany(trx, merchant_id, company ?? null);
  await recordAudit(trx, deps, audit(principal, request, 'billing.update'));
  return toBillingAccount(deps, await getAccount(trx, merchant_id));
}

export async function changeVatNumber(
  trx: Trx,
  deps: Deps,
  principal: Principal,
  request: CallOrigin,
  number: string,
): Promise<BillingAccount> {
  const { merchant_id } = principal;
  await lockAccount(trx, merchant_id);
  const { country } = await getAccount(trx, merchant_id);
  const refusal = (text: string) =>
    new BadRequest(text, 'invalid_vat_number', {
      details: [{ path: 'new_vat_number', expected: 'a VAT number of the billing country', received: 'string' }],
    });
  if (country === null) throw refusal('Set the billing country before the VAT number');
  if (!isInVatArea(country)) throw refusal(`VAT numbers apply in the EU only, not in ${country}`);
  const checked = await deps.vat_numbers.check(number, country);
  if (!checked) throw refusal(`The VAT number is not valid in ${country}`);
  await updateAccount(trx, merchant_id, checked);
  await recordAudit(trx, deps, audit(principal, request, 'billing.change_vat_number'));
  return toBillingAccount(deps, await getAccount(trx, merchant_id));
}

/** Ends the trial, or activates an inactive account again. Open bills are charged at once. */
export async function enableBilling(
  trx: Trx,
  deps: Deps,
  principal: Principal,
  request: CallOrigin,
): Promise<BillingAccount> {
  const { merchant_id, user_id } = principal;
  const user = await getUser(trx, merchant_id, user_id);
  if (user.email_verified !== 1) throw new Forbidden('Verify your email before enabling billing', 'email_not_verified');
  const methods = await listMethods(trx, merchant_id);
  if (!methods.some(({ state }) => state === 'ACTIVE'))
    throw new Forbidden('Add a payment method before enabling billing', 'payment_method_missing');
  if (await updateState(trx, merchant_id, ['TRIAL', 'INACTIVE'], 'ACTIVE')) {
    const now = timestamp(deps.clock.now());
    const { enabled } = await getAccount(trx, merchant_id);
    await updateAccount(trx, merchant_id, {
      trial_ends: null,
      enabled: enabled ?? now,
      cancels: 0,
      inactive_reason: null,
    });
    await chargeOpenBillsNow(trx, merchant_id, now);
    await recordAudit(trx, deps, audit(principal, request, 'billing.enable'));
  }
  return toBillingAccount(deps, await getAccount(trx, merchant_id));
}

/** @returns false when the trial was left before it was over. */
export async function endTrial(trx: Trx, deps: Deps, merchantId: number): Promise<boolean> {
  await updateAccount(trx, merchantId, { trial_ends: null });
  if (!(await updateState(trx, merchantId, ['TRIAL'], 'INACTIVE'))) return false;
  await updateAccount(trx, merchantId, { inactive_reason: 'TRIAL_OVER' });
  await recordAudit(trx, deps, { merchant_id: merchantId, action: 'billing.end_trial' });
  await mailAccount(trx, deps, merchantId, 'trial_ended', { link: `${deps.config.public_url}/billing` });
  return true;
}

const audit = ({ merchant_id, user_id }: Principal, request: CallOrigin, action: AuditAction) => ({
  merchant_id,
  user_id,
  request_id: request.id,
  action,
});
