import { audit } from '../../audit/audit.service.ts';
import { timestamp } from '../../core/clock.ts';
import type { Context, OutsideContext, TransactionContext } from '../../core/context.ts';
import { NotSetUp } from '../../core/errors.ts';
import { CommandRefused, type PlannedChange } from '../../core/planned-change.ts';
import { randomId } from '../../database/random-id.ts';
import { closePastCycles } from '../bill/bill.service.ts';
import { amountDue } from '../bill/bill-amounts.ts';
import { type Credit, issueCreditNote, leftOf } from '../bill/credit-note.service.ts';
import { insertBalanceEntry } from '../ledger/balance.repository.ts';
import { type Bill, findBillById } from '../ledger/bill.repository.ts';
import { reduceBill, retryBill, writeOffBill } from '../ledger/bill-correction.repository.ts';
import { lockAccount } from '../ledger/billing.repository.ts';
import { type CreditNote, listCreditNotes } from '../ledger/money-back.repository.ts';
import { activateIfPaid } from '../payment/collection.service.ts';
import { CENT, formatMoney, type Micros } from '../terms/money.ts';
import { SMALLEST_CHARGE } from '../terms/plans.ts';
import { accountOf, billOf, byOperator, nameOf, titleOf } from './operator-target.service.ts';

export interface Correction {
  bill: string;
  /** Including VAT. If absent, all that is left of the bill. */
  amount?: Micros | undefined;
  reason: string;
}

/** A credit lowers what is due for an open bill. For a bill that was paid or carried over, it pays later bills. */
export async function planCredit(ctx: Context, { bill: named, amount, reason }: Correction): Promise<PlannedChange> {
  const bill = await billOf(ctx, named);
  const account = nameOf(await accountOf(ctx, bill.merchant_id));
  const { total: left } = leftOf(bill, await listCreditNotes(ctx.db, bill.id));
  const isOpen = bill.state === 'OPEN';
  if (!isOpen && bill.state !== 'PAID' && bill.state !== 'CARRIED_OVER')
    throw new CommandRefused(`Bill ${named} is ${bill.state}: only an open or a paid bill is credited.`);
  const total = creditable(named, amount, isOpen ? Math.min(left, amountDue(bill)) : left);
  return {
    summary: [
      `A credit note for USD ${formatMoney(total)} is issued for bill ${titleOf(bill)} of account ${account}: ${reason}`,
      isOpen ? restText(amountDue(bill) - total) : 'It is taken off the next bills.',
      'The customer is told by email.',
    ],
    ...(isOpen
      ? {
          prepare: (ctx) => cancelPayment(ctx, bill),
          run: (ctx) => reduce(ctx, { bill, effect: 'REDUCTION', reason, total }),
        }
      : { run: (ctx) => payLaterBills(ctx, { bill, effect: 'BALANCE', reason, total }) }),
  };
}

async function payLaterBills(ctx: TransactionContext, credit: Credit): Promise<void> {
  const { merchant_id } = credit.bill;
  const { id: credit_note_id, created } = await issue(ctx, credit);
  await insertBalanceEntry(ctx.db, { id: randomId(), merchant_id, created, amount: 0 - credit.total, credit_note_id });
}

/** Cancels the bill's payment, so that the cardholder can no longer confirm it. The next charge creates one for the lower amount. */
async function cancelPayment({ deps }: OutsideContext, bill: Bill): Promise<void> {
  if (bill.payment === null) return;
  try {
    const left = await deps.payments.cancelPayment(bill.payment);
    if (left && left.state !== 'CANCELED')
      throw new CommandRefused(
        `Bill ${titleOf(bill)} has been paid by card, or is about to be. Look at it again in a minute.`,
      );
  } catch (error) {
    // In local mode, commands cannot reach the card provider. The server replaces the payment before the next charge.
    if (!(error instanceof NotSetUp)) throw error;
  }
}

function restText(rest: Micros): string {
  if (rest === 0) return 'Nothing is due.';
  return rest < SMALLEST_CHARGE
    ? `USD ${formatMoney(rest)} is left, which is too little to charge: the next bill adds it.`
    : `USD ${formatMoney(rest)} is left to pay.`;
}

