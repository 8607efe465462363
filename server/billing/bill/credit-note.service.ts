/** Credit notes take back all or part of a bill, at the bill's VAT rate, and together never more than the bill. */
import { timestamp } from '../../core/clock.ts';
import type { Acting, Caller, Context, TransactionContext } from '../../core/context.ts';
import { NotFound } from '../../core/errors.ts';
import { randomId } from '../../database/random-id.ts';
import type { BillCreditNote } from '../../generated/operations.gen.ts';
import type { Bill } from '../ledger/bill.repository.ts';
import { nextNumber } from '../ledger/document-number.repository.ts';
import { type CreditNote, insertCreditNote, listCreditNotes } from '../ledger/money-back.repository.ts';
import { formatMoney, type Micros, roundToCents } from '../terms/money.ts';
import { toCreditNote } from './bill-amounts.ts';
import { mailAccount } from './billing-mail.ts';

export interface Credit {
  bill: Bill;
  effect: CreditNote['effect'];
  reason: string;
  /** With VAT. */
  total: Micros;
}

/** @returns undefined when less than `total` is left of the bill. */
export async function issueCreditNote(
  ctx: TransactionContext & Acting,
  { bill, effect, reason, total }: Credit,
): Promise<CreditNote | undefined> {
  const { db, deps } = ctx;
  const { id: bill_id, merchant_id } = bill;
  const now = deps.clock.now();
  // This locks the series, so that credit notes are issued one after another, and each sees what the others have left.
  const number = await nextNumber(db, { series: deps.config.credit_note_series, year: now.getUTCFullYear() });
  const parts = partsOf(bill, await listCreditNotes(db, bill_id), total);
  if (!parts) return undefined;
  const id = randomId();
  const note = { id, merchant_id, bill_id, number, created: timestamp(now), effect, reason, ...parts };
  await insertCreditNote(db, note);
  await mailAccount(ctx, {
    merchant_id,
    template: 'credit_note',
    page: `/bill/${bill_id}`,
    attached: { document: 'credit_note', id },
    values: { amount: formatMoney(total), number, effect, from: bill.cycle_start, to: bill.cycle_end },
  });
  return note;
}

type Amounts = Pick<CreditNote, 'subtotal' | 'vat' | 'total'>;

export function leftOf(bill: Amounts, notes: Amounts[]): Amounts {
  const left = (part: keyof Amounts) => notes.reduce((rest, note) => rest - note[part], bill[part]);
  return { subtotal: left('subtotal'), vat: left('vat'), total: left('total') };
}

/** The note that takes the rest of a bill also takes the rest of its VAT. */
export function partsOf(bill: Amounts & Pick<Bill, 'vat_rate'>, notes: Amounts[], total: Micros): Amounts | undefined {
  const left = leftOf(bill, notes);
  if (total <= 0 || total > left.total) return undefined;
  if (total === left.total) return left;
  const share = roundToCents((BigInt(total) * BigInt(bill.vat_rate)) / BigInt(bill.vat_rate + 1_000_000));
  // Rounding many small notes must not take more VAT, or more of the net amount, than the bill has.
  const vat = Math.max(Math.min(share, left.vat), total - left.subtotal);
  return { subtotal: total - vat, vat, total };
}

export async function creditNotesOf({ db }: Context, bill: Bill): Promise<{ credit_notes?: BillCreditNote[] }> {
  const notes = await listCreditNotes(db, bill.id);
  return notes.length === 0 ? {} : { credit_notes: notes.map(toCreditNote) };
}

export async function getCreditNote({ db }: Context & Caller, bill: Bill, id: number): Promise<CreditNote> {
  const note = (await listCreditNotes(db, bill.id)).find((note) => note.id === id);
  if (!note) throw new NotFound(`No credit note found with id: ${id}`);
  return note;
}
