/** Bills: exactly one per account and closed cycle, and none without lines. A bill never changes. */
import { audit } from '../../audit/audit.service.ts';
import { timestamp } from '../../core/clock.ts';
import { actingAs, type Caller, type Context, type TransactionContext } from '../../core/context.ts';
import { NotFound } from '../../core/errors.ts';
import { BY_CREATION, type ListOrder, type PageInput, readPage } from '../../database/page-cursor.ts';
import { randomId } from '../../database/random-id.ts';
import type { BillTransaction, CustomerBill } from '../../generated/operations.gen.ts';
import {
  type Bill,
  chargeOpenBillsNow,
  findBill,
  findBills,
  findTransactions,
  insertBill,
  type Transaction,
} from '../ledger/bill.repository.ts';
import {
  type Account,
  advanceCycle,
  findAccount,
  lockAccount,
  updateAccount,
  updateState,
} from '../ledger/billing.repository.ts';
import { findPrimary, type PaymentMethod } from '../ledger/payment-method.repository.ts';
import { type Cycle, dayAfter, dayOf, nextCycle } from '../terms/cycle.ts';
import { formatMoney } from '../terms/money.ts';
import { SMALLEST_CHARGE, termsOf } from '../terms/plans.ts';
import { amountsOf, toBill } from './bill-amounts.ts';
import { mailAccount } from './billing-mail.ts';

/** Closes the cycle if it is over, opens the next one and creates the bill. @returns whether there was a cycle to close. */
export async function closeCycle(ctx: TransactionContext, merchant_id: number): Promise<boolean> {
  const { db, deps } = ctx;
  await lockAccount(db, merchant_id);
  const account = await findAccount(db, merchant_id);
  if (!account?.cycle_end || account.cycle_end > dayOf(deps.clock.now())) return false;
  const cycle = { start: account.cycle_start, end: account.cycle_end };
  const next = nextCycle(cycle);
  const terms = account.next_from !== null && account.next_from <= next.start ? termsOf(account, next.start) : null;
  if (!(await advanceCycle(db, merchant_id, { from: cycle.start, to: next, terms }))) return false;
  await makeBill(ctx, { account, cycle });
  if (account.cancels === 1) await cancel(ctx, merchant_id);
  return true;
}

/** Closes the open cycle of a deleted account, which is passed as it was before. No further cycle is opened. */
export async function endBilling(ctx: TransactionContext, account: Account): Promise<void> {
  const { db, deps } = ctx;
  const { merchant_id, cycle_start: start } = account;
  await updateAccount(db, merchant_id, { trial_ends: null, cancels: 0, inactive_reason: 'DELETED' });
  // Once nothing is left to collect, the collection worker also deletes the account's cards.
  collectSoon(ctx);
  if (!(await advanceCycle(db, merchant_id, { from: start, to: null, terms: null }))) return;
  await makeBill(ctx, { account, cycle: { start, end: dayAfter(deps.clock.now()) } });
}

async function cancel(ctx: TransactionContext, merchant_id: number): Promise<void> {
  const { db, deps } = ctx;
  await updateAccount(db, merchant_id, { cancels: 0 });
  if (!(await updateState(db, merchant_id, ['ACTIVE', 'TRIAL'], 'INACTIVE'))) return;
  await updateAccount(db, merchant_id, { inactive_reason: 'CANCELLED', trial_ends: null });
  await audit(actingAs(ctx, { merchant_id }), 'billing.cancel');
  const values = { link: `${deps.config.public_url}/billing` };
  await mailAccount(ctx, { merchant_id, template: 'billing_cancelled', values });
}

async function makeBill(
  ctx: TransactionContext,
  { account, cycle }: { account: Account; cycle: Cycle },
): Promise<void> {
  const { db, deps } = ctx;
  const { merchant_id } = account;
  const { lines, ...amounts } = await amountsOf(ctx, { account, cycle });
  if (lines.length === 0) return;
  const now = timestamp(deps.clock.now());
  const method = await findPrimary(db, merchant_id);
  const collected = amounts.total >= SMALLEST_CHARGE;
  // During the trial the customer has not agreed to pay. The bill is charged when billing is enabled.
  const charged = collected && account.enabled !== null && method?.type !== 'INVOICE';
  const id = randomId();
  await insertBill(db, {
    id,
    merchant_id,
    created: now,
    company: account.company,
    country: account.country,
    address: method ? JSON.stringify(addressOf(method)) : null,
    billables: JSON.stringify(lines),
    ...amounts,
    state: collected ? 'OPEN' : 'WAIVED',
    next_attempt: charged ? now : null,
  });
  if (charged) collectSoon(ctx);
  await audit(actingAs(ctx, { merchant_id }), 'bill.create', id);
  if (!collected) return;
  await mailAccount(ctx, {
    merchant_id,
    template: 'bill',
    values: {
      amount: formatMoney(amounts.total),
      from: amounts.cycle_start,
      to: amounts.cycle_end,
      link: `${deps.config.public_url}/bill/${id}`,
      payment: method?.type === 'INVOICE' ? 'invoice' : charged ? 'charge' : 'none',
    },
  });
}

const addressOf = (method: PaymentMethod): string[] =>
  [
    method.name,
    method.address_line_1,
    method.address_line_2,
    `${method.address_postal_code} ${method.address_city}`,
    method.address_state,
  ].filter((line) => line !== null);

/** @throws NotFound, also for a bill of another account. */
export async function getBill({ db, principal }: Context & Caller, { id }: { id: number }): Promise<Bill> {
  const bill = await findBill(db, principal.merchant_id, id);
  if (!bill) throw new NotFound(`No bill found with id: ${id}`);
  return bill;
}

/** Several bills may be created at once, so they are ordered by their cycles. */
const BY_CYCLE = { cycle_start: 'date', id: 'number' } as const satisfies ListOrder;

export async function listBills(
  { db, principal }: Context & Caller,
  input: PageInput,
): Promise<{ bills: CustomerBill[]; next_cursor?: string }> {
  const { rows, ...next } = await readPage(BY_CYCLE, input, (page) => findBills(db, principal.merchant_id, page));
  return { bills: rows.map(toBill), ...next };
}

/** The payments for a bill: one page, newest first. @throws NotFound, also for a bill of another account. */
export async function listTransactions(
  ctx: Context & Caller,
  { bill_id, ...input }: PageInput & { bill_id: number },
): Promise<{ transactions: BillTransaction[]; next_cursor?: string }> {
  const { id, merchant_id } = await getBill(ctx, { id: bill_id });
  const { rows, ...next } = await readPage(BY_CREATION, input, (page) =>
    findTransactions(ctx.db, merchant_id, id, page),
  );
  return { transactions: rows.map(toTransaction), ...next };
}

const toTransaction = ({ type, amount, payment_method_id, created }: Transaction): BillTransaction => ({
  type,
  amount: formatMoney(amount),
  payment_method_id,
  created,
});

/** Charges all open bills of the account as soon as the transaction commits, regardless of their planned days. */
export async function collectOpenBills(ctx: TransactionContext, merchant_id: number): Promise<void> {
  await chargeOpenBillsNow(ctx.db, merchant_id, timestamp(ctx.deps.clock.now()));
  collectSoon(ctx);
}

const collectSoon = ({ deps, afterCommit }: TransactionContext) => afterCommit(() => deps.wake('collection'));
