/** Bills: one per account and closed cycle, unless it would have no lines. The lines and the total of a bill never change. */

import { terms as agreed } from '../../../openapi/facts/terms.ts';
import { audit } from '../../audit/audit.service.ts';
import { addDays, timestamp } from '../../core/clock.ts';
import { type Acting, actingAs, type Caller, type Context, type TransactionContext } from '../../core/context.ts';
import { NotFound } from '../../core/errors.ts';
import { BY_CREATION, type ListOrder, type PageInput, readPage } from '../../database/page-cursor.ts';
import { randomId } from '../../database/random-id.ts';
import type { BillTransaction, CustomerBill } from '../../generated/operations.gen.ts';
import { endPeriods } from '../ledger/active-period.repository.ts';
import { insertBalanceEntry } from '../ledger/balance.repository.ts';
import {
  type Bill,
  chargeOpenBillsNow,
  findBill,
  findBills,
  findMovements,
  insertBill,
} from '../ledger/bill.repository.ts';
import { type Account, advanceCycle, findAccount, lockAccount, updateAccount } from '../ledger/billing.repository.ts';
import { nextNumber } from '../ledger/document-number.repository.ts';
import { findPrimary, type PaymentMethod } from '../ledger/payment-method.repository.ts';
import { deleteProofsWithoutBill } from '../ledger/vat-proof.repository.ts';
import { type Cycle, dayOf, lastDay, nextCycle } from '../terms/cycle.ts';
import { formatMoney, type Micros } from '../terms/money.ts';
import { termsOf } from '../terms/plans.ts';
import { amountsOf, type BilledCycle, firstState, toBill } from './bill-amounts.ts';
import { buyerOf, sellerOf } from './bill-parties.ts';
import { mailAccount, mailBill } from './billing-mail.ts';
import { changeState } from './billing-state.service.ts';

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
  if (account.cancels === 1) await cancel(ctx, merchant_id, cycle);
  return true;
}

/** Closes cycles that a late worker has left open. Call it before a change that belongs to a later cycle. */
export async function closePastCycles(ctx: TransactionContext, merchant_id: number): Promise<void> {
  while (await closeCycle(ctx, merchant_id));
}

/**
 * Closes the open cycle of a deleted account today. `account` is the account before its deletion. No further cycle is
 * opened. Call it while the users exist, because they are emailed the last bill.
 */
export async function endBilling(ctx: TransactionContext, account: Account): Promise<void> {
  const { db, deps } = ctx;
  const { merchant_id, cycle_start: start, cycle_end: end } = account;
  const until = dayOf(deps.clock.now());
  await updateAccount(db, merchant_id, { trial_ends: null, cancels: 0, inactive_reason: 'DELETED' });
  // Once nothing is left to collect, the collection worker also deletes the account's cards.
  collectSoon(ctx);
  await endPeriods(db, merchant_id, until);
  if (end === null || !(await advanceCycle(db, merchant_id, { from: start, to: null, terms: null }))) return;
  await makeBill(ctx, { account, cycle: { start, end }, until });
  await deleteProofsWithoutBill(db, merchant_id);
}

/**
 * Ends billing with the cycle, however late the cycle is closed, and even if a bill is unpaid: paying it later does not resume
 * billing.
 */
async function cancel(ctx: TransactionContext, merchant_id: number, cycle: Cycle): Promise<void> {
  const { db } = ctx;
  await updateAccount(db, merchant_id, { cancels: 0 });
  const ended = await changeState(ctx, merchant_id, ['ACTIVE', 'TRIAL'], 'INACTIVE');
  await endPeriods(db, merchant_id, lastDay(cycle));
  if (!ended && (await findAccount(db, merchant_id))?.inactive_reason !== 'UNPAID') return;
  await updateAccount(db, merchant_id, { inactive_reason: 'CANCELLED', trial_ends: null });
  await audit(actingAs(ctx, { merchant_id }), 'billing.deactivate');
  await mailAccount(ctx, { merchant_id, template: 'billing_cancelled', values: {} });
}

