/**
 * The limits on what an account's sessions may cost: the credit in the trial, a new account's usage limit, and the customer's
 * spending cap, which counts a cycle's sessions before VAT and without the service fee.
 */
import type { Selectable } from 'kysely';
import { terms } from '../../../openapi/facts/terms.ts';
import { audit } from '../../audit/audit.service.ts';
import { reportEvent } from '../../callbacks/callback.service.ts';
import { addDays, addSeconds, timestamp } from '../../core/clock.ts';
import type { Caller, Context, TransactionContext } from '../../core/context.ts';
import { Forbidden, invariant } from '../../core/errors.ts';
import { mailAccount } from '../bill/billing-mail.ts';
import {
  type Account,
  findSpending,
  insertBilledSession,
  lockAccount,
  lockAccountForUsage,
  sumDue,
  takeNotice,
  updateAccount,
} from '../ledger/billing.repository.ts';
import type { BillingAccountTable } from '../ledger/billing.table.ts';
import { dayOf, lastDay, openCycle } from '../terms/cycle.ts';
import { formatMoney, type Micros, parseMoney } from '../terms/money.ts';
import { termsOf } from '../terms/plans.ts';

/** Percentages of the cap at which the account is notified. The cap itself is reached when no further session fits. */
const ALERTS = [80, 50] as const;
/** At this percentage of its cap or limit, an account is near it. Being near the cap is also reported as an event. */
const NEAR = 80;

/** How long a session can stay open: it waits for its end user, and then a little for its verdict. */
const OPEN_DAYS = terms.session_hours / 24 + 1;

const LONGEST_CREATION_SECONDS = 60;

type AccountRow = Selectable<BillingAccountTable>;

export interface Spending {
  credit: Micros;
  cap: Micros | null;
  /** What the account may owe before its first payment. Null once it has paid, or without a limit. */
  limit: Micros | null;
  cost: Micros;
  /** What the account owes: the cost that is not billed yet, and its open bills. */
  owed: Micros;
  /** How many sessions have not ended. */
  open: number;
  /** What the open sessions would take from the credit in the trial, or else add to the cost, if all were approved. */
  reserved: Micros;
}

export type Payer = Pick<Account, 'merchant_id' | 'billing_state'>;

export async function getSpending({ db, deps }: Context, { merchant_id, billing_state }: Payer): Promise<Spending> {
  const now = deps.clock.now();
  const account = await findSpending(db, { merchant_id, since: dayOf(addDays(now, -OPEN_DAYS)) });
  invariant(account, 'every account has a billing account');
  const { start } = openCycle(account, now);
  const { cost } = countedIn(account, start);
  const price = account.open * termsOf(account, start).unit_price;
  return {
    credit: account.credit,
    cap: account.spending_cap,
    limit: usageLimitOf(account),
    cost,
    owed: unbilled(account) + account.due,
    open: account.open,
    reserved: billing_state === 'TRIAL' ? price : beyondCredit(account, price),
  };
}

/**
 * Call this after the new session has been counted. Counting locks the row of the session's day, so concurrent creations of an
 * account wait for each other and cannot exceed a limit together. Around midnight, concurrent creations may count for different
 * days, so they also lock the account's row.
 * @throws Forbidden when the open sessions would exceed the credit, the cap or the usage limit if all were approved.
 */
export async function assertWithinLimits(
  ctx: Context,
  payer: Payer,
  /**
   * For sessions that strangers can create: several open sessions may reserve only half of what is left, and the rest stays for the
   * backend.
   */
  { keepsHalf = false }: { keepsHalf?: boolean } = {},
): Promise<void> {
  if (isNearMidnight(ctx.deps.clock.now())) await lockAccount(ctx.db, payer.merchant_id);
  const { credit, cap, limit, cost, owed, open, ...spending } = await getSpending(ctx, payer);
  const reserved = keepsHalf && open > 1 ? spending.reserved * 2 : spending.reserved;
  // In the trial, only the credit pays for sessions.
  if (payer.billing_state === 'TRIAL') {
    if (reserved > credit) throw creditExhausted();
    return;
  }
  if (cap !== null && cost + reserved > cap)
    throw new Forbidden(
      'The spending cap for this billing cycle is reached, counting open sessions at full price. Raise it to create more',
      'spending_cap_reached',
    );
  if (limit !== null && owed + reserved > limit)
    throw new Forbidden(
      'The usage limit before the first payment is reached, counting open sessions at full price. Pay your open bill, or contact us to raise the limit',
      'usage_limit_reached',
    );
}

