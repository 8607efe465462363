import type { Context } from '../../core/context.ts';
import { invariant } from '../../core/errors.ts';
import type { Drawing } from '../../drawing/document-drawer.ts';
import type { Locale } from '../../mail/locale.ts';
import type { DrawDocument } from '../../mail/mail.service.ts';
import { toBill, toCreditNote } from '../bill/bill-amounts.ts';
import { type Bill, findBillById } from '../ledger/bill.repository.ts';
import { type CreditNote, findCreditNote } from '../ledger/money-back.repository.ts';

export const billDrawing = ({ deps }: Context, bill: Bill, locale: Locale): Drawing => ({
  kind: 'bill',
  bill: toBill(bill, deps.config.seller),
  locale,
});

export const creditNoteDrawing = (
  { deps }: Context,
  { note, bill }: { note: CreditNote; bill: Bill },
  locale: Locale,
): Drawing => ({ kind: 'credit_note', note: toCreditNote(note), bill: toBill(bill, deps.config.seller), locale });

export const drawDocument =
  (ctx: Context): DrawDocument =>
  async ({ document, id, locale }) => {
    const note = document === 'credit_note' ? await findCreditNote(ctx.db, id) : undefined;
    const bill = await findBillById(ctx.db, note?.bill_id ?? id);
    invariant(bill, 'bills and credit notes are never deleted');
    const drawing = note ? creditNoteDrawing(ctx, { note, bill }, locale) : billDrawing(ctx, bill, locale);
    return ctx.deps.documents.drawForEmail(drawing);
  };