async function makeBill(ctx: TransactionContext, billed: BilledCycle): Promise<void> {
  const { db, deps } = ctx;
  const { account } = billed;
  const { merchant_id } = account;
  const { lines, ...amounts } = await amountsOf(ctx, billed);
  if (lines.length === 0) return;
  const state = firstState(amounts.amount_due, { isLast: billed.until !== undefined });
  const now = timestamp(deps.clock.now());
  const method = await findPrimary(db, merchant_id);
  const collected = state === 'OPEN';
  // During the trial the customer has not agreed to pay. The bill is charged when billing is enabled.
  const charged = collected && account.enabled !== null && method?.type !== 'INVOICE';
  const id = randomId();
  const number = await nextNumber(db, { series: deps.config.bill_series, year: deps.clock.now().getUTCFullYear() });
  await insertBill(db, {
    id,
    number,
    merchant_id,
    created: now,
    company: account.company,
    country: account.country,
    // The VAT number that applied to the cycle. An invoice without VAT must name it (Directive 2006/112/EC, article 226 (4)).
    ...partiesAt(ctx, { account: { ...account, vat_number: amounts.vat_number }, method }),
    due: method?.type === 'INVOICE' && collected ? dayOf(addDays(deps.clock.now(), agreed.invoice_days)) : null,
    billables: JSON.stringify(lines),
    ...amounts,
    state,
    next_attempt: charged ? now : null,
  });
  await keepBalance(ctx, { merchant_id, bill_id: id, state, ...amounts });
  if (charged) collectSoon(ctx);
  await audit(actingAs(ctx, { merchant_id }), 'bill.create', id);
  await mailBill(ctx, await getBill(actingAs(ctx, { merchant_id }), { id }), method);
}

async function keepBalance(
  { db, deps }: TransactionContext,
  bill: Pick<Bill, 'merchant_id' | 'balance' | 'state'> & { bill_id: number; amount_due: Micros },
): Promise<void> {
  const { merchant_id, bill_id, balance, state, amount_due } = bill;
  const created = timestamp(deps.clock.now());
  for (const amount of [0 - balance, state === 'CARRIED_OVER' ? amount_due : 0])
    if (amount !== 0) await insertBalanceEntry(db, { id: randomId(), merchant_id, created, amount, bill_id });
}

function partiesAt({ deps }: Context, { account, method }: { account: Account; method: PaymentMethod | undefined }) {
  const { seller } = deps.config;
  const buyer = buyerOf(account, method);
  const bank_account = method?.type === 'INVOICE' ? seller.bank_account : undefined;
  return {
    seller: JSON.stringify({ ...sellerOf(seller), bank_account }),
    buyer: JSON.stringify(buyer),
    // For the previous version of the service, which reads the address from this column.
    address: JSON.stringify(buyer.address),
  };
}

/** @throws NotFound, also for a bill of another account. */
export async function getBill({ db, principal }: Context & Acting, { id }: { id: number }): Promise<Bill> {
  const bill = await findBill(db, principal.merchant_id, id);
  if (!bill) throw new NotFound(`No bill found with id: ${id}`);
  return bill;
}

/** Several bills may be created at once, so they are ordered by their cycles. */
const BY_CYCLE = { cycle_start: 'date', id: 'number' } as const satisfies ListOrder;

export async function listBills(
  { db, deps, principal }: Context & Caller,
  input: PageInput,
): Promise<{ bills: CustomerBill[]; next_cursor?: string }> {
  const { rows, ...next } = await readPage(BY_CYCLE, input, (page) => findBills(db, principal.merchant_id, page));
  return { bills: rows.map((bill) => toBill(bill, deps.config.seller)), ...next };
}

type Movement = Awaited<ReturnType<typeof findMovements>>[number];

/** @throws NotFound, also for a bill of another account. */
export async function listTransactions(
  ctx: Context & Caller,
  { bill_id, ...input }: PageInput & { bill_id: number },
): Promise<{ transactions: BillTransaction[]; next_cursor?: string }> {
  const { id, merchant_id } = await getBill(ctx, { id: bill_id });
  const { rows, ...next } = await readPage(BY_CREATION, input, (page) => findMovements(ctx.db, merchant_id, id, page));
  return { transactions: rows.map(toTransaction), ...next };
}

const toTransaction = ({ type, amount, payment_method_id, created }: Movement): BillTransaction => ({
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
