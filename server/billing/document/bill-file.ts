import type { Context } from '../../core/context.ts';
import { invariant } from '../../core/errors.ts';
import type { Locale } from '../../mail/locale.ts';
import type { DrawDocument } from '../../mail/mail.service.ts';
import { toBill, toCreditNote } from '../bill/bill-amounts.ts';
import { type Bill, findBillById } from '../ledger/bill.repository.ts';
import { type CreditNote, findCreditNote } from '../ledger/money-back.repository.ts';

/** Drawing the PDF needs a large library, which startup should not load. */
export async function billFile({ deps }: Context, stored: Bill, locale: Locale): ReturnType<DrawDocument> {
  const bill = toBill(stored, deps.config.seller);
  const { billPdf, fileNameOf } = await import('./bill-document.ts');
  return { pdf: await billPdf(bill, locale), file_name: fileNameOf(bill) };
}

export async function creditNoteFile(
  { deps }: Context,
  { note: stored, bill }: { note: CreditNote; bill: Bill },
  locale: Locale,
): ReturnType<DrawDocument> {
  const note = toCreditNote(stored);
  const { creditNotePdf, creditNoteFileName } = await import('./credit-note-document.ts');
  const pdf = await creditNotePdf(note, toBill(bill, deps.config.seller), locale);
  return { pdf, file_name: creditNoteFileName(note) };
}

export const drawDocument =
  (ctx: Context): DrawDocument =>
  async ({ document, id, locale }) => {
    const note = document === 'credit_note' ? await findCreditNote(ctx.db, id) : undefined;
    const bill = await findBillById(ctx.db, note?.bill_id ?? id);
    invariant(bill, 'bills and credit notes are never deleted');
    return note ? creditNoteFile(ctx, { note, bill }, locale) : billFile(ctx, bill, locale);
  };
