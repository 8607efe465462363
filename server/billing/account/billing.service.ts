import { terms } from '../../../openapi/facts/terms.ts';
import { audit } from '../../audit/audit.service.ts';
import { addDays, timestamp } from '../../core/clock.ts';
import {
  type Acting,
  actingAs,
  type Caller,
  type Context,
  type OutsideContext,
  type TransactionContext,
} from '../../core/context.ts';
import { isCountry } from '../../core/country-codes.ts';
import { Forbidden, invariant, mustBe } from '../../core/errors.ts';
import { known } from '../../core/known.ts';
import { reading } from '../../database/reader.ts';
import type { BillingAccount, BillingUpdateParams, BillPreview } from '../../generated/operations.gen.ts';
import { getSelf, isEmailVerified } from '../../users/user.service.ts';
import { closePastCycles, collectOpenBills } from '../bill/bill.service.ts';
import { amountsOf, toPreview } from '../bill/bill-amounts.ts';
import { buyerName, hasBillingAddress } from '../bill/bill-parties.ts';
import { mailAccount } from '../bill/billing-mail.ts';
import { changeState } from '../bill/billing-state.service.ts';
import { keepAddressProof, vatOfAccount } from '../bill/vat.service.ts';
import { listOwed } from '../ledger/bill.repository.ts';
import {
  type Account,
  findAccount,
  insertAccount,
  lockAccount,
  updateAccount,
  updateCompany,
} from '../ledger/billing.repository.ts';
import { listMethods } from '../ledger/payment-method.repository.ts';
import { type Cycle, cycleOf, cycleStartDay, dayOf, lastDay, nextCycle } from '../terms/cycle.ts';
import { formatMoney, parseMoney } from '../terms/money.ts';
import { PLANS, SIGN_UP_CREDIT, termsOf } from '../terms/plans.ts';
import { factsOfOpenCycle, readVatNumber } from '../terms/vat.ts';
import { describeDetails, readDetails } from './billing-details.ts';
import { creditExhausted, getSpending, type Payer, usageLimitOf } from './billing-spending.service.ts';
import { assertAddressVerified } from './free-credit.service.ts';

export async function openBillingAccount(
  { db, deps }: TransactionContext,
  { merchant_id, created }: { merchant_id: number; created: Date },
): Promise<void> {
  const cycle_start_day = cycleStartDay(created);
  const { start, end } = cycleOf(created, cycle_start_day);
  await insertAccount(db, {
    merchant_id,
    credit: SIGN_UP_CREDIT,
    usage_limit: deps.config.first_bill_limit === null ? null : parseMoney(deps.config.first_bill_limit),
    ...PLANS.starter,
    cycle_start_day,
    cycle_start: start,
    cycle_end: end,
    trial_ends: timestamp(addDays(created, terms.trial_days)),
  });
}

export async function getAccount({ db }: Context, merchant_id: number): Promise<Account> {
  const account = await findAccount(db, merchant_id);
  invariant(account, 'every account has a billing account');
  return account;
}

/** A trial that is over counts as inactive even before the worker has ended it. */
export const stateOf = (account: Account, now: Date): Account['billing_state'] =>
  account.billing_state === 'TRIAL' && account.trial_ends !== null && account.trial_ends <= timestamp(now)
    ? 'INACTIVE'
    : account.billing_state;

export async function describeAccount(ctx: Context, merchant_id: number): Promise<BillingAccount> {
  const { deps } = ctx;
  const account = await getAccount(ctx, merchant_id);
  const now = deps.clock.now();
  const state = stateOf(account, now);
  const { cap, limit, cost, reserved } = await getSpending(ctx, { merchant_id, billing_state: state });
  const cycle = cycleOf(now, account.cycle_start_day);
  const { unit_price, monthly_commitment } = termsOf(account, cycle.start);
  const { company, country } = account;
  return {
    id: merchant_id,
    state,
    credit: formatMoney(account.credit),
    ...known({ company, country }),
    ...describeDetails(account),
    currency: 'USD',
    unit_price: formatMoney(unit_price),
    monthly_commitment: formatMoney(monthly_commitment),
    ...nextTerms(account, cycle.start),
    ...(await describeVat(ctx, { account, cycle })),
    cycle_start_day: account.cycle_start_day,
    cycle_start: cycle.start,
    cycle_end: lastDay(cycle),
    cycle_cost: formatMoney(cost),
    ...(cap !== null && { spending_cap: formatMoney(cap) }),
    ...(limit !== null && { usage_limit: formatMoney(limit) }),
    ...((state === 'TRIAL' || cap !== null || limit !== null) && { reserved_cost: formatMoney(reserved) }),
    ...trialDaysLeft(account, now),
    ...cancelsAt(account),
    created: account.created,
  };
}