/** Whether a creation that is counted for the previous or the next day, in UTC, may be running at the same time. */
function isNearMidnight(now: Date): boolean {
  const day = dayOf(now);
  return [-LONGEST_CREATION_SECONDS, LONGEST_CREATION_SECONDS].some(
    (seconds) => dayOf(addSeconds(now, seconds)) !== day,
  );
}

export const creditExhausted = () =>
  new Forbidden(
    'The free credit is used up, counting open sessions at full price. Enable billing to create more',
    'credit_exhausted',
  );

export const usageLimitOf = ({ first_paid, usage_limit }: Pick<AccountRow, 'first_paid' | 'usage_limit'>) =>
  first_paid === null ? usage_limit : null;

/** The cost of the cycle that is not closed yet, even if it is over. */
const unbilled = ({ cycle_cost, cycle_cost_of, cycle_start }: AccountRow): Micros =>
  cycle_cost_of !== null && cycle_cost_of >= cycle_start ? cycle_cost : 0;

const beyondCredit = ({ credit }: AccountRow, price: Micros): Micros => Math.max(0, price - credit);

/** The counter belongs to one cycle. In any other cycle it is zero. */
const countedIn = ({ cycle_cost, cycle_cost_of, cap_told }: AccountRow, cycle_start: string) =>
  cycle_cost_of === cycle_start ? { cost: cycle_cost, told: cap_told } : { cost: 0, told: 0 };

/** Records what a session costs, once, in the transaction that approves it. Credit is used first. */
export async function recordApproved(
  ctx: TransactionContext,
  { merchant_id, session_id }: { merchant_id: number; session_id: number },
): Promise<void> {
  const { db, deps } = ctx;
  const now = deps.clock.now();
  const account = await lockAccountForUsage.first(db, { merchant_id });
  invariant(account, 'every account has a billing account');
  // If the cycle was closed while this waited for the lock, the session belongs to the cycle that is now open.
  const { start: cycle_start } = openCycle(account, now);
  const { unit_price } = termsOf(account, cycle_start);
  const credit = Math.min(account.credit, unit_price);
  const approved = timestamp(now);
  await insertBilledSession.all(db, { session_id, merchant_id, cycle_start, approved, unit_price, credit });
  const paid = { ...account, credit: account.credit - credit };
  const counted = await countCost(ctx, paid, { cycle_start, cost: unit_price - credit });
  await updateAccount(db, merchant_id, { credit: paid.credit, ...counted });
  await tellOfUsageLimit(ctx, { ...paid, ...counted }, unit_price);
}

/** Notifies the account once for each limit and percentage, not once in each cycle. The account's row is locked. */
async function tellOfUsageLimit(ctx: TransactionContext, account: AccountRow, unit_price: Micros): Promise<void> {
  const { db, deps } = ctx;
  const { merchant_id } = account;
  const limit = usageLimitOf(account);
  if (limit === null || account.cycle_cost === 0) return;
  const owed = unbilled(account) + (await sumDue(db, merchant_id));
  const percent = owed + beyondCredit(account, unit_price) > limit ? 100 : owed * 100 >= limit * NEAR ? NEAR : 0;
  const notice = `usage-limit-${percent} ${formatMoney(limit)}`;
  if (percent === 0 || !(await takeNotice(db, { merchant_id, notice, created: timestamp(deps.clock.now()) }))) return;
  const values = { percent, owed: formatMoney(owed), limit: formatMoney(limit) };
  await mailAccount(ctx, { merchant_id, template: 'usage_limit', values });
}

/**
 * Adds the cost of an approved session beyond the credit, and notifies the account at percentages of its cap. The account's row is
 * locked.
 */
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
  const values = {
    percent: reached,
    cost: formatMoney(cost),
    cap: formatMoney(account.spending_cap),
    until: lastDay(openCycle(account, ctx.deps.clock.now())),
  };
  await mailAccount(ctx, { merchant_id: account.merchant_id, template: 'spending_alert', values });
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