async function reduce(ctx: TransactionContext, credit: Credit): Promise<void> {
  const { db, deps } = ctx;
  const { bill, total } = credit;
  const { id, merchant_id, next_attempt } = bill;
  const rest = amountDue(bill) - total;
  const isOwed = rest >= SMALLEST_CHARGE;
  const now = timestamp(deps.clock.now());
  const state = isOwed ? 'OPEN' : rest > 0 ? 'CARRIED_OVER' : 'CREDITED';
  await issue(ctx, credit);
  const changes = { now, amount_due: rest, state, next_attempt: isOwed ? next_attempt : null } as const;
  if (!(await reduceBill(db, bill, changes))) throw await busy(ctx, id);
  if (isOwed) return;
  const entry = { id: randomId(), merchant_id, created: now, amount: rest, bill_id: id };
  if (rest > 0) await insertBalanceEntry(db, entry);
  await activateIfPaid(ctx, merchant_id);
}

/** A payment that arrives after the write-off still settles the bill. */
export async function planWriteOff(ctx: Context, { bill: named, reason }: Correction): Promise<PlannedChange> {
  const bill = await openBill(ctx, named);
  const { id, merchant_id } = bill;
  const account = await accountOf(ctx, merchant_id);
  return {
    summary: [
      `USD ${formatMoney(amountDue(bill))} of bill ${titleOf(bill)} of account ${nameOf(account)} is no longer collected: ${reason}`,
      'If it is paid after all, the bill is settled. This does not correct its VAT: to do that, use credit instead.',
    ],
    async run(ctx) {
      const now = timestamp(ctx.deps.clock.now());
      if (!(await writeOffBill(ctx.db, id, now))) throw await busy(ctx, id);
      await audit(byOperator(ctx, merchant_id), 'bill.write_off', id, reason);
    },
  };
}

/** Charges an open bill as soon as the card's limits allow it, even after all planned attempts. */
export async function planRetry(ctx: Context, named: string): Promise<PlannedChange> {
  const bill = await openBill(ctx, named);
  const { id, merchant_id } = bill;
  const account = await accountOf(ctx, merchant_id);
  return {
    summary: [
      `The server charges USD ${formatMoney(amountDue(bill))} for bill ${titleOf(bill)} of account ${nameOf(account)} to the primary card, within a minute or as soon as the limits of the card allow it.`,
    ],
    async run(ctx) {
      if (!(await retryBill(ctx.db, id, timestamp(ctx.deps.clock.now())))) throw await busy(ctx, id);
      await audit(byOperator(ctx, merchant_id), 'bill.retry', id);
      ctx.afterCommit(() => ctx.deps.wake('collection'));
    },
  };
}

async function openBill(ctx: Context, named: string): Promise<Bill> {
  const bill = await billOf(ctx, named);
  if (bill.state !== 'OPEN') throw new CommandRefused(`Bill ${named} is ${bill.state}.`);
  return bill;
}

export function creditable(named: string, amount: Micros | undefined, most: Micros): Micros {
  if (most <= 0) throw new CommandRefused(`Nothing is left of bill ${named}.`);
  if (amount === undefined) return most;
  if (amount <= 0 || amount % CENT !== 0) throw new CommandRefused('--amount must be whole cents, such as 49.00.');
  if (amount > most)
    throw new CommandRefused(`--amount must be at most USD ${formatMoney(most)}: no more is left of bill ${named}.`);
  return amount;
}

/**
 * Issues a credit note while the account is locked, so that nothing changes meanwhile. Cycles that are over are billed first, so
 * that the credit reduces only later bills.
 */
export async function issue(ctx: TransactionContext, credit: Credit): Promise<CreditNote> {
  const { bill, effect, reason } = credit;
  const { id, merchant_id } = bill;
  await lockAccount(ctx.db, merchant_id);
  await closePastCycles(ctx, merchant_id);
  const operator = byOperator(ctx, merchant_id);
  const note = await issueCreditNote(operator, credit);
  if (!note) throw new CommandRefused(`Bill ${titleOf(bill)} was credited meanwhile. Try again.`);
  await audit(operator, effect === 'REFUND' ? 'bill.refund' : 'bill.credit', id, reason);
  return note;
}

async function busy({ db }: Context, id: number): Promise<CommandRefused> {
  const bill = await findBillById(db, id);
  return new CommandRefused(
    bill?.state === 'OPEN'
      ? `Bill ${titleOf(bill)} is being charged to a card at this moment. Try again in a few minutes.`
      : `Bill ${bill ? titleOf(bill) : id} is ${bill?.state} by now.`,
  );
}
