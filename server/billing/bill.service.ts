/** Bills: exactly one per account and closed cycle, none without lines. What is on a bill never changes. */
import { audit } from '../audit/audit.service.ts';
import { addDays, timestamp } from '../core/clock.ts';
import { actingAs, type Caller, type Context, type TransactionContext } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { invariant, NotFound } from '../core/errors.ts';
import { type ListOrder, type PageInput, readPage } from '../database/page-cursor.ts';
import { randomId } from '../database/random-id.ts';
import type { BillPreview, CustomerBill } from '../generated/operations.gen.ts';
import { mailAccount } from './account-mail.ts';
import { type Bill, findBill, findBills, insertBill } from './bill.repository.ts';
import {
  type Account,
  advanceCycle,
  findAccount,
  lockAccount,
  sumSessions,
  updateAccount,
  updateState,
} from './billing.repository.ts';
import { getAccount, termsOf } from './billing.service.ts';
import { type Cycle, dayOf, lastDay, nextCycle } from './cycle.ts';
import { formatMoney, lineTotal, type Micros, roundToCents, shareOf } from './money.ts';
import { collectSoon } from './open-bills.ts';
import { findPrimary, type PaymentMethod } from './payment-method.repository.ts';
import { SMALLEST_CHARGE, type Terms } from './plans.ts';
import { vatCategory, vatRate } from './vat.ts';

export interface BillLine {
  name: string;
  description: string;
  quantity: number;
  unit_price: Micros;
  total: Micros;
}

export interface Usage {
  unit_price: Micros;
  quantity: number;
  /** How much of it the credit paid. */
  credit: Micros;
}

/** The lines of a cycle, each rounded once. `fee` is charged while billing is enabled. */
export function linesOf(usage: Usage[], { monthly_commitment }: Terms, withFee: boolean): BillLine[] {
  const lines: BillLine[] = usage.map(({ unit_price, quantity }) => ({
    name: 'Verified identities',
    description: 'Sessions approved in the billing cycle',
    quantity,
    unit_price,
    total: lineTotal(quantity, unit_price),
  }));
  if (withFee && monthly_commitment > 0) {
    lines.push({
      name: 'Service fee',
      description: 'Monthly commitment of the plan',
      quantity: 1,
      unit_price: monthly_commitment,
      total: roundToCents(monthly_commitment),
    });
  }
  const credit = usage.reduce((sum, used) => sum + used.credit, 0);
  if (credit > 0) {
    // The lines were rounded too: the credit must not exceed what it pays for.
    const covered = Math.min(roundToCents(credit), sumOf(lines.slice(0, usage.length)));
    lines.push({
      name: 'Credit',
      description: 'Free credit used',
      quantity: 1,
      unit_price: 0 - covered,
      total: 0 - covered,
    });
  }
  return lines;
}

export function totalsOf(lines: BillLine[], rate: Micros): { subtotal: Micros; vat: Micros; total: Micros } {
  const subtotal = sumOf(lines);
  const vat = shareOf(subtotal, rate);
  return { subtotal, vat, total: subtotal + vat };
}

const sumOf = (lines: BillLine[]): Micros => lines.reduce((sum, { total }) => sum + total, 0);

/**
 * Closes the open cycle if it is over, opens the next one and makes the bill, all in one transaction.
 * @returns whether there was a cycle to close.
 */
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

/** Closes the open cycle of an account that is deleted, given as it was before. No other follows. */
export async function endBilling(ctx: TransactionContext, account: Account): Promise<void> {
  const { db, deps } = ctx;
  const { merchant_id, cycle_start: start } = account;
  await updateAccount(db, merchant_id, { trial_ends: null, cancels: 0, inactive_reason: 'DELETED' });
  // Once nothing is left to collect, the collection worker also deletes the account's cards.
  collectSoon(ctx);
  if (!(await advanceCycle(db, merchant_id, { from: start, to: null, terms: null }))) return;
  await makeBill(ctx, { account, cycle: { start, end: tomorrow(deps) } });
}

