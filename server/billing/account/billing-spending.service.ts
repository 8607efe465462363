/** The spending cap: what the sessions of a cycle may cost, before VAT and without the service fee. */
import type { Selectable } from 'kysely';
import { terms } from '../../../openapi/facts/terms.ts';
import { audit } from '../../audit/audit.service.ts';
import { reportEvent } from '../../callbacks/callback.service.ts';
import { addDays, timestamp } from '../../core/clock.ts';
import type { Caller, Context, TransactionContext } from '../../core/context.ts';
import { Forbidden, invariant } from '../../core/errors.ts';
import { mailPayers } from '../bill/billing-mail.ts';
import {
  findSpending,
  insertBilledSession,
  lockAccount,
  lockAccountForUsage,
  updateAccount,
} from '../ledger/billing.repository.ts';
import type { BillingAccountTable } from '../ledger/billing.table.ts';
import { dayOf, lastDay, openCycle } from '../terms/cycle.ts';
import { formatMoney, type Micros, parseMoney } from '../terms/money.ts';
import { termsOf } from '../terms/plans.ts';

/** Percentages of the cap at which the account is notified. The cap itself is reached when no further session fits. */
const ALERTS = [80, 50] as const;
/** The percentage from which on the account is near its cap, which is also an event. */
const NEAR = 80;

/** A session waits this long for its end user, plus some time for its verdict. */
const OPEN_DAYS = terms.session_hours / 24 + 1;

type AccountRow = Selectable<BillingAccountTable>;

export interface Spending {
  cap: Micros | null;
  /** The cost of its approved sessions beyond the credit. */
  cost: Micros;
  /** What the open sessions would add if all were approved. */
  reserved: Micros;
}

export async function getSpending({ db, deps }: Context, merchant_id: number): Promise<Spending> {
  const now = deps.clock.now();
  const account = await findSpending(db, { merchant_id, since: dayOf(addDays(now, -OPEN_DAYS)) });
  invariant(account, 'every account has a billing account');
  const { start } = openCycle(account, now);
  const { cost } = countedIn(account, start);
  return {
    cap: account.spending_cap,
    cost,
    reserved: beyondCredit(account, account.open * termsOf(account, start).unit_price),
  };
}

/**
 * Called after the new session has been counted: that locks the row of its day, so an account's creations wait for each other and
 * cannot exceed the cap together.
 * @throws Forbidden when the open sessions would exceed the cap if all were approved.
 */
export async function assertWithinCap(ctx: Context & Caller): Promise<void> {
  const { cap, cost, reserved } = await getSpending(ctx, ctx.principal.merchant_id);
  if (cap !== null && cost + reserved > cap)
    throw new Forbidden(
      'The spending cap for this billing cycle is reached, counting open sessions at full price. Raise it to create more',
      'spending_cap_reached',
    );
}

const beyondCredit = ({ credit }: AccountRow, price: Micros): Micros => Math.max(0, price - credit);

/** The counter belongs to one cycle. In any other cycle it is zero. */
const countedIn = ({ cycle_cost, cycle_cost_of, cap_told }: AccountRow, cycle_start: string) =>
  cycle_cost_of === cycle_start ? { cost: cycle_cost, told: cap_told } : { cost: 0, told: 0 };

/** Records once, in the transaction of its approval, what a session costs in its cycle. Credit is used first. */
export async function recordApproved(
  ctx: TransactionContext,
  { merchant_id, session_id }: { merchant_id: number; session_id: number },
): Promise<void> {
  const { db, deps } = ctx;
  const now = deps.clock.now();
  const account = await lockAccountForUsage(db, merchant_id);
  invariant(account, 'every account has a billing account');
  // If the cycle was closed while this waited for the lock, the session belongs to the cycle that is now open.
  const { start: cycle_start } = openCycle(account, now);
  const { unit_price } = termsOf(account, cycle_start);
  const credit = Math.min(account.credit, unit_price);
  const approved = timestamp(now);
  await insertBilledSession(db, { session_id, merchant_id, cycle_start, approved, unit_price, credit });
  const paid = { ...account, credit: account.credit - credit };
  const counted = await countCost(ctx, paid, { cycle_start, cost: unit_price - credit });
  await updateAccount(db, merchant_id, { credit: paid.credit, ...counted });
}

/** Adds the cost of an approved session beyond the credit, and notifies the account when it nears its cap. The row is locked. */
async function countCost(
  ctx: TransactionContext,
  account: AccountRow,
  { cycle_start, cost: added }: { cycle_start: string; cost: Micros },
): Promise<Pick<AccountRow, 'cycle_cost' | 'cycle_cost_of' | 'cap_told'>> {
  const before = countedIn(account, cycle_start);
  const cost = before.cost + added;
  const reached = shareReached(account, cost, cycle_start);
  if (reached > before.told) await tell(ctx, account, { cost, reached });
  if (reached >= NEAR && before.told < NEAR) await reportNear(ctx, account, cost);
  return { cycle_cost: cost, cycle_cost_of: cycle_start, cap_told: Math.max(reached, before.told) };
}

function shareReached(account: AccountRow, cost: Micros, cycle_start: string): number {
  const { spending_cap } = account;
  if (spending_cap === null) return 0;
  const next = beyondCredit(account, termsOf(account, cycle_start).unit_price);
  if (cost + next > spending_cap) return 100;
  return (cost > 0 && ALERTS.find((share) => cost * 100 >= spending_cap * share)) || 0;
}

async function tell(
  ctx: TransactionContext,
  account: AccountRow,
  { cost, reached }: { cost: Micros; reached: number },
) {
  invariant(account.spending_cap !== null, 'only an account with a cap can reach it');
  await mailPayers(ctx, account.merchant_id, {
    percent: reached,
    cost: formatMoney(cost),
    cap: formatMoney(account.spending_cap),
    until: lastDay(openCycle(account, ctx.deps.clock.now())),
  });
}

async function reportNear(ctx: TransactionContext, account: AccountRow, cost: Micros): Promise<void> {
  invariant(account.spending_cap !== null, 'only an account with a cap can be near it');
  const cycle = openCycle(account, ctx.deps.clock.now());
  await reportEvent(ctx, account.merchant_id, {
    type: 'account.spending_cap_near',
    data: {
      spending_cap: formatMoney(account.spending_cap),
      cycle_cost: formatMoney(cost),
      cycle_start: cycle.start,
      cycle_end: lastDay(cycle),
    },
  });
}

/** No notification is sent for percentages already reached, because the person who sets the cap sees them. */
export async function changeSpendingCap(ctx: TransactionContext & Caller, wanted: string | null): Promise<void> {
  const { db, deps, principal } = ctx;
  const { merchant_id } = principal;
  await lockAccount(db, merchant_id);
  const account = await findSpending(db, { merchant_id, since: dayOf(deps.clock.now()) });
  invariant(account, 'every account has a billing account');
  const spending_cap = wanted === null ? null : parseMoney(wanted);
  if (spending_cap === account.spending_cap) return;
  const { start } = openCycle(account, deps.clock.now());
  const { cost } = countedIn(account, start);
  const cap_told = shareReached({ ...account, spending_cap }, cost, start);
  await updateAccount(db, merchant_id, { spending_cap, cycle_cost: cost, cycle_cost_of: start, cap_told });
  await audit(ctx, 'billing.change_spending_cap');
}