function nextTerms({ next_from, ...account }: Account, cycle_start: string): Pick<BillingAccount, 'next_terms'> {
  if (next_from === null || next_from <= cycle_start) return {};
  return {
    next_terms: {
      unit_price: formatMoney(account.next_unit_price!),
      monthly_commitment: formatMoney(account.next_monthly_commitment!),
      from: next_from,
    },
  };
}

async function describeVat(ctx: Context, { account, cycle }: { account: Account; cycle: Cycle }) {
  const { vat_number, vat_number_check: check } = account;
  const vatIn = await vatOfAccount(ctx, account);
  const following = nextCycle(cycle);
  const [now, next] = [vatIn(cycle), vatIn(following)];
  const isOther = CHANGES.some((part) => now[part] !== next[part]);
  return {
    ...known({ vat_number, vat_country: now.vat_country, card_country: next.contradicting_card }),
    ...(check && {
      vat_number_check: check === 'FORMAT' && ctx.deps.vat_numbers.is_online ? ('PENDING' as const) : check,
    }),
    vat_rate: formatMoney(now.vat_rate),
    ...(isOther && {
      next_vat: {
        from: following.start,
        vat_rate: formatMoney(next.vat_rate),
        ...known({ vat_country: next.vat_country }),
      },
    }),
  };
}

const CHANGES = ['vat_rate', 'vat_category', 'vat_country', 'vat_number'] as const;

/** A day that has begun counts as a whole day. */
function trialDaysLeft(account: Account, now: Date): Pick<BillingAccount, 'trial_days_left'> {
  if (account.trial_ends === null || stateOf(account, now) !== 'TRIAL') return {};
  return { trial_days_left: Math.ceil((Date.parse(account.trial_ends) - now.getTime()) / 86_400_000) };
}

const cancelsAt = ({ cancels, cycle_end }: Account): Pick<BillingAccount, 'cancels_at'> =>
  cancels === 1 && cycle_end !== null ? { cancels_at: `${cycle_end}T00:00:00.000Z` } : {};

/**
 * The bill for the open cycle with its sessions so far, as if the cycle ran to its last day or ended today. With `enable`, as if
 * billing were enabled today.
 */
export async function previewBill(
  ctx: OutsideContext & Caller,
  { end = 'CYCLE_END', enable = false }: { end?: 'CYCLE_END' | 'TODAY'; enable?: boolean },
): Promise<BillPreview> {
  const account = await getAccount(ctx, ctx.principal.merchant_id);
  const { cycle_start: start, cycle_end } = account;
  invariant(cycle_end !== null, 'an account that is not deleted has an open cycle');
  const cycle = { start, end: cycle_end };
  const today = dayOf(ctx.deps.clock.now());
  return toPreview(
    await amountsOf(
      { ...ctx, db: reading(ctx) },
      {
        account,
        cycle,
        ...(end === 'TODAY' && today < cycle_end && { until: today }),
        ...(enable && { enabled_on: today }),
      },
    ),
  );
}

/**
 * @throws Forbidden when the account may not create sessions. Does not call the card provider, which may be down.
 * @returns the account if it has a limit. Check the limit when the session has been counted.
 */
export async function assertMayCreateSession(ctx: TransactionContext & Acting): Promise<Payer | undefined> {
  const { db, deps, principal } = ctx;
  const account = await findAccount(db, principal.merchant_id);
  const now = deps.clock.now();
  const state = account && account.deleted === null ? stateOf(account, now) : 'INACTIVE';
  if (!account || state === 'INACTIVE')
    throw new Forbidden('Billing is inactive. Enable billing to create sessions', 'billing_inactive');
  await assertAddressVerified(ctx, account);
  const { unit_price } = termsOf(account, cycleOf(now, account.cycle_start_day).start);
  if (state === 'TRIAL' && account.credit < unit_price) throw creditExhausted();
  const isLimited = state === 'TRIAL' || account.spending_cap !== null || usageLimitOf(account) !== null;
  return isLimited ? account : undefined;
}

export const forgetBillingEmails = ({ db, principal }: TransactionContext & Acting): Promise<void> =>
  updateAccount(db, principal.merchant_id, { billing_emails: null });

