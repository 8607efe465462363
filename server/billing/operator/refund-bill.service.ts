import { audit } from '../../audit/audit.service.ts';
import { timestamp } from '../../core/clock.ts';
import type { Context, TransactionContext } from '../../core/context.ts';
import { CommandRefused, type PlannedChange } from '../../core/planned-change.ts';
import { randomId } from '../../database/random-id.ts';
import { leftOf } from '../bill/credit-note.service.ts';
import type { Bill, Transaction } from '../ledger/bill.repository.ts';
import { lockAccount } from '../ledger/billing.repository.ts';
import {
  BY_HAND,
  type CreditNote,
  explainRefund,
  findPaymentOf,
  insertRefund,
  listCreditNotes,
  listRefunds,
  type Refund,
} from '../ledger/money-back.repository.ts';
import { formatMoney, type Micros } from '../terms/money.ts';
import { type Correction, creditable, issue } from './correct-bill.service.ts';
import { accountOf, billOf, byOperator, nameOf, titleOf } from './operator-target.service.ts';

export interface NewRefund extends Correction {
  /** Whether the operator transfers the money although the bill was paid by card. */
  by_hand?: boolean;
}

interface Destination {
  bill: Bill;
  payment: Transaction;
  to_card: boolean;
}

export async function planRefund(ctx: Context, wanted: NewRefund): Promise<PlannedChange> {
  const { db } = ctx;
  const { bill: named, amount, reason } = wanted;
  const { bill, payment, to_card } = await destinationOf(ctx, wanted);
  const refunds = await listRefunds(db, bill.id);
  const failed = unsentNote(await listCreditNotes(db, bill.id), refunds, amount);
  if (failed) return planAgain(ctx, { bill, payment, to_card }, { note: failed, reason });
  const left = await refundable(ctx, bill, payment.amount);
  const adopted = refunds.find((refund) => isUnexplained(refund) && (amount === undefined || refund.amount === amount));
  const total = creditable(named, amount ?? adopted?.amount ?? left, adopted ? Number.POSITIVE_INFINITY : left);
  return {
    summary: [
      `A credit note for USD ${formatMoney(total)} is issued for bill ${titleOf(bill)} of account ${nameOf(await accountOf(ctx, bill.merchant_id))}: ${reason}`,
      adopted
        ? `It explains the refund ${adopted.reference}, which was made at the card provider. No more money is sent.`
        : howItGoes(total, to_card, wanted.by_hand ? 'Transfer' : 'The bill was not paid by card: transfer'),
      'The customer is told by email.',
    ],
    async run(ctx) {
      await lockAccount(ctx.db, bill.merchant_id);
      if (!adopted && total > (await refundable(ctx, bill, payment.amount)))
        throw new CommandRefused(`Bill ${titleOf(bill)} was refunded meanwhile. Try again.`);
      const note = await issue(ctx, { bill, effect: 'REFUND', reason, total });
      if (adopted) return explainRefund(ctx.db, adopted.id, note.id);
      await send(ctx, { bill, payment, to_card }, note);
    },
  };
}

async function destinationOf(ctx: Context, { bill: named, by_hand = false }: NewRefund): Promise<Destination> {
  const bill = await billOf(ctx, named);
  if (bill.state !== 'PAID') throw new CommandRefused(`Bill ${named} is ${bill.state}: only a paid bill is refunded.`);
  const payment = await findPaymentOf(ctx.db, bill.id);
  if (!payment) throw new CommandRefused(`Bill ${named} has no payment.`);
  if (bill.dispute === 'OPEN' || bill.dispute === 'LOST')
    throw new CommandRefused(
      `The payment for bill ${named} is disputed (${bill.dispute}): the bank decides about the money.`,
    );
  return { bill, payment, to_card: !by_hand && bill.payment !== null && payment.reference === bill.payment };
}

const howItGoes = (total: Micros, to_card: boolean, otherwise: string): string =>
  to_card
    ? `The server sends USD ${formatMoney(total)} back to the card within a minute.`
    : `${otherwise} USD ${formatMoney(total)} by hand.`;

const isUnexplained = ({ credit_note_id, state }: Refund): boolean => credit_note_id === null && state !== 'FAILED';

/** The credit note whose refund has failed. */
function unsentNote(notes: CreditNote[], refunds: Refund[], amount: Micros | undefined): CreditNote | undefined {
  const sent = new Set(refunds.filter(({ state }) => state !== 'FAILED').map((refund) => refund.credit_note_id));
  return notes.find(
    ({ id, effect, total }) => effect === 'REFUND' && !sent.has(id) && (amount === undefined || amount === total),
  );
}

/** Plans another refund for a customer who has received the credit note but not the money. */
async function planAgain(
  ctx: Context,
  destination: Destination,
  { note, reason }: { note: CreditNote; reason: string },
): Promise<PlannedChange> {
  const { bill, to_card } = destination;
  const { id, number, total } = note;
  const { merchant_id } = bill;
  return {
    summary: [
      `The refund of USD ${formatMoney(total)} for credit note ${number} of account ${nameOf(await accountOf(ctx, merchant_id))} has failed. It is made again, without another credit note.`,
      howItGoes(total, to_card, 'Transfer'),
      ...(to_card
        ? ['If the card no longer exists, it will fail again: then transfer the money and add --by-hand.']
        : []),
    ],
    async run(ctx) {
      await lockAccount(ctx.db, merchant_id);
      if (!unsentNote([note], await listRefunds(ctx.db, bill.id), undefined))
        throw new CommandRefused(`Credit note ${number} was refunded meanwhile.`);
      await send(ctx, destination, { id, total, created: timestamp(ctx.deps.clock.now()) });
      await audit(byOperator(ctx, merchant_id), 'bill.refund', bill.id, reason);
    },
  };
}

async function send(
  ctx: TransactionContext,
  { bill, payment, to_card }: Destination,
  { id: credit_note_id, total: amount, created }: Pick<CreditNote, 'id' | 'total' | 'created'>,
): Promise<void> {
  await insertRefund(ctx.db, {
    id: randomId(),
    merchant_id: bill.merchant_id,
    bill_id: bill.id,
    credit_note_id,
    amount,
    state: to_card ? 'PENDING' : 'SUCCEEDED',
    payment_method_id: payment.payment_method_id,
    reference: to_card ? null : BY_HAND,
    created,
  });
  ctx.afterCommit(() => ctx.deps.wake('collection'));
}

/** What can still be refunded: at most what was paid, and at most what is left of the bill. */
async function refundable({ db }: Context, bill: Bill, paid: Micros): Promise<Micros> {
  const sent = (await listRefunds(db, bill.id)).filter(({ state }) => state !== 'FAILED');
  const unsent = sent.reduce((rest, refund) => rest - refund.amount, paid);
  return Math.min(unsent, leftOf(bill, await listCreditNotes(db, bill.id)).total);
}
