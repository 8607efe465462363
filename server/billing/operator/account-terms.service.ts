import { terms as promised } from '../../../openapi/facts/terms.ts';
import { audit } from '../../audit/audit.service.ts';
import { addDays } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { CommandRefused, type PlannedChange } from '../../core/planned-change.ts';
import { stateOf } from '../account/billing.service.ts';
import { scheduleCancellation } from '../account/billing-cancel.service.ts';
import { usageLimitOf } from '../account/billing-spending.service.ts';
import { closeCycle, closePastCycles } from '../bill/bill.service.ts';
import { mailAccount } from '../bill/billing-mail.ts';
import { addCredit } from '../ledger/bill-correction.repository.ts';
import { type Account, updateAccount } from '../ledger/billing.repository.ts';
import { type Cycle, cycleFrom, dayOf, lastDay, nextCycle, openCycle } from '../terms/cycle.ts';
import { formatMoney, type Micros } from '../terms/money.ts';
import { isAbsurd, needsNotice, type Terms, termsOf } from '../terms/plans.ts';
import { byOperator, livingAccount, nameOf } from './operator-target.service.ts';

const { price_notice_days } = promised;

export interface NewTerms {
  merchant_id: number;
  terms: Terms;
  /** The first day of the first cycle with the new terms. By default, the earliest possible. */
  from?: string | undefined;
  /** Whether the account has agreed to an earlier start. */
  is_agreed?: boolean;
}

/**
 * Lower prices may start with the next cycle. Higher ones need the notice that the terms of service promise, unless the account has
 * agreed.
 */
export async function changePlan(ctx: Context, { merchant_id, terms, ...wanted }: NewTerms): Promise<PlannedChange> {
  const account = await livingAccount(ctx, merchant_id);
  const current = openCycle(account, ctx.deps.clock.now());
  const present = termsOf(account, current.start);
  const from = startOf(ctx, { account, current, needs_notice: needsNotice(terms, account, current.start), ...wanted });
  const { next_from } = account;
  return {
    summary: [
      `Account ${nameOf(account)} pays ${describe(present)} until ${lastDay({ end: from })}.`,
      `From ${from}, it pays ${describe(terms)}. It is told by email.`,
      ...(next_from !== null && next_from > current.start
        ? [`The prices announced for ${next_from}, ${describe(termsOf(account, next_from))}, are dropped.`]
        : []),
    ],
    ...(isAbsurd(terms, present) && { warning: 'A price is more than 10 times the current one.' }),
    async run(ctx) {
      await closePastCycles(ctx, merchant_id);
      const { unit_price, monthly_commitment } = terms;
      await updateAccount(ctx.db, merchant_id, {
        next_unit_price: unit_price,
        next_monthly_commitment: monthly_commitment,
        next_from: from,
      });
      const reason = wanted.is_agreed ? 'agreed with the account' : undefined;
      await audit(byOperator(ctx, merchant_id), 'billing.change_plan', undefined, reason);
      const fee = monthly_commitment === 0 ? {} : { fee: formatMoney(monthly_commitment) };
      const values = { unit_price: formatMoney(unit_price), ...fee, from };
      await mailAccount(ctx, { merchant_id, template: 'new_terms', values });
    },
  };
}

interface Start extends Pick<NewTerms, 'from' | 'is_agreed'> {
  account: Account;
  current: Cycle;
  needs_notice: boolean;
}

function startOf({ deps }: Context, { account, current, needs_notice, from, is_agreed = false }: Start): string {
  const next = nextCycle(current);
  const noticed = cycleFrom(next, dayOf(addDays(deps.clock.now(), price_notice_days))).start;
  const earliest = needs_notice && !is_agreed ? noticed : next.start;
  const start = from ?? earliest;
  if (start < earliest)
    throw new CommandRefused(
      earliest === next.start
        ? `The next cycle starts on ${earliest}.`
        : `Higher prices need ${price_notice_days} days of notice: the earliest start is ${earliest}. If the account has agreed to an earlier one, add --agreed.`,
    );
  if (cycleFrom(next, start).start !== start)
    throw new CommandRefused(
      `No cycle of this account starts on ${start}: cycles start on day ${account.cycle_start_day}.`,
    );
  return start;
}

export async function changeCancellation(
  ctx: Context,
  { merchant_id, cancels }: { merchant_id: number; cancels: boolean },
): Promise<PlannedChange> {
  const account = await livingAccount(ctx, merchant_id);
  if (cancels && stateOf(account, ctx.deps.clock.now()) === 'INACTIVE')
    throw new CommandRefused('Billing is already inactive.');
  if (account.cancels === (cancels ? 1 : 0))
    throw new CommandRefused(cancels ? 'Billing is already cancelled.' : 'Billing is not cancelled.');
  return {
    summary: [
      cancels
        ? `Billing for account ${nameOf(account)} ends on ${account.cycle_end}. The last bill is issued then, and new sessions are refused.`
        : `The cancellation for account ${nameOf(account)} is undone.`,
    ],
    async run(ctx) {
      await scheduleCancellation(byOperator(ctx, merchant_id), cancels);
    },
  };
}

/** A `usage_limit` of null means no limit. */
export async function changeUsageLimit(
  ctx: Context,
  { merchant_id, usage_limit }: { merchant_id: number; usage_limit: Micros | null },
): Promise<PlannedChange> {
  const account = await livingAccount(ctx, merchant_id);
  const written = usage_limit === null ? 'without a limit' : `up to USD ${formatMoney(usage_limit)}`;
  const present = usageLimitOf(account);
  return {
    summary: [
      account.first_paid === null
        ? `Until its first payment, account ${nameOf(account)} may owe ${present === null ? 'any amount' : `USD ${formatMoney(present)}`}. From now on, it can create sessions ${written}.`
        : `Account ${nameOf(account)} has paid a bill, so it has no usage limit. The change has no effect.`,
    ],
    async run(ctx) {
      await updateAccount(ctx.db, merchant_id, { usage_limit });
      await audit(byOperator(ctx, merchant_id), 'billing.change_usage_limit');
    },
  };
}

export async function planFreeCredit(
  ctx: Context,
  { merchant_id, amount, reason }: { merchant_id: number; amount: Micros; reason: string },
): Promise<PlannedChange> {
  const account = await livingAccount(ctx, merchant_id);
  return {
    summary: [
      `Account ${nameOf(account)} gets USD ${formatMoney(amount)} of free credit, and then has USD ${formatMoney(account.credit + amount)}: ${reason}`,
    ],
    async run(ctx) {
      await addCredit(ctx.db, merchant_id, amount);
      await audit(byOperator(ctx, merchant_id), 'billing.add_credit', undefined, reason);
    },
  };
}

export async function closeCycleByHand(ctx: Context, merchant_id: number): Promise<PlannedChange> {
  const account = await livingAccount(ctx, merchant_id);
  if (account.cycle_end > dayOf(ctx.deps.clock.now()))
    throw new CommandRefused(
      `The cycle that began on ${account.cycle_start} is open until ${lastDay({ end: account.cycle_end })}.`,
    );
  return {
    summary: [
      `The cycle of account ${nameOf(account)} from ${account.cycle_start} to ${lastDay({ end: account.cycle_end })} is closed and billed.`,
    ],
    async run(ctx) {
      if (!(await closeCycle(ctx, merchant_id))) throw new CommandRefused('The cycle has already been closed.');
    },
  };
}

const describe = ({ unit_price, monthly_commitment }: Terms) =>
  `USD ${formatMoney(unit_price)} per verified identity and USD ${formatMoney(monthly_commitment)} a month`;