export async function prepareBillingUpdate(update: BillingUpdateParams) {
  const { country } = update;
  if (!isCountry(country)) throw mustBe('country', 'an ISO 3166-1 alpha-2 country code');
  return { company: update.company, country, details: await readDetails(update) };
}

/** A new country counts from the next cycle, and removes a VAT number that is not valid there. */
export async function updateBilling(
  ctx: TransactionContext & Caller,
  { company, country, details }: Awaited<ReturnType<typeof prepareBillingUpdate>>,
): Promise<BillingAccount> {
  const { db } = ctx;
  const { merchant_id } = ctx.principal;
  await lockAccount(db, merchant_id);
  const account = await getAccount(ctx, merchant_id);
  await updateAccount(db, merchant_id, {
    ...(account.country !== country && (await openCycleFacts(ctx, merchant_id))),
    ...details,
    country,
    ...(!isNumberOf(account.vat_number, country) && { vat_number: null, vat_number_check: null }),
  });
  if (company !== undefined) await updateCompany(db, merchant_id, company);
  await keepAddressProof(ctx, { merchant_id, country, address: await getAccount(ctx, merchant_id) });
  await audit(ctx, 'billing.update');
  return describeAccount(ctx, merchant_id);
}

const isNumberOf = (vat_number: string | null, country: string): boolean =>
  vat_number !== null && readVatNumber(vat_number, country) === vat_number;

/**
 * What to store with a change of country or VAT number. Cycles that are over are billed first, with the country and number
 * that applied to them.
 */
export async function openCycleFacts(ctx: TransactionContext, merchant_id: number) {
  await closePastCycles(ctx, merchant_id);
  const account = await getAccount(ctx, merchant_id);
  return factsOfOpenCycle(account, { start: account.cycle_start });
}

export async function assertMayEnable(ctx: Context & Caller): Promise<void> {
  const user = await getSelf(ctx);
  if (!isEmailVerified(user)) throw new Forbidden('Verify your email before enabling billing', 'email_not_verified');
  const methods = await listMethods(ctx.db, ctx.principal.merchant_id);
  if (!methods.some(({ state }) => state === 'ACTIVE'))
    throw new Forbidden('Add a payment method before enabling billing', 'payment_method_missing');
  const account = await getAccount(ctx, ctx.principal.merchant_id);
  if (!hasBillingAddress(account))
    throw new Forbidden('Add the billing address before enabling billing', 'billing_details_missing');
  // Only a company has a VAT number.
  const primary = account.vat_number === null ? methods.find(({ primary }) => primary === 1) : undefined;
  const name = buyerName(account, primary);
  const { isPrintable } = await import('../document/print-fonts.ts');
  if (name === null || !isPrintable(name))
    throw new Forbidden('Add the company name before enabling billing', 'billing_details_missing');
}

/**
 * Ends the trial, or reactivates an inactive account, and charges its open bills immediately. Leaves the state unchanged while the
 * account has a bill that is overdue, was written off, or could not be charged at the last attempt.
 */
export async function enableBilling(ctx: TransactionContext & Caller): Promise<BillingAccount> {
  const { db, deps } = ctx;
  const { merchant_id } = ctx.principal;
  await assertMayEnable(ctx);
  await lockAccount(db, merchant_id);
  const now = deps.clock.now();
  const owes = (await listOwed(db, merchant_id, dayOf(now))).length > 0;
  await closePastCycles(ctx, merchant_id);
  if (!owes && (await changeState(ctx, merchant_id, ['TRIAL', 'INACTIVE'], 'ACTIVE'))) {
    const { enabled } = await getAccount(ctx, merchant_id);
    await updateAccount(db, merchant_id, {
      trial_ends: null,
      enabled: enabled ?? timestamp(now),
      cancels: 0,
      inactive_reason: null,
    });
    await collectOpenBills(ctx, merchant_id);
    await audit(ctx, 'billing.enable');
  }
  return describeAccount(ctx, merchant_id);
}

/** @returns false when the account left the trial before it was over. */
export async function endTrial(ctx: TransactionContext, merchant_id: number): Promise<boolean> {
  const { db } = ctx;
  await updateAccount(db, merchant_id, { trial_ends: null });
  if (!(await changeState(ctx, merchant_id, ['TRIAL'], 'INACTIVE'))) return false;
  await updateAccount(db, merchant_id, { inactive_reason: 'TRIAL_OVER' });
  await audit(actingAs(ctx, { merchant_id }), 'billing.end_trial');
  await mailAccount(ctx, { merchant_id, template: 'trial_ended', values: {} });
  return true;
}