const tomorrow = ({ clock }: Deps): string => dayOf(addDays(clock.now(), 1));

async function cancel(ctx: TransactionContext, merchant_id: number): Promise<void> {
  const { db, deps } = ctx;
  await updateAccount(db, merchant_id, { cancels: 0 });
  if (!(await updateState(db, merchant_id, ['ACTIVE', 'TRIAL'], 'INACTIVE'))) return;
  await updateAccount(db, merchant_id, { inactive_reason: 'CANCELLED', trial_ends: null });
  await audit(actingAs(ctx, { merchant_id }), 'billing.cancel');
  const values = { link: `${deps.config.public_url}/billing` };
  await mailAccount(ctx, { merchant_id, template: 'billing_cancelled', values });
}

/** The bill of the open cycle as it would be if the cycle ended on its last day, or today. */
export async function previewBill(
  ctx: Context & Caller,
  { end = 'CYCLE_END' }: { end?: 'CYCLE_END' | 'TODAY' },
): Promise<BillPreview> {
  const account = await getAccount(ctx, ctx.principal.merchant_id);
  const { cycle_start: start, cycle_end } = account;
  invariant(cycle_end !== null, 'an account that is not deleted has an open cycle');
  const cycle = { start, end: end === 'TODAY' ? tomorrow(ctx.deps) : cycle_end };
  return toPreview(await amountsOf(ctx, { account, cycle }));
}

type BillAmounts = Pick<
  Bill,
  'cycle_start' | 'cycle_end' | 'subtotal' | 'vat_rate' | 'vat' | 'vat_number' | 'vat_category' | 'total'
> & { lines: BillLine[] };

/** What a cycle comes to: on its bill, and before on the preview of it. */
async function amountsOf(
  { db, deps }: Context,
  { account, cycle }: { account: Account; cycle: Cycle },
): Promise<BillAmounts> {
  const usage = await sumSessions(db, account.merchant_id, cycle.start);
  const lines = linesOf(usage, termsOf(account, cycle.start), account.billing_state === 'ACTIVE');
  const { country: seller } = deps.config.seller;
  const vat_rate = vatRate(account, seller);
  return {
    cycle_start: cycle.start,
    cycle_end: lastDay(cycle),
    lines,
    ...totalsOf(lines, vat_rate),
    vat_rate,
    vat_number: account.vat_number,
    vat_category: vatCategory(account, seller),
  };
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
  // During the trial nobody has agreed to pay. The bill is charged when billing is enabled.
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

/** Several bills may be made at once, so that their order is that of their cycles. */
const BY_CYCLE = { cycle_start: 'date', id: 'number' } as const satisfies ListOrder;

/** One page, newest first. */
export async function listBills(
  { db, principal }: Context & Caller,
  input: PageInput,
): Promise<{ bills: CustomerBill[]; next_cursor?: string }> {
  const { rows, ...next } = await readPage(BY_CYCLE, input, (page) => findBills(db, principal.merchant_id, page));
  return { bills: rows.map(toBill), ...next };
}

export const billLines = (bill: Bill): BillLine[] => JSON.parse(bill.billables);

export const toBill = (bill: Bill): CustomerBill => ({
  ...toPreview({ ...bill, lines: billLines(bill) }),
  id: bill.id,
  created: bill.created,
  ...(bill.company !== null && { company: bill.company }),
  state: bill.state,
});

const toPreview = (amounts: BillAmounts): BillPreview => ({
  cycle_start: amounts.cycle_start,
  cycle_end: amounts.cycle_end,
  billables: amounts.lines.map(({ unit_price, total, ...line }) => ({
    ...line,
    unit_price: formatMoney(unit_price),
    total: formatMoney(total),
  })),
  subtotal: formatMoney(amounts.subtotal),
  vat_rate: formatMoney(amounts.vat_rate),
  vat: formatMoney(amounts.vat),
  ...(amounts.vat_number !== null && { vat_number: amounts.vat_number }),
  ...(amounts.vat_category !== null && { vat_category: amounts.vat_category }),
  total: formatMoney(amounts.total),
});
